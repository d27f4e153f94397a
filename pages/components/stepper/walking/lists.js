// Lists of a walk: of its steps, and of what a step changed.

import { t } from "../../browser/sentences.js";
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
    el("span", { className: "index" }, walk.number(step)),
    ...contents,
  );
}

/**
 * The first items of a kind, and how many more there are.
 * @param {string} kind
 * @param {string} title
 * @param {HTMLElement[]} items
 * @param {string} rest how many more, as a number; "" for none
 */
export function changeGroup(kind, title, items, rest) {
  const more = rest && el("li", { className: "more" }, t(" and {n} more", { n: rest }));
  return el(
    "div",
    { className: `group ${kind}` },
    el("h3", {}, title),
    el("ul", {}, ...items, more),
  );
}
