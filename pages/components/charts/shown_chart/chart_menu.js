/** The small menu of a chart: a description in words, pictures, and the figures. */

import { speak, t } from "../../browser/sentences.js";
import { el } from "../../drawing/elements.js";
import { icon } from "../../drawing/icons.js";
import { FORMAT_NAMES, saveChart } from "./chart_files.js";
import { tableOf } from "../../drawing/table.js";

/**
 * @import { Drawing } from "../../component/component.d.ts"
 */

/**
 * @typedef {{
 *   within: string, name: string, columns: string[], rows: string[][], words: string
 * }} Chart
 */

/** @param {Chart} chart */
function table({ columns, rows }) {
  const body = rows.map(([name, ...figures]) =>
    el("tr", {}, el("th", { scope: "row" }, name), ...figures.map((each) => el("td", {}, each)))
  );
  return tableOf(columns, body);
}

/** @param {Chart} chart */
function pictures({ name, within }) {
  const buttons = FORMAT_NAMES.map((format) =>
    el("button", {
      type: "button",
      ariaLabel: `${name}: ${format}`,
      onclick: () => {
        /** @type {SVGSVGElement|null} */
        const chart = document.querySelector(`.st-key-${within} svg.marks`);
        if (chart) saveChart(chart, name, format);
      },
    }, format)
  );
  return el("p", { className: "pictures" }, t("Save as a picture:"), ...buttons);
}

/** The button, and the sheet that it opens. @param {Chart} chart */
function menu(chart) {
  const id = `${chart.within}_sheet`;
  const label = t("{title}: pictures and figures", { title: chart.name });
  const words = el("p", { className: "words" }, chart.words);
  // A long table scrolls within the sheet, so Tab has to reach it.
  const figures = el("div", { className: "figures", tabIndex: 0, role: "group", ariaLabel: label });
  const sheet = el(
    "div",
    { className: "sheet", id, hidden: true },
    words,
    pictures(chart),
    figures,
  );
  const button = el("button", {
    type: "button",
    className: "more",
    ariaLabel: label,
    title: label,
  });
  button.append(icon("more"));
  button.setAttribute("aria-controls", id);
  const node = el("div", { className: "menu" }, button, sheet);
  const open = (/** @type {boolean} */ isOpen) => {
    if (isOpen) figures.replaceChildren(table(chart));
    sheet.replaceChildren(...(isOpen ? [words, pictures(chart), figures] : []));
    sheet.hidden = !isOpen;
    button.setAttribute("aria-expanded", String(isOpen));
  };
  open(false);
  button.onclick = () => open(Boolean(sheet.hidden));
  node.onkeydown = (event) => {
    if (event.key !== "Escape" || sheet.hidden) return;
    event.stopPropagation();
    open(false);
    button.focus();
  };
  node.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget && !node.contains(/** @type {Node} */ (relatedTarget))) open(false);
  });
  const pressed = (/** @type {Event} */ event) => {
    if (!sheet.hidden && !event.composedPath().includes(node)) open(false);
  };
  return { node, pressed };
}

/** @type {WeakMap<HTMLElement, {key: string, pressed: (event: Event) => void}>} */
const drawn = new WeakMap();

/** @param {Drawing<Chart>} drawing */
export default function mount({ data, parentElement }) {
  speak(data.translations);
  const forget = () => {
    const here = drawn.get(parentElement);
    if (here) document.removeEventListener("pointerdown", here.pressed, true);
    drawn.delete(parentElement);
  };
  const key = JSON.stringify(data);
  if (drawn.get(parentElement)?.key === key) return forget;
  forget();
  const { node, pressed } = menu(data);
  document.addEventListener("pointerdown", pressed, true);
  drawn.set(parentElement, { key, pressed });
  parentElement.querySelector(".mount")?.replaceChildren(node);
  return forget;
}
