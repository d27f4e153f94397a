// The button that starts a second training.

import { t } from "../../browser/sentences.js";
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
  const label = t("What if this pair were merged next?");
  return el("button", {
    type: "button",
    className: "what-if",
    ariaLabel: label,
    title: label,
    onclick: () => walker.choose?.([[walker.step + 1, left, right]]),
  }, "↱");
}
