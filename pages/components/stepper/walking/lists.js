// The list of the steps of a walk.

import { el } from "../../drawing/elements.js";

/**
 * A row for a step, which leads there; it shows whether the walk is at the step or before it.
 * @param {{step: number, number: (n: number) => string, go: (step: number) => void}} walk
 * @param {number} step
 * @param {(Node|string)[]} contents
 */
export function stepRow(walk, step, ...contents) {
  const state = step === walk.step ? " now" : step > walk.step ? " later" : "";
  return el(
    "button",
    {
      type: "button",
      className: "row" + state,
      ariaCurrent: state === " now" ? "step" : null,
      onclick: () => walk.go(step),
    },
    el("span.index", walk.number(step)),
    ...contents,
  );
}
