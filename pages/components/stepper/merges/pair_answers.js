// What can be answered to "which pair merges next?", and what an answer is worth.

import { amountOf, isTooRare } from "./merge_model.js";

/**
 * @import { View } from "../payload.d.ts"
 * @import { Outcome } from "../walking/answers.js"
 */

/**
 * Of a pair, the only one, with the beliefs that would choose it.
 * @typedef {Pick<View, "pairs"|"words"|"word_total"|"token_counts"> & {beliefs?: string[]}} Sum
 */

/**
 * The pairs that win most nearly, in an order that says nothing: by their ids.
 * @param {Pick<View, "pairs">} view
 * @param {number} most
 */
export function candidatePairs({ pairs }, most) {
  const found = [];
  for (let i = 0; i < pairs.length && found.length < most; i += 3) {
    found.push(pairs.slice(i, i + 2));
  }
  return found.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

/**
 * A pair that would win under another rule is as good as the one that wins.
 * @param {{left: number, right: number}} next the pair that merges
 * @param {Pick<View, "pairs"|"token_counts">} view of the step
 * @param {Sum} chosen what the learner's pair amounts to
 * @param {{min_frequency?: number}} walk
 * @returns {Outcome}
 */
export function pairOutcome(next, view, chosen, walk) {
  const [left, right] = chosen.pairs;
  if (left === next.left && right === next.right) return "right";
  if (isTooRare(walk, chosen, 0)) return "wrong";
  return amountOf(chosen, 0) === amountOf(view, 0) ? "tied" : "wrong";
}
