// The possible answers to "which pair merges next?", and whether an answer is right.

import { t } from "../../browser/sentences.js";
import { amountOf, isTooRare } from "./merge_model.js";

/**
 * @import { MergeWalker } from "../walker.d.ts"
 * @import { View } from "../payload.d.ts"
 * @import { Outcome } from "../walking/answers.js"
 */

/**
 * A view in which one pair is the only one, with the beliefs that would choose it.
 * @typedef {Pick<View, "pairs"|"words"|"word_total"|"token_counts"> & {beliefs?: string[]}} Sum
 */

/**
 * The words of a sum that are not shown. Where pairs cross spaces, a whole line counts as a word.
 * @param {Pick<MergeWalker, "model"|"number">} stepper
 * @param {number} rest
 */
export function moreWords({ model, number }, rest) {
  const n = number(rest);
  return model.walk.lines ? t("more lines ({n})", { n }) : t("more words ({n})", { n });
}

/**
 * How often a pair occurs in one word of a sum, or in one line.
 * @param {Pick<MergeWalker, "model"|"number">} stepper
 * @param {number} times
 */
export function timesInOne({ model, number }, times) {
  const n = number(times);
  return model.walk.lines
    ? t("(× {n}: {n} times in the line)", { n })
    : t("(× {n}: {n} times in the word)", { n });
}

/**
 * The pairs that come closest to winning, ordered by id so that the order reveals nothing.
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
 * Judges an answer. A pair that would win under another tie rule is as good as the winner.
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
