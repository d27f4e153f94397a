// Marks events along the slider of a walk's steps.

import { el } from "../../drawing/elements.js";

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
export function marks(kind, runs, steps) {
  return placesOf(runs, steps).map(({ at, share }) =>
    el("span", {
      className: `step-mark ${kind}`,
      style: `left: ${(100 * at).toFixed(2)}%; opacity: ${(0.35 + 0.65 * share).toFixed(2)}`,
    })
  );
}
