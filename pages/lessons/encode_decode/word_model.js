// The message from Python to the encoder, and the rules that apply to a word on its way to tokens.

/**
 * @import { ClassroomOptions } from "../../components/stepper/payload.d.ts"
 * @import { Rule } from "../../components/stepper/walking/rule_walk.js"
 * @import { Spelled } from "../../components/tokens/tokens.d.ts"
 */

/**
 * A text as tokens, the way of one word to its tokens, and the decoded text: the message from
 * Python to the encoder. `key` is the tokenizer's. `words` are each one's name, its ids, whether it
 * is special, and whether its two readings differ; `compared` is how many distinct words were read
 * in both ways. `tokens` are by id: the spelling, and whether it ends with the marker. `chosen` is
 * the index of the word that is walked.
 * @typedef {{
 *   key: string, input: string, step: number, visit: number, lang: string, predict: boolean,
 *   words: [string, number[], boolean, boolean][], compared: number,
 *   tokens: Record<string, [Spelled, boolean]>, marker: string, unknown: number, joiner: string,
 *   chosen: number | null, walk: WordOnItsWay | null, back: TextAgain, classroom: ClassroomOptions
 * }} Encoding
 *
 * One word, from its base tokens to its tokens. `ids` are its tokens at each step, `candidates` at
 * each step the place of the left token, the number of the rule, and what the pair becomes, and
 * `match` its tokens by longest match.
 * @typedef {{
 *   word: string, is_cut: boolean, ids: number[][], candidates: [number, number, number][][],
 *   match: number[]
 * }} WordOnItsWay
 *
 * The text that the ids decode to. `before` is the end of the shared beginning; then comes the
 * continuation of each text at the first difference.
 * @typedef {{
 *   ids: number[], decoded: string, is_equal: boolean, given_bytes: number, decoded_bytes: number,
 *   before: string, given_there: string, decoded_there: string, causes: string[],
 *   unknown: string[], unknown_total: number
 * }} TextAgain
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
