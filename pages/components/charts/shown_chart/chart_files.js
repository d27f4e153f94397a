/**
 * Charts as files, as they look on the page. Vega has drawn each as SVG; its own menu is left
 * out, because it works only with the mouse.
 */

import { svg } from "../../drawing/elements.js";
import { pngOf, saveFile } from "../../drawing/files.js";

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

export const FORMAT_NAMES = /** @type {Format[]} */ (Object.keys(FORMATS));

/**
 * Saves a chart under its name.
 * @param {SVGSVGElement} chart
 * @param {string} name
 * @param {Format} format
 */
export async function saveChart(chart, name, format) {
  saveFile(await FORMATS[format](drawingOf(chart, name)), `${name}.${format.toLowerCase()}`);
}
