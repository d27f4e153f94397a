// Draws texts and tokens as SVG, and measures how wide they are.

import { toneOf } from "../../drawing/colours.js";

/**
 * @import { Point } from "../../drawing/plot.js"
 * @import { Colours } from "./slides.d.ts"
 */

/**
 * How wide a text is, in pixels.
 * @typedef {(text: string, size: number, isCode: boolean, isBold?: boolean) => number} Measure
 */

/** @typedef {{text: string, kind: "whole"|"small"|"marker"}} Label */

/**
 * `hue` is -1 for grey, of which the second in a row is darker.
 * @typedef {{id: number, hue: number, isSecond: boolean, labels: Label[], isNew?: boolean}} Token
 */

/** A part of a sentence. @typedef {Token|{words: string, isBold: boolean}} Inline */

/**
 * @typedef {{
 *   bold?: boolean, pale?: boolean, code?: boolean, anchor?: string, fill?: string
 * }} Look
 */

export const FONTS = {
  prose: '"Source Sans 3", "Noto Sans SC", "PingFang SC", "Microsoft YaHei", system-ui, sans-serif',
  code: '"Source Code Pro", Menlo, Consolas, "Noto Sans SC", "PingFang SC", monospace',
};

/** Where a line may break: after whitespace, and after any character of Chinese. */
const BREAKS = /(?<=\s)|(?<=[\u3000-\u9fff\uff00-\uffef])/u;

/**
 * The visible content of an element of ours: texts and tokens.
 * @param {Node|null} node
 * @returns {Inline[]}
 */
export function inlineOf(node, isBold = false) {
  if (!node) return [];
  if (node.nodeType === 3) return [{ words: node.textContent ?? "", isBold }];
  const element = /** @type {HTMLElement} */ (node);
  if (element.classList?.contains("chip")) return [tokenOf(element)];
  const bold = isBold || element.tagName === "STRONG";
  return [...element.childNodes].flatMap((child) => inlineOf(child, bold));
}

/** @param {HTMLElement} chip @returns {Token} */
function tokenOf(chip) {
  const colour = chip.style.getPropertyValue("--hue").match(/[\d.]+/);
  return {
    id: Number(chip.getAttribute("data-id")),
    hue: colour ? Number(colour[0]) : -1,
    isSecond: chip.classList.contains("second"),
    labels: [...chip.childNodes].flatMap((node) => labelsOf(node)),
  };
}

/** @param {ChildNode} node @param {Label["kind"]} kind @returns {Label[]} */
function labelsOf(node, kind = "whole") {
  if (node.nodeType === 3) return [{ text: node.textContent ?? "", kind }];
  const element = /** @type {HTMLElement} */ (node);
  const own = element.tagName === "SMALL"
    ? "small"
    : element.className === "marker"
    ? "marker"
    : kind;
  return [...element.childNodes].flatMap((child) => labelsOf(child, own));
}

/** The pieces between which a line may break. @param {Inline} part @returns {Inline[]} */
function inPieces(part) {
  return "words" in part ? part.words.split(BREAKS).map((words) => ({ ...part, words })) : [part];
}

/** @param {string} text */
const escaped = (text) =>
  text.replace(/[&<>"]/g, (sign) => `&#${/** @type {number} */ (sign.codePointAt(0))};`);

/** @param {number} n */
const short = (n) => String(Math.round(10 * n) / 10);

export class Pen {
  /** @param {Colours} colours @param {Measure} measure */
  constructor(colours, measure) {
    this.colours = colours;
    this.tone = toneOf(colours.background);
    this.measure = measure;
  }

  /**
   * A whole drawing.
   * @param {{width: number, height: number}} size
   * @param {string} lang
   * @param {string} title
   * @param {string[]} parts
   */
  page({ width, height }, lang, title, parts) {
    const { background } = this.colours;
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
      `viewBox="0 0 ${width} ${height}" role="img" xml:lang="${lang}" lang="${lang}" ` +
      `font-family="${escaped(FONTS.prose)}">` +
      `<title>${escaped(title)}</title>` +
      `<rect width="${width}" height="${height}" fill="${background}"/>${parts.join("")}</svg>`;
  }

  /** @param {string} name @param {string} inside */
  group(name, inside) {
    return `<g class="${name.trim()}">${inside}</g>`;
  }

  /**
   * @param {string} text
   * @param {number} x
   * @param {number} y
   * @param {number} size
   * @param {Look} look
   */
  text(text, x, y, size, look = {}) {
    const { bold = false, pale = false, code = false, anchor = "", fill = this.colours.text } =
      look;
    if (!text) return "";
    const width = this.measure(text, size, code, bold);
    return `<text x="${short(x)}" y="${short(y)}" font-size="${short(size)}" ` +
      `fill="${fill}" textLength="${short(width)}" ` +
      `lengthAdjust="spacingAndGlyphs" xml:space="preserve"` +
      (code ? ` font-family="${escaped(FONTS.code)}"` : "") +
      (bold ? ' font-weight="600"' : "") + (pale ? ' fill-opacity="0.75"' : "") +
      (anchor ? ` text-anchor="${anchor}"` : "") + `>${escaped(text)}</text>`;
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} width
   * @param {number} height
   * @param {string} mark "next", "tied", or another
   */
  bar(x, y, width, height, mark) {
    const { primary, text } = this.colours;
    const [fill, opacity] = mark === "next"
      ? [primary, 1]
      : [mark === "tied" ? primary : text, mark === "tied" ? 0.6 : 0.45];
    return `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${height}" ` +
      `rx="2" fill="${fill}" fill-opacity="${opacity}"/>`;
  }

  /**
   * A line.
   * @param {Point[]} points in pixels
   * @param {string} colour
   * @param {number} width
   */
  line(points, colour, width) {
    const d = points.map(({ x, y }) => `${short(x)} ${short(y)}`).join("L");
    return `<path d="M${d}" fill="none" stroke="${colour}" stroke-width="${width}" ` +
      `stroke-linejoin="round"/>`;
  }

  /** @param {Point} point in pixels @param {string} colour @param {number} radius */
  point({ x, y }, colour, radius) {
    return `<circle cx="${short(x)}" cy="${short(y)}" r="${radius}" fill="${colour}"/>`;
  }

  /** @param {Label} label @param {number} size */
  labelWidth({ text, kind }, size) {
    const width = this.measure(text, kind === "small" ? 0.6 * size : size, true);
    return kind === "marker" ? width + 0.3 * size : width;
  }

  /** @param {Token} token @param {number} size */
  widthOf({ labels }, size) {
    return 0.5 * size + labels.reduce((sum, label) => sum + this.labelWidth(label, size), 0) +
      0.15 * size * (labels.length - 1);
  }

  /**
   * A token in its box; a label wider than the box is narrowed.
   * @param {Token} token @param {number} x @param {number} y @param {number} size
   * @param {number} [width]
   */
  token(token, x, y, size, width = this.widthOf(token, size)) {
    const { border, primary } = this.colours;
    const colour = token.hue < 0 ? border : `hsl(${token.hue}, ${this.tone})`;
    const inside = [];
    let at = 0.25 * size;
    for (const label of token.labels) {
      const own = this.labelWidth(label, size);
      const isMarker = label.kind === "marker";
      if (isMarker) {
        inside.push(
          `<rect x="${short(at)}" y="${short(0.2 * size)}" width="${short(own)}" ` +
            `height="${short(1.2 * size)}" rx="3" fill="none" stroke="${border}"/>`,
        );
      }
      const text = label.kind === "small" ? 0.6 * size : size;
      inside.push(
        this.text(label.text, at + (isMarker ? 0.15 * size : 0), 1.15 * size, text, { code: true }),
      );
      at += own + 0.15 * size;
    }
    const natural = this.widthOf(token, size);
    const narrow = width < natural ? ` scale(${width / natural} 1)` : "";
    return `<g class="token" data-id="${token.id}" ` +
      `transform="translate(${short(x)} ${short(y)})${narrow}">` +
      `<rect width="${short(natural)}" height="${short(1.6 * size)}" rx="5" fill="${colour}" ` +
      `fill-opacity="${token.hue >= 0 ? 0.32 : token.isSecond ? 0.75 : 0.12}" ` +
      `stroke="${token.isNew ? primary : colour}" stroke-width="${token.isNew ? 3 : 1}"/>` +
      `${inside.join("")}</g>`;
  }

  /**
   * A sentence with tokens in it, in lines; one that needs too many lines is narrowed to fit.
   * @param {Inline[]} inline
   * @param {{x: number, y: number, width: number}} place
   * @param {number} size
   * @param {number} most lines
   */
  flow(inline, { x, y, width }, size, most = 2) {
    const pieces = inline.flatMap(inPieces)
      .map((part) => ({ part, own: this.inlineWidth(part, size) }));
    const whole = pieces.reduce((sum, { own }) => sum + own, 0);
    const shrink = Math.min(1, (most > 1 ? 0.92 : 1) * most * width / whole);
    const room = width / shrink;
    let [at, line] = [0, 0];
    const drawn = pieces.map(({ part, own }) => {
      if (at > 0 && at + own > room && line < most - 1) [at, line] = [0, line + 1];
      const top = line * 1.75 * size;
      const piece = "words" in part
        ? this.text(part.words, at, top + 1.15 * size, size, { bold: part.isBold })
        : this.token(part, at, top, size);
      at += own;
      return piece;
    });
    const scale = shrink < 1 ? ` scale(${Math.round(1000 * shrink) / 1000})` : "";
    return `<g transform="translate(${short(x)} ${short(y)})${scale}">${drawn.join("")}</g>`;
  }

  /** @param {Inline} part @param {number} size */
  inlineWidth(part, size) {
    return "words" in part
      ? this.measure(part.words, size, false, part.isBold)
      : this.widthOf(part, size) + 2;
  }
}
