/**
 * A text in cells: a strip that wraps, or rows in columns, aligned at their ends.
 *
 * Text is only ever inserted with textContent.
 */

import { closest, el } from "../../components/drawing/elements.js";
import { drawOnce } from "../../components/drawing/place_to_draw.js";
import { directed } from "../../components/tokens/chips.js";
import { visible } from "../../components/tokens/spelling.js";

/**
 * @import { Drawing } from "../../components/component/newest_drawing.js"
 */

/**
 * A cell is its text and its classes.
 * @typedef {{name: string, cells: [string, string][]}} Row
 * @typedef {{rows: Row[], layout: "strip" | "columns", lang: string}} Data
 */

/** @param {Row} row @param {(place: number) => void} tell */
function stripNode(row, tell) {
  const cells = row.cells.map(([text, kinds], i) =>
    el("bdi", { className: `cell ${kinds}`, "data-place": i }, visible(text))
  );
  const node = directed(el("p.strip", { role: "group", ariaLabel: row.name }, ...cells));
  node.onclick = (/** @type {Event} */ event) => {
    const place = Number(closest(event, ".cell")?.dataset.place);
    if (place > 0) tell(place);
  };
  return node;
}

/** @param {Row[]} rows */
function columnsNode(rows) {
  const widest = Math.max(...rows.map((row) => row.cells.length));
  const body = rows.map((row) =>
    el(
      "tr",
      el("th", { scope: "row" }, row.name),
      ...Array.from({ length: widest - row.cells.length }, () => el("td")),
      ...row.cells.map(([text, kinds]) => el(`td.cell.${kinds}`, visible(text))),
    )
  );
  return el("div.scroll", el("table.columns", el("tbody", ...body)));
}

/** @param {Drawing<Data>} drawing */
export default function mount(drawing) {
  drawOnce(drawing, ({ rows, layout }, tell) => {
    const open = (/** @type {number} */ place) => tell("place", place);
    return [el("div.stepper", layout === "strip" ? stripNode(rows[0], open) : columnsNode(rows))];
  });
}
