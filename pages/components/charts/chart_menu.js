/** The small menu of a chart: a description in words, pictures, and the figures. */

import { speak, t } from "../browser/sentences.js";
import { button, el, saveFile, svg, tableOf } from "../drawing/elements.js";
import { icon } from "../drawing/icons.js";

/**
 * @import { Drawing } from "../component/newest_drawing.js"
 */

/**
 * @typedef {{
 *   within: string, name: string, columns: string[], rows: string[][], words: string
 * }} Chart
 */

/** @param {Chart} chart */
function table({ columns, rows }) {
  const body = rows.map(([name, ...figures]) =>
    el("tr", el("th", { scope: "row" }, name), ...figures.map((each) => el("td", each)))
  );
  return tableOf(columns, body);
}

/** @param {Chart} chart */
function pictures({ name, within }) {
  const save = (/** @type {Format} */ format) => {
    /** @type {SVGSVGElement|null} */
    const chart = document.querySelector(`.st-key-${within} svg.marks`);
    if (chart) saveChart(chart, name, format);
  };
  const buttons = FORMAT_NAMES.map((format) =>
    button(format, () => save(format), "", { ariaLabel: `${name}: ${format}` })
  );
  return el("p.pictures", t("Save as a picture:"), ...buttons);
}

/** The button, and the sheet that it opens. @param {Chart} chart */
function menu(chart) {
  const id = `${chart.within}_sheet`;
  const label = t("{title}: pictures and figures", { title: chart.name });
  const sheet = el("div.sheet", { id });
  // A long table scrolls within the sheet, so Tab has to reach it.
  const within = { tabIndex: 0, role: "group", ariaLabel: label };
  const parts = () => [
    el("p.words", chart.words),
    pictures(chart),
    el("div.figures", within, table(chart)),
  ];
  const names = { ariaLabel: label, title: label, "aria-controls": id };
  const opener = button(icon("more"), () => open(Boolean(sheet.hidden)), "more", names);
  const node = el("div.menu", opener, sheet);
  const open = (/** @type {boolean} */ isOpen) => {
    sheet.replaceChildren(...(isOpen ? parts() : []));
    sheet.hidden = !isOpen;
    opener.setAttribute("aria-expanded", String(isOpen));
  };
  open(false);
  node.onkeydown = (event) => {
    if (event.key !== "Escape" || sheet.hidden) return;
    event.stopPropagation();
    open(false);
    opener.focus();
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

// Charts as files, as they look on the page. Vega has drawn each as SVG; its own menu is left out,
// because it works only with the mouse.

const HEAD = 32; // height of the name above a chart that does not show it itself
const DOTS = 3; // PNG pixels for each pixel of the page, so that it is sharp on a projector

/**
 * The chart as a standalone drawing: on the page's background, under its name, and with each text
 * as wide as it is here, whatever font the viewer has.
 * @param {SVGSVGElement} chart
 * @param {string} name
 */
function drawingOf(chart, name) {
  const copy = /** @type {SVGSVGElement} */ (chart.cloneNode(true));
  const drawn = chart.querySelectorAll("text");
  copy.querySelectorAll("text").forEach((text, i) => {
    const width = drawn[i].getComputedTextLength();
    if (width) text.setAttribute("textLength", String(width));
    text.setAttribute("lengthAdjust", "spacingAndGlyphs");
  });
  const { width, height } = chart.viewBox.baseVal;
  const head = chart.querySelector(".role-title") ? 0 : HEAD;
  if (head) {
    const font = {
      "font-family": drawn[0]?.getAttribute("font-family") ?? "sans-serif",
      "font-size": "16px",
      "font-weight": 600,
    };
    const title = svg("text", { x: 4, y: -10, fill: getComputedStyle(chart).color, ...font });
    title.textContent = name;
    copy.prepend(title);
  }
  copy.prepend(
    svg("rect", {
      y: -head,
      width,
      height: height + head,
      fill: chart.style.backgroundColor || "white",
    }),
  );
  copy.setAttribute("viewBox", `0 ${-head} ${width} ${height + head}`);
  copy.setAttribute("height", String(height + head));
  return new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" });
}

/** Functions that turn a drawing into a file, by the name of the format. */
const FORMATS = {
  SVG: (/** @type {Blob} */ drawing) => drawing,
  PNG: (/** @type {Blob} */ drawing) => pngOf(drawing, DOTS),
};

/** @typedef {keyof typeof FORMATS} Format */

const FORMAT_NAMES = /** @type {Format[]} */ (Object.keys(FORMATS));

/**
 * Saves a chart under its name.
 * @param {SVGSVGElement} chart
 * @param {string} name
 * @param {Format} format
 */
async function saveChart(chart, name, format) {
  saveFile(await FORMATS[format](drawingOf(chart, name)), `${name}.${format.toLowerCase()}`);
}

/**
 * A drawing in SVG as a PNG, enlarged.
 * @param {Blob} drawing
 * @param {number} scale
 * @returns {Promise<Blob>}
 */
export async function pngOf(drawing, scale) {
  const image = new Image();
  image.src = URL.createObjectURL(drawing);
  await image.decode();
  const canvas = el("canvas", { width: image.width * scale, height: image.height * scale });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png")
  );
}
