// Marks the landmarks of a walk of merges along its slider.

import { t } from "../../browser/sentences.js";
import { marks } from "../walking/marks.js";

/**
 * @import { MergeStepper } from "../walker.d.ts"
 */

/**
 * Marks ties and the first word that is one token, up to the step that is shown, and the merges
 * that were chosen.
 * @param {MergeStepper} stepper
 * @param {number[][]} choices step, left, right
 */
export function markSteps(stepper, choices) {
  const { steps, walk } = stepper.model;
  const { tied, whole } = walk;
  if (!tied) return; // a walk of rounds
  const chosen = choices.map(([step]) => step).filter((step) => step <= steps);
  const passed = [
    ...marks("tied", tied, steps),
    ...marks("whole", whole ? [whole[0], 1] : [], steps),
  ];
  const always = marks("chosen", chosen.flatMap((step) => [step, 1]), steps);
  stepper.transport.mark(passed, always, (step) => {
    const marked = inWords(stepper, chosen, step).join("; ");
    return marked && t("Drag to a step. Marks below: {marks}", { marks: marked });
  });
}

/** @param {MergeStepper} stepper @param {number[]} chosen @param {number} step */
function inWords({ model, number }, chosen, step) {
  const { tied, whole } = model.walk;
  let ties = 0;
  for (let i = 0; i < tied.length; i += 2) {
    ties += Math.max(0, Math.min(tied[i + 1], step + 1 - tied[i]));
  }
  const words = [];
  if (ties) words.push(t("lines for steps where the tie rule decided ({n})", { n: number(ties) }));
  if (whole && whole[0] <= step) {
    const values = { word: whole[1], k: number(whole[0]) };
    words.push(t("a dot for the first word that is one token ({word}, step {k})", values));
  }
  if (chosen.length) {
    words.push(t("diamonds for merges that you chose ({n})", { n: number(chosen.length) }));
  }
  return words;
}
