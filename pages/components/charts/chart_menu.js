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
  const save = async (/** @type {string} */ format) => {
    /** @type {SVGSVGElement|null} */
    const chart = document.querySelector(`.st-key-${within} svg.marks`);
    if (!chart) return;
    const drawing = drawingOf(chart, name);
    const file = format === "PNG" ? await pngOf(drawing) : drawing;
    saveFile(file, `${name}.${format.toLowerCase()}`);
  };
  const buttons = ["SVG", "PNG"].map((format) =>
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
  const fill = chart.style.backgroundColor || "white";
  copy.prepend(svg("rect", { y: -head, width, height: height + head, fill }));
  copy.setAttribute("viewBox", `0 ${-head} ${width} ${height + head}`);
  copy.setAttribute("height", String(height + head));
  return new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" });
}

/** A drawing in SVG as a PNG, enlarged. @param {Blob} drawing @returns {Promise<Blob>} */
async function pngOf(drawing) {
  const image = new Image();
  image.src = URL.createObjectURL(drawing);
  await image.decode();
  const canvas = el("canvas", { width: DOTS * image.width, height: DOTS * image.height });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png")
  );
}
