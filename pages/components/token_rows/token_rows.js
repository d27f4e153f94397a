/**
 * Rows of tokens. Python sends for each row its different chips, and its words as places among
 * them. Helpers and chips are those of the stepper, which stand before this in the module.
 *
 * Text is only ever placed with textContent.
 */

import { el } from "../drawing/elements.js";
import { Chips } from "../tokens/chips.js";
import { charactersOf, visible } from "../tokens/spelling.js";

/** What `Chips` asks of a walk; a token's id is its place among the row's chips. */
class RowModel {
  /** @param {any} row */
  constructor(row) {
    this.chips = row.chips;
    this.walk = { specials: [], text: {} };
  }

  /** @param {number} id */
  stepOf(id) {
    return this.chips[id][1];
  }

  /** @param {number} id */
  spell(id) {
    return this.chips[id][0];
  }

  home() {
    return undefined;
  }
}

/** The chips of one word; bytes say which characters of the word they are part of. @param {Chips} chips @param {number[]} word */
function wordNode(chips, word) {
  const spelled = word.map((id) => chips.model.spell(id));
  const bytes = spelled.flatMap((token) => (typeof token === "string" ? [] : token));
  const characters = charactersOf(bytes);
  const node = el("span", { className: "word" });
  let start = 0;
  word.forEach((id, i) => {
    const end = start + (typeof spelled[i] === "string" ? 0 : spelled[i].length);
    const chip = chips.chip(id, { characters, start, end });
    if (chips.model.chips[id][2]) chip.classList.add("unknown");
    chip.removeAttribute("data-id");
    node.append(chip);
    start = end;
  });
  return node;
}

/** @param {any} row @param {boolean} isList */
function rowNode(row, isList) {
  const chips = new Chips(/** @type {any} */ (new RowModel(row)));
  const remark = row.remark ? el("span", { className: "remark" }, row.remark) : null;
  const tokens = el("div", { className: "tokens", dir: "auto" }, ...row.words.flatMap((/** @type {number[]} */ word) => [wordNode(chips, word), " "]));
  if (isList) tokens.append(remark ?? "");
  const header = el("header", {}, el("h3", {}, isList ? el("bdi", {}, visible(row.name)) : row.name), isList ? null : remark);
  return el("section", { className: isList ? "row" : "panel" }, header, tokens);
}

/** A table with a row's words in its cells. @param {any[]} rows @param {string[]} columns */
function tableNode(rows, columns) {
  const head = el("tr", {}, ...columns.map((name) => el("th", { scope: "col" }, name)));
  const body = rows.map((row) => {
    const chips = new Chips(/** @type {any} */ (new RowModel(row)));
    const words = row.words.map((/** @type {number[]} */ word) => wordNode(chips, word));
    const cells = row.cells.map((/** @type {number} */ size) => el("td", {}, ...words.splice(0, size).flatMap((/** @type {Node} */ word) => [word, " "])));
    return el("tr", {}, el("th", { scope: "row" }, el("bdi", {}, visible(row.name))), ...cells);
  });
  return el("div", { className: "stepper scroll" }, el("table", {}, el("thead", {}, head), el("tbody", {}, ...body)));
}

/** @type {WeakMap<object, string>} */
const drawn = new WeakMap();

/** @param {any} component */
export default function mount({ data, parentElement }) {
  const place = parentElement.querySelector(".mount");
  const colours = getComputedStyle(place).getPropertyValue("--st-chart-categorical-colors").split(",");
  for (let i = 0; i < 7; i++) place.style.setProperty(`--token-${i}`, colours[i % colours.length].trim());
  const key = JSON.stringify(data);
  if (drawn.get(parentElement) === key) return;
  drawn.set(parentElement, key);
  place.lang = data.lang === "zh" ? "zh-Hans" : "en";
  if (data.columns.length) return void place.replaceChildren(tableNode(data.rows, data.columns));
  const isList = data.layout === "list";
  const rows = data.rows.map((/** @type {any} */ row) => rowNode(row, isList));
  place.replaceChildren(el("div", { className: `stepper ${data.layout}` }, ...rows));
}
