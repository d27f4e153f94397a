// The rules that apply to a word on its way to its tokens.

/**
 * @import { Spelled } from "../../components/tokens/tokens.d.ts"
 * @import { Encoding, WordOnItsWay } from "./payload.d.ts"
 */

/** A word and its rules. A *rule* is a merge, given as the number of the step that learned it. */
export class WordModel {
  /** @param {Encoding} data of a text with a word that is walked */
  constructor(data) {
    const word = /** @type {WordOnItsWay} */ (data.walk);
    this.word = word;
    this.states = word.ids;
    this.candidates = word.candidates;
    this.steps = word.ids.length - 1;
    this.walk = { key: `${data.key} ${word.word}`, predict: data.predict };
  }

  /** The rule that comes first in a state: its number and what it makes. @param {number} step */
  first(step) {
    /** @type {[number, number, number]} */
    const none = [0, 0, Infinity];
    const [, rule, token] = this.candidates[step].reduce(
      (best, one) => (one[2] < best[2] ? one : best),
      none,
    );
    return { rule, token };
  }

  /** Where the first rule of a state fits first; -1 where none fits. @param {number} step */
  place(step) {
    const { token } = this.first(step);
    return this.candidates[step].find(([, , id]) => id === token)?.[0] ?? -1;
  }

  /**
   * The rule that fits two neighbours, and the token that it makes from them.
   * @param {number} step
   * @param {number} place of the left one
   */
  fitting(step, place) {
    const found = this.candidates[step].find(([at]) => at === place);
    return found && { rule: found[1], token: found[2] };
  }

  /**
   * A state as a room asks about it: its tokens, and which rule fits each two neighbours. Rules are
   * named by the tokens that they make, in the order in which they were learned.
   * @param {number} step
   * @param {(id: number) => Spelled} spell
   * @returns {{step: number, tokens: Spelled[], rules: (number|null)[]}|null} nothing if no rule
   *   fits, or if there are not two different pairs
   */
  question(step, spell) {
    const tokens = this.states[step].map(spell);
    const pairs = new Set(tokens.slice(1).map((token, i) => JSON.stringify([tokens[i], token])));
    if (step >= this.steps || pairs.size < 2) return null;
    const rules = tokens.slice(1).map((_, place) => this.fitting(step, place)?.token ?? null);
    return { step, tokens, rules };
  }

  /** The rules that fit a state. @param {number} step */
  rulesAt(step) {
    const { token } = this.first(step);
    return this.candidates[step].map(([place, number, id]) => ({
      place,
      number,
      id,
      isFirst: id === token,
    }));
  }

  /**
   * Whether the rule that fits at a place is the first one.
   * @param {number} step
   * @param {number} place
   */
  isFirst(step, place) {
    return this.fitting(step, place)?.token === this.first(step).token;
  }
}
