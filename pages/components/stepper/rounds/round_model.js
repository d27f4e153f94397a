// A walk of Unigram as Python sent it: a step is a round of pruning.

import { CorpusModel } from "../walking/corpus_model.js";

/**
 * @import { RoundView, RoundWalk } from "../payload.d.ts"
 */

/**
 * A walk whose words are segmented again at some rounds; nothing is ever merged.
 * @extends {CorpusModel<RoundWalk, RoundView>}
 */
export class RoundModel extends CorpusModel {
  /** @param {RoundWalk} walk */
  constructor(walk) {
    super(walk, walk.sizes.length - 1, walk.token_counts, walk.losses);
    this.cut = new Set(walk.cut);
    walk.segmentations.forEach((history, word) => {
      for (const [step] of history.slice(1)) this.noteChange(step, word);
    });
  }

  /** @override @param {number} step */
  sizeAt(step) {
    return this.walk.sizes[step];
  }

  /** @override @param {number} id */
  spellLonger(id) {
    return this.walk.tokens[id - this.firstLonger];
  }

  /**
   * The marker that a token ends with. Tokens are not made of others here: Python says which have
   * it. @override
   * @param {number} id
   */
  markerOf(id) {
    if (!this.isLonger(id)) return super.markerOf(id);
    return this.walk.ends[id - this.firstLonger] ? this.marker : "";
  }

  /** How many units a token has. @param {number} id */
  length(id) {
    return this.isLonger(id) ? this.walk.lengths[id - this.firstLonger] : 1;
  }

  /**
   * The best segmentation of a word at a step, as ids.
   * @param {number} word
   * @param {number} step
   */
  segmentation(word, step) {
    const history = this.walk.segmentations[word];
    return history[history.findLastIndex(([since]) => since <= step)][1];
  }

  /** @override @param {number} word @param {number} step */
  tokensAt(word, step) {
    const changed = step > 0 && this.changedWords.get(step)?.has(word);
    const before = new Set(changed ? this.segmentation(word, step - 1) : []);
    let start = 0;
    return this.segmentation(word, step).map((id) => {
      const end = start + this.length(id);
      const token = { id, start, end, made: changed && !before.has(id) ? step : 0 };
      start = end;
      return token;
    });
  }

  /** @override @param {number} word */
  isCut(word) {
    return this.cut.has(word);
  }
}
