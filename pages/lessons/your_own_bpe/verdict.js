/** Draws sentences with values filled in, tables of them, and explanations with their names. */

import { el } from "../../components/drawing/elements.js";
import { preparedPlace } from "../../components/drawing/place_to_draw.js";
import { Values } from "../../components/tokens/values.js";

/**
 * @import { Drawing } from "../../components/component/newest_drawing.js"
 * @import { Value } from "../../components/stepper/payload.d.ts"
 */

/** @typedef {{line: string, facts: Record<string, Value>, look: string}} Line */
/** @typedef {{names: string, lines: string[]}} Explanation */
/** @typedef {Line|{table: Line[][]}|{items: Explanation[]}} Block */

/** @param {Drawing<{blocks: Block[], lang: string}>} drawing */
export default function mount({ data, parentElement }) {
  const root = preparedPlace({ data, parentElement });
  const values = new Values(data.lang);
  const nodes = data.blocks.map((block) => draw(block, values));
  root.replaceChildren(el("div.found", { role: "status" }, ...nodes));
}

/** @param {Block} block @param {Values} values @returns {HTMLElement} */
function draw(block, values) {
  if ("table" in block) return table(block.table, values);
  if ("items" in block) {
    return el("ul.explanations", ...block.items.map(explanation));
  }
  return el("p", { className: block.look }, values.sentence(block.line, block.facts));
}

/** @param {Line[][]} rows @param {Values} values */
function table(rows, values) {
  const cells = (/** @type {Line[]} */ row) =>
    row.map(({ line, facts }, i) =>
      el(i ? "td" : "th", i ? {} : { scope: "row" }, values.sentence(line, facts))
    );
  const body = rows.map((row) => el("tr", ...cells(row)));
  return el("div.scroll", { tabIndex: 0 }, el("table", el("tbody", ...body)));
}

/** @param {Explanation} told */
function explanation({ names, lines }) {
  return el("li", ...lines.map((line) => el("p", line)), el("code", names));
}
