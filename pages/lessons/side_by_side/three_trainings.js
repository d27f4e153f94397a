// Three trainings as Python sent them, and what follows from the data at any step.

import { chipsIn, inSight, layOver, placedIn } from "../../components/stepper/walking/laid_over.js";
import { InPieces } from "../../components/stepper/walking/trace_source.js";

/**
 * @import { Movement } from "../../components/drawing/movement.js"
 * @import { Placed, cutAnew } from "../../components/stepper/walking/laid_over.js"
 * @import { ClassroomOptions, Walked } from "../../components/stepper/payload.d.ts"
 */

/**
 * @typedef {"bpe"|"wordpiece"} Merging
 *
 * Left token, right token, new token, its count; with scores, also the counts of the two.
 * @typedef {[string, string, string, number, number?, number?]} Merge
 *
 * The merges of a step by the two merging algorithms; one that has ended has no entry.
 * @typedef {Partial<Record<Merging, Merge>>} View
 */

/**
 * How many merges there are, how many tokens before the first merge, and why each has ended; the
 * step at which each of Unigram's rounds is reached, the vocabulary's size then, and some of the
 * tokens that it dropped; the first step at which the two merge different pairs. `words` are words
 * of the corpus to choose from. `histories` has, for BPE, WordPiece and Unigram, each way the word
 * is cut, after the step where it begins. `limit` is the most characters that a word may have.
 * @typedef {Walked & {
 *   steps: number, classroom: ClassroomOptions,
 *   merges: Record<Merging, number>, base: Record<Merging, number>,
 *   stopped: Record<Merging, string>,
 *   rounds: {step: number, size: number, dropped: string[]}[],
 *   parting: (View & {step: number})|null, prefix: string, unknown: string,
 *   words: string[], word: string, histories: [number, string[]][][], limit: number,
 *   piece_size: number, pieces: Record<string, View[]>
 * }} ThreeTrainings
 */

/** @extends {InPieces<ThreeTrainings, View>} */
export class Trainings extends InPieces {
  /** @param {ThreeTrainings} walk */
  constructor(walk) {
    super(walk, walk.steps);
  }

  /** The figures that the page shows outside the walk. @param {number} step */
  figuresAt(step) {
    return { step };
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
 * From where to where in their word tokens go. An unknown token is all of it.
 * @param {string[]} tokens
 * @param {string} prefix of a token inside a word
 * @param {string} unknown
 */
export function rangesOf(tokens, prefix, unknown) {
  let end = 0;
  return tokens.map((token, i) => {
    const start = end;
    const written = i && token.startsWith(prefix) ? token.slice(prefix.length) : token;
    end += token === unknown ? Infinity : written.length;
    return { start, end };
  });
}

/** @typedef {{row: Element, ranges: {start: number, end: number}[]}} Row  of tokens, in a text */

/** Where the two tokens of a merge go in the third, which they become. */
const MERGED = [{ start: 0, end: 1 }, { start: 1, end: 2 }, { start: 0, end: 2 }];
const NOWHERE = { start: NaN, end: NaN };

/**
 * Where tokens are that can be seen.
 * @param {HTMLElement} panel
 * @param {Row} row
 * @returns {Placed[]}
 */
function placed(panel, { row, ranges }) {
  const chips = chipsIn(row);
  const seen = inSight(row, chips);
  return placedIn(panel, chips, chips.map((_, i) => ranges[i] ?? NOWHERE))
    .filter(({ chip }) => seen.includes(chip));
}

/** Copies, to be laid over the tokens themselves. @param {Placed[]} tokens */
const copied = (tokens) =>
  tokens.map((token) => ({
    ...token,
    chip: /** @type {typeof token.chip} */ (token.chip.cloneNode(true)),
  }));

/** @param {Movement} movement @param {HTMLElement} panel @param {Element} row */
function layOn(movement, panel, row) {
  const look = { fontSize: getComputedStyle(row).fontSize };
  return (/** @type {Placed} */ { chip, box }) => layOver(movement, panel, [chip], box, look);
}

/**
 * Measures a word as it was cut and as it is. Returns what `cutAnew` shows.
 * @param {Movement} movement
 * @param {HTMLElement} panel
 * @param {Row} before
 * @param {Row} now
 * @returns {Parameters<typeof cutAnew>}
 */
export function wordMove(movement, panel, before, now) {
  const were = copied(placed(panel, before));
  const are = placed(panel, now);
  const lay = layOn(movement, panel, now.row);
  return [movement, were, are, lay];
}

/**
 * Measures the tokens of a sentence. Returns what `cutAnew` shows: two become the third, or all
 * leave; backwards, in the sentence of a step that is taken back, they come again.
 * @param {Movement} movement
 * @param {HTMLElement} panel
 * @param {Element} row
 * @param {boolean} forwards
 * @returns {Parameters<typeof cutAnew>}
 */
export function sentenceMove(movement, panel, row, forwards) {
  const isMerge = row.querySelector(".pair");
  const tokens = placed(panel, { row, ranges: isMerge ? MERGED : [] });
  const made = tokens.filter(({ start, end }) => end - start > 1);
  const parts = tokens.filter((token) => !made.includes(token));
  if (!forwards) return [movement, made, parts, () => {}]; // nothing has to be laid
  const lay = layOn(movement, panel, row);
  return [movement, copied(parts), made, lay];
}
