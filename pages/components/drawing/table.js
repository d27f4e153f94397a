// A table with a heading above each column.

import { el } from "./elements.js";

/**
 * @param {string[]} columns the headings; "" for none
 * @param {Node[]} [rows]
 * @param {string} [className]
 */
export function tableOf(columns, rows = [], className = "") {
  const head = columns.map((name) => name ? el("th", { scope: "col" }, name) : el("td"));
  return el(
    "table",
    { className },
    el("thead", {}, el("tr", {}, ...head)),
    el("tbody", {}, ...rows),
  );
}
