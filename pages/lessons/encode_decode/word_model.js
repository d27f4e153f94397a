// The rules that apply to a word on its way to its tokens.

/**
 * @import { Rule } from "../../components/stepper/walking/rule_walk.js"
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
    /** @type {Rule[][]} the rules that fit each state, from left to right */
    this.rules = word.candidates.map((fitting) => {
      const first = Math.min(...fitting.map(([, , id]) => id));
      return fitting.map(([place, number, id]) => ({ place, number, id, isFirst: id === first }));
    });
    this.steps = word.ids.length - 1;
    this.walk = { key: `${data.key} ${word.word}`, predict: data.predict };
  }

  /** The rule that comes first in a state, where it fits first. @param {number} step */
  first(step) {
    return this.rules[step].find(({ isFirst }) => isFirst);
  }

  /**
   * The rule that fits two neighbours.
   * @param {number} step
   * @param {number} place of the left one
   */
  fitting(step, place) {
    return this.rules[step].find((rule) => rule.place === place);
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
    const rules = tokens.slice(1).map((_, place) => this.fitting(step, place)?.id ?? null);
    return { step, tokens, rules };
  }
}
