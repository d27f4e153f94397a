// A part of what a step changed.

import { t } from "../../browser/sentences.js";
import { el } from "../../drawing/elements.js";

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
