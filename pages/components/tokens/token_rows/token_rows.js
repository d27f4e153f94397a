/**
 * Rows of tokens. For each row, Python sends its distinct chips, and its words as indices of these
 * chips.
 *
 * Text is only ever placed with textContent.
 */

import { el, tableOf } from "../../drawing/elements.js";
import { legendLine, scrollBox } from "../../drawing/panel.js";
import { drawOnce } from "../../drawing/place_to_draw.js";
import { alternate, Chips, directed, spaceLegend } from "../chips.js";
import { visible } from "../spelling.js";

/**
 * @import { Drawing } from "../../component/newest_drawing.js"
 * @import { Spelled } from "../tokens.d.ts"
 */

/**
 * `chips` are spelling and whether it is unknown; `words` are places among them; `cells` says
 * how many words each cell of a table has; `bars` are amounts with how they are written;
 * `text` and `last` are literal, around the tokens.
 * @typedef {{
 *   name: string, remark: string, chips: [Spelled, boolean][], words: number[][],
 *   cells: number[], bars: [number, string][], text: string, last: string, compared: string
 * }} Row
 *
 * @typedef {{
 *   rows: Row[], columns: string[], layout: string, lang: string
 * }} Data
 */

/**
 * The words of a row; bytes say which characters of their word they are part of. A token's id is
 * its index among the row's chips.
 * @param {Row} row
 */
function wordsOf({ chips, words }) {
  const drawn = new Chips({ spell: (id) => chips[id][0] });
  return words.map((word) => {
    const row = drawn.row(word);
    row.forEach((chip, i) => {
      if (chips[word[i]][1]) chip.classList.add("unknown");
      chip.removeAttribute("data-id");
    });
    return directed(el("span.word", ...row));
  });
}

/** The words that stand in one place, with a space after each. @param {HTMLElement[]} words */
function inOnePlace(words) {
  alternate(words.flatMap((word) => [...word.children]));
  return words.flatMap((word) => [word, " "]);
}

/** The name of a row: a token, or words, between which a space is no sign. @param {Row} row */
function nameNode({ name }) {
  return el("bdi", visible(name).replace(/(?<=[^␣])␣(?=[^␣])/g, " "));
}

/** @param {Row} row @param {boolean} isList */
function rowNode(row, isList) {
  const words = wordsOf(row);
  const remark = row.remark ? el("span.remark", row.remark) : null;
  const tokens = directed(scrollBox("tokens", { ariaLabel: row.name }, ...inOnePlace(words)));
  if (isList) tokens.append(remark ?? "");
  const header = el("header", el("h2", isList ? nameNode(row) : row.name), isList ? null : remark);
  return el(
    "section",
    { className: isList ? "row" : `panel ${row.compared}` },
    header,
    literal(row.text, row.name),
    (row.text || row.last) && !row.words.length ? null : tokens,
    row.last ? scrollBox("last", { ariaLabel: row.name }, row.last) : null,
  );
}

/**
 * A text with its line breaks; nothing if there is no text.
 * @param {string} text
 * @param {string} name of its row
 */
function literal(text, name) {
  const lines = text.split("\n").map(visible).join("↵\n");
  return text ? scrollBox("literal", { dir: "auto", ariaLabel: name }, lines) : null;
}

/**
 * A table with the rows' words in its cells. The longest bar fills its cell.
 * @param {Row[]} rows
 * @param {string[]} columns
 */
function tableNode(rows, columns) {
  const longest = Math.max(...rows.flatMap(({ bars }) => bars.map(([amount]) => amount)), 0);
  const body = rows.map((row) => {
    const words = wordsOf(row);
    const cells = row.cells.map((size) =>
      el("td", directed(el("span", ...inOnePlace(words.splice(0, size)))))
    );
    if (row.remark) cells[cells.length - 1]?.append(el("span.remark", row.remark));
    const bars = row.bars.map(([amount, label]) => {
      const bar = el("span.bar", { style: `width: ${100 * amount / longest}%` });
      return el("td.amount", el("span.track", bar), label);
    });
    const name = el("th", { scope: "row" }, nameNode(row));
    const all = [...cells, ...(row.last ? [el("td.last", row.last)] : []), ...bars];
    all.forEach((cell, i) => (cell.dataset.column = columns[i + 1]));
    return el("tr", name, ...all);
  });
  const isWide = rows.some(({ cells, last }) => cells.length > 2 || last);
  const table = tableOf(columns, body, isWide ? "many-columns" : "");
  return scrollBox("stepper scroll", { ariaLabel: columns[0] }, table);
}

/** @param {Drawing<Data>} drawing */
export default function mount(drawing) {
  drawOnce(drawing, ({ rows, columns, layout }) => {
    const isList = layout === "list";
    const drawn = columns.length
      ? tableNode(rows, columns)
      : el(`div.stepper.${layout}`, ...rows.map((row) => rowNode(row, isList)));
    // A list stands below panels that have explained the sign already.
    const tokens = isList ? [] : rows.flatMap(({ chips }) => chips.map(([token]) => token));
    return [drawn, ...spaceLegend(tokens).map((each) => legendLine(each))];
  });
}
