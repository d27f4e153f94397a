// Marks the landmarks of a walk of merges along its slider.

import { t } from "../../browser/sentences.js";
import { marks } from "../walking/marks.js";

/**
 * @import { MergeStepper } from "../walker.d.ts"
 */

/**
 * Marks ties, the first word that is one token, and the merges that were chosen.
 * @param {MergeStepper} stepper
 * @param {number[][]} choices step, left, right
 */
export function markSteps(stepper, choices) {
  const { steps, walk } = stepper.model;
  const { tied, whole } = walk;
  if (!tied) return; // a walk of rounds
  const ties = tied.reduce((sum, n, i) => i % 2 ? sum + n : sum, 0);
  const chosen = choices.map(([step]) => step).filter((step) => step <= steps);
  const number = (/** @type {number} */ n) => stepper.number(n);
  const words = [];
  if (ties) words.push(t("lines for steps where the tie rule decided ({n})", { n: number(ties) }));
  if (whole) {
    const [step, word] = whole;
    const values = { word, k: number(step) };
    words.push(t("a dot for the first word that is one token ({word}, step {k})", values));
  }
  if (chosen.length) {
    words.push(t("diamonds for merges that you chose ({n})", { n: number(chosen.length) }));
  }
  const drawn = [
    ...marks("tied", tied, steps),
    ...marks("whole", whole ? [whole[0], 1] : [], steps),
    ...marks("chosen", chosen.flatMap((step) => [step, 1]), steps),
  ];
  const list = words.join("; ");
  stepper.transport.mark(drawn, list && t("Drag to a step. Marks below: {marks}", { marks: list }));
}
