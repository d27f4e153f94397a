// Marks the landmarks of a walk of merges along its slider.

import { t } from "../../browser/sentences.js";
import { el } from "../../drawing/elements.js";

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

/** The most marks of one kind. In a longer walk, neighbouring steps share a mark. */
const MOST = 100;

/**
 * The places of marks from 0 to 1, and what part of the steps there each stands for.
 * @param {number[]} runs first step, how many, first step, …: in their order
 * @param {number} steps of the whole walk
 * @returns {{at: number, share: number}[]}
 */
export function placesOf(runs, steps) {
  const bins = Math.min(MOST, steps);
  const counts = new Array(bins).fill(0);
  const binOf = (/** @type {number} */ step) => Math.floor(((step - 1) * bins) / steps);
  const sizes = new Array(bins).fill(0);
  for (let step = 1; step <= steps; step++) sizes[binOf(step)]++;
  for (let i = 0; i < runs.length; i += 2) {
    for (let step = runs[i]; step < runs[i] + runs[i + 1]; step++) counts[binOf(step)]++;
  }
  return counts.flatMap((count, bin) => {
    if (!count) return [];
    const first = Math.ceil((bin * steps) / bins) + 1;
    return [{ at: (first + (sizes[bin] - 1) / 2) / steps, share: count / sizes[bin] }];
  });
}

/**
 * A mark for each place, along a track as long as the slider's.
 * @param {string} kind
 * @param {number[]} runs
 * @param {number} steps
 */
function marks(kind, runs, steps) {
  return placesOf(runs, steps).map(({ at, share }) =>
    el("span", {
      className: `step-mark ${kind}`,
      style: `left: ${(100 * at).toFixed(2)}%; opacity: ${(0.35 + 0.65 * share).toFixed(2)}`,
    })
  );
}
