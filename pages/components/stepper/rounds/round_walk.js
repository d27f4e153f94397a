// A walk of Unigram as Python sent it: a step is a round of pruning.

import { Model } from "../merges/merge_walk.js";

/**
 * @typedef {{
 *   text: string, count: number, best: number[], other: number[], share: number, left: number,
 *   cost: number
 * }} ReasonWord  share: of the word's probability, what goes over the token; left: the rest of it
 *
 * @typedef {{token: number, cost: number, words: ReasonWord[], more: number, rest: number}} Reason
 *
 * @typedef {{
 *   cheapest: number[], costs: number[], removable: number, next_total: number,
 *   dropped: number[], dropped_total: number, reasons: Reason[],
 *   likely: number[], probabilities: number[]
 * }} RoundView
 */

/** A walk whose words are segmented anew at some rounds; nothing is ever merged. */
export class UnigramModel extends Model {
  /** @param {any} walk */
  constructor(walk) {
    super({ ...walk, left: [], right: [], count: [], closed: [] });
    this.steps = walk.sizes.length - 1;
    this.size = this.firstMerge + walk.tokens.length;
    this.tokenCounts = walk.token_counts;
    this.cut = new Set(walk.cut);
    walk.segmentations.forEach((/** @type {[number, number[]][]} */ history, /** @type {number} */ word) => {
      for (const [step] of history.slice(1)) {
        if (!this.changedWords.has(step)) this.changedWords.set(step, new Set());
        /** @type {Set<number>} */ (this.changedWords.get(step)).add(word);
      }
    });
  }

  /** @param {number} step */
  sizeAt(step) {
    return /** @type {any} */ (this.walk).sizes[step];
  }

  /** @param {number} id */
  spellMerge(id) {
    return /** @type {any} */ (this.walk).tokens[id - this.firstMerge];
  }

  /** Longer tokens are not made of others here: Python says which end a word. @param {number} id */
  markerOf(id) {
    if (!this.isMerge(id)) return super.markerOf(id);
    return /** @type {any} */ (this.walk).ends[id - this.firstMerge] ? this.marker : "";
  }

  /** How many units a token has. @param {number} id */
  length(id) {
    return this.isMerge(id) ? /** @type {any} */ (this.walk).lengths[id - this.firstMerge] : 1;
  }

  /** The best segmentation of a word at a step, as ids. @param {number} word @param {number} step @returns {number[]} */
  segmentation(word, step) {
    /** @type {[number, number[]][]} */
    const history = /** @type {any} */ (this.walk).segmentations[word];
    let found = history[0][1];
    for (const [since, ids] of history) if (since <= step) found = ids;
    return found;
  }

  /** @param {number} word @param {number} step */
  tokensAt(word, step) {
    const changed = step > 0 && this.changedWords.get(step)?.has(word);
    const before = new Set(changed ? this.segmentation(word, step - 1) : []);
    let start = 0;
    return this.segmentation(word, step).map((id) => {
      const token = { id, start, end: start + this.length(id), made: changed && !before.has(id) ? step : 0 };
      start = token.end;
      return token;
    });
  }

  /** @param {number} word */
  isCut(word) {
    return this.cut.has(word);
  }
}

/** A loss with two decimals. @param {number} loss @param {string} lang */
export function lossText(loss, lang) {
  return new Intl.NumberFormat(lang === "zh" ? "zh-Hans" : "en", { maximumFractionDigits: 2 }).format(loss);
}
