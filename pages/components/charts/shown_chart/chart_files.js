/**
 * Charts as files, as they look on the page. Vega has drawn each as SVG; its own menu is left
 * out, because it works only with the mouse.
 */

const SVG_NAMES = "http://www.w3.org/2000/svg";
const HEAD = 32; // height of the name above a chart that does not show it itself
const DOTS = 3; // PNG pixels for each pixel of the page, so that it is sharp on a projector

/** @param {string} tag @param {Record<string, string|number>} attributes */
function shape(tag, attributes) {
  const node = document.createElementNS(SVG_NAMES, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  return node;
}

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
    const title = shape("text", { x: 4, y: -10, fill: getComputedStyle(chart).color, ...font });
    title.textContent = name;
    copy.prepend(title);
  }
  copy.prepend(
    shape("rect", {
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

/** The same as a PNG. @param {Blob} drawing @returns {Promise<Blob>} */
async function dotsOf(drawing) {
  const image = new Image();
  image.src = URL.createObjectURL(drawing);
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.width * DOTS;
  canvas.height = image.height * DOTS;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png")
  );
}

/** @param {Blob} blob @param {string} name */
function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // Some browsers read the file only after asking where to save it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Functions that turn a drawing into a file, by the name of the format. */
const FORMATS = { SVG: (/** @type {Blob} */ drawing) => drawing, PNG: dotsOf };

/** @typedef {keyof typeof FORMATS} Format */

export const FORMAT_NAMES = /** @type {Format[]} */ (Object.keys(FORMATS));

/**
 * Saves a chart under its name.
 * @param {SVGSVGElement} chart
 * @param {string} name
 * @param {Format} format
 */
export async function saveChart(chart, name, format) {
  save(await FORMATS[format](drawingOf(chart, name)), `${name}.${format.toLowerCase()}`);
}
