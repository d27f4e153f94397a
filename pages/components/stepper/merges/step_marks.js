// Marks the landmarks of a walk of merges along its slider.

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
  const { tied, whole, text } = walk;
  if (!tied) return; // a walk of rounds
  const ties = tied.reduce((sum, n, i) => i % 2 ? sum + n : sum, 0);
  const chosen = choices.map(([step]) => step).filter((step) => step <= steps);
  const number = (/** @type {number} */ n) => stepper.number(n);
  const words = [];
  if (ties) words.push(text.marks_tied.replace("{n}", () => number(ties)));
  if (whole) {
    const [step, word] = whole;
    const told = text.marks_whole.replace("{k}", () => number(step));
    words.push(told.replace("{word}", () => word));
  }
  if (chosen.length) words.push(text.marks_chosen.replace("{n}", () => number(chosen.length)));
  const drawn = [
    ...marks("tied", tied, steps),
    ...marks("whole", whole ? [whole[0], 1] : [], steps),
    ...marks("chosen", chosen.flatMap((step) => [step, 1]), steps),
  ];
  const list = words.join("; ");
  stepper.transport.mark(drawn, list && text.marks.replace("{marks}", () => list));
}
