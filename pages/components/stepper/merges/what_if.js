// The button that starts a second training.

import { el } from "../../drawing/elements.js";

/**
 * @import { MergeWalker } from "../walker.d.ts"
 */

/**
 * The button "↱", which asks what would happen if a pair were merged next.
 * @param {MergeWalker} walker
 * @param {number} left
 * @param {number} right
 */
export function whatIf(walker, left, right) {
  const label = walker.model.walk.text.what_if_this;
  return el("button", {
    type: "button",
    className: "what-if",
    ariaLabel: label,
    title: label,
    onclick: () => walker.choose?.([[walker.step + 1, left, right]]),
  }, "↱");
}
