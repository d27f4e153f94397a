// Three trainings as Python sent them, and what follows from the data at any step.

import { InPieces } from "../../../components/stepper/walking/pieces.js";

/**
 * @import { ThreeTrainings, View } from "./payload.d.ts"
 */

/** @extends {InPieces<ThreeTrainings, View>} */
export class Trainings extends InPieces {
  /** @param {ThreeTrainings} walk */
  constructor(walk) {
    super(walk, walk.steps);
  }

  /** How many rounds Unigram has completed at a step. @param {number} step */
  roundAt(step) {
    return this.walk.rounds.filter((round) => round.step <= step).length - 1;
  }

  /** How large the three vocabularies are at a step. @param {number} step */
  sizesAt(step) {
    const { base, merges, rounds } = this.walk;
    const bpe = base.bpe + Math.min(step, merges.bpe);
    const wordpiece = base.wordpiece + Math.min(step, merges.wordpiece);
    return [bpe, wordpiece, rounds[this.roundAt(step)].size];
  }

  /**
   * Which of its ways to cut the word each of the three follows; -1 for none.
   * @param {number} step
   */
  splitsAt(step) {
    return this.walk.histories.map((history) => history.findLastIndex(([since]) => since <= step));
  }
}

/**
 * From where to where in their word tokens go, in characters. An unknown token is all of it.
 * @param {string[]} tokens
 * @param {string} prefix of a token inside a word
 * @param {string} unknown
 */
export function rangesOf(tokens, prefix, unknown) {
  let end = 0;
  return tokens.map((token, i) => {
    const start = end;
    const written = i && token.startsWith(prefix) ? token.slice(prefix.length) : token;
    end += token === unknown ? Infinity : [...written].length;
    return { start, end };
  });
}
