// The places of the arrival: where in the walk each is, and what is found there.

import { hasManyWords } from "../walking/growth.js";

/**
 * @import { MergeModel } from "../merges/merge_model.js"
 * @import { View } from "../payload.d.ts"
 * @import { Sum } from "../merges/pair_prediction.js"
 */

/**
 * The places in their order; a link names one by its number, from 1. The first four ask for a
 * pair. "Many" and what follows are on a text with so many words that pieces win.
 */
export const PLACES = ["first", "anew", "again", "tie", "end", "many", "new-word", "onward"];
const ASKING = 4;
const MANY = PLACES.indexOf("many") + 1;

/**
 * The step at which a place is; undefined where a walk has none, as a tie. What is said of a few
 * words is wrong of many, and the other way round.
 * @param {number} place from 1
 * @param {MergeModel} model
 * @returns {number|undefined}
 */
export function stepOf(place, model) {
  const { steps, walk } = model;
  if (place === PLACES.length) return steps;
  if (place >= MANY !== hasManyWords(model)) return undefined;
  if (place > ASKING) return steps;
  if (PLACES[place - 1] !== "tie") return place - 1 < steps ? place - 1 : undefined;
  for (let i = 0; i < walk.tied.length; i += 2) {
    const last = walk.tied[i] + walk.tied[i + 1] - 1;
    const first = Math.max(walk.tied[i], ASKING);
    if (first <= last) return first - 1;
  }
  return undefined;
}

/**
 * The next place that a walk has, in either direction; 0 before the first one.
 * @param {number} place
 * @param {1|-1} by
 * @param {MergeModel} model
 */
export function placeBeside(place, by, model) {
  let next = place + by;
  while (next > 0 && next < PLACES.length && stepOf(next, model) === undefined) next += by;
  return Math.min(next, PLACES.length);
}

/**
 * A place, or the nearest one that a walk has: before "many" where its words are few.
 * @param {number} wanted 0 for none
 * @param {MergeModel} model
 */
export function placeThere(wanted, model) {
  if (!wanted || stepOf(wanted, model) !== undefined) return wanted;
  return placeBeside(wanted, wanted < MANY ? 1 : -1, model);
}

/** Whether a place asks for a pair. @param {number} place */
export const isPicking = (place) => place >= 1 && place <= ASKING;

/**
 * Sums up a pair over all words, as a view in which it is the only pair.
 * @param {MergeModel} model of a walk that was sent with all its words
 * @param {number} step
 * @param {number} left
 * @param {number} right
 * @returns {Sum}
 */
export function sumOverWords(model, step, left, right) {
  const { words, word_counts } = model.walk;
  /** @type {[string, number, number][]} */
  const addends = [];
  let count = 0;
  words.forEach((_, word) => {
    const ids = model.tokensAt(word, step).map(({ id }) => id);
    const times = ids.filter((id, i) => id === left && ids[i + 1] === right).length;
    if (!times) return;
    addends.push([model.textOf(word), times, word_counts[word]]);
    count += times * word_counts[word];
  });
  return { pairs: [left, right, count], words: addends, word_total: addends.length };
}

/**
 * The pair that lost most by the last merge: it would still win, or come close, if pairs were
 * counted only once. The merged one is not among the changes.
 * @param {Pick<View, "changes">} view of the step after the merge
 */
export function mostLost({ changes }) {
  let most;
  for (let i = 0; i < changes.length; i += 4) {
    const [left, right, before, after] = changes.slice(i, i + 4);
    if (after >= before || before <= (most?.before ?? 0)) continue;
    most = { left, right, before, after };
  }
  return most;
}
