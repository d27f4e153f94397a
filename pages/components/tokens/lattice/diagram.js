// The arcs of a lattice.

import { t } from "../../browser/sentences.js";
import { el, svg } from "../../drawing/elements.js";
import { legendLine } from "../../drawing/panel.js";
import { columnsOf, direction } from "../spelling.js";

/**
 * @import { WordView } from "./lattice.js"
 */

const LEVEL = 46; // pixels between the tops of arcs that are one above the other
const LEAST_WIDTH = 62; // pixels of a unit
const MOST_WIDTH = 150;
const PROBABILITY = 54; // pixels
const PHONE = 660; // pixels of a view
/** On a phone a unit has as much room as a token of one letter. */
const NARROWEST = 20;

/** The arcs. What is marked follows the position of the table and the chosen segmentation. */
export class Diagram {
  /** @param {WordView} view */
  constructor(view) {
    const { lattice } = view;
    this.view = view;
    this.isMirrored = direction(view.plain(lattice.units)) === "rtl";
    const n = lattice.units.length;
    /** Whether there is no room for probabilities. */
    this.isNarrow = view.width < Math.min(PHONE, (n + 0.6) * LEAST_WIDTH);
    /** Beside the first and the last unit, in units. */
    this.margin = this.isNarrow ? 0.7 : 0.3;
    /** Of a unit, in pixels. */
    this.width = Math.max(
      this.isNarrow ? NARROWEST : LEAST_WIDTH,
      Math.min(MOST_WIDTH, view.width / (n + 2 * this.margin)),
    );
    /** @type {{path: Element, label: HTMLElement}[]} */
    this.arcs = [];
    /** @type {Element[]} */
    this.dots = [];
    this.canvas = el("div.canvas");
    const scroll = el("div.scroll", { tabIndex: 0, role: "img" }, this.canvas);
    scroll.ariaLabel = t("The lattice of {word}: {n} segmentations; the best is {best}", {
      word: view.plain(lattice.units),
      n: view.number(lattice.way_total),
      best: lattice.best.map((edge) => view.chip(edge).textContent).join(" "),
    });
    const legend = this.isNarrow
      ? t(
        "Each arc is a token, each path a segmentation. Thick and solid: the best one. " +
          "Dotted: the one you chose below.",
      )
      : t(
        "Each arc is a token with its probability, each path a segmentation. Thick and " +
          "solid: the best one. Dotted: the one you chose below.",
      );
    const title = el("h2", t("All segmentations of the word"));
    this.node = el("section.panel.diagram", title, legendLine(legend), scroll);
    scroll.onkeydown = (/** @type {KeyboardEvent} */ event) =>
      void (event.key.startsWith("Arrow") && event.stopPropagation()); // scrolls
    this.draw();
  }

  draw() {
    const { lattice, probability } = this.view;
    const n = lattice.units.length;
    const levels = this.levels();
    const top = LEVEL * (Math.max(...levels) + 1) + 26;
    this.canvas.style.width = `${(n + 2 * this.margin) * this.width}px`;
    // Where letters are narrow, they have a line of their own below the numbers.
    const lower = this.isNarrow ? 18 : 0;
    this.canvas.style.height = `${top + 40 + lower}px`;
    this.arcs = lattice.edges.map(([start, end, score, unknown], i) => {
      const height = LEVEL * (levels[i] + 1);
      const [x, to, lift] = [this.x(start), this.x(end), (4 * height) / 3];
      const path = svg("path", {
        d: `M ${x} ${top} C ${x} ${top - lift}, ${to} ${top - lift}, ${to} ${top}`,
        class: "arc",
      });
      const below = this.isNarrow ? null : el("small", unknown ? "?" : probability(score));
      const label = el(unknown ? "span.label.unknown" : "span.label", this.view.chip(i), below);
      label.style.left = `${(x + to) / 2}px`;
      label.style.top = `${top - height}px`;
      return { path, label };
    });
    const picture = svg("svg", { width: "100%", height: "100%", "aria-hidden": "true" });
    picture.append(...this.arcs.map(({ path }) => path), ...this.positions(top));
    const units = lattice.units.map((_, i) => this.unit(i, top + 24 + lower));
    this.canvas.replaceChildren(picture, ...units, ...this.arcs.map(({ label }) => label));
  }

  /** @param {number} position */
  x(position) {
    const { units } = this.view.lattice;
    const from = this.isMirrored ? units.length - position : position;
    return (from + this.margin) * this.width;
  }

  /** The height of each edge's arc. */
  levels() {
    const { lattice } = this.view;
    return arcLevels(lattice.edges.map(([start, end], i) => ({
      start,
      end,
      middle: (this.x(start) + this.x(end)) / 2,
      width: labelWidth(this.view.chip(i).textContent ?? "", this.isNarrow ? 0 : PROBABILITY),
    })));
  }

  /** @param {number} top */
  positions(top) {
    const { lattice } = this.view;
    this.dots = Array.from(
      { length: lattice.units.length + 1 },
      (_, i) => svg("circle", { cx: this.x(i), cy: top, r: 6, class: "dot" }),
    );
    const numbers = this.dots.map((_, i) => {
      const label = svg("text", { x: this.x(i), y: top + 22, class: "dot-number" });
      label.textContent = this.view.number(i);
      return label;
    });
    return [...this.dots, ...numbers];
  }

  /** @param {number} i @param {number} top */
  unit(i, top) {
    const node = el("span.unit", this.view.unitLabel(i));
    node.style.left = `${(this.x(i) + this.x(i + 1)) / 2}px`;
    node.style.top = `${top - 36}px`;
    node.classList.toggle("long", (node.textContent ?? "").length > 4);
    return node;
  }

  update() {
    const { lattice, position, chosen } = this.view;
    const done = position === lattice.units.length;
    const best = new Set(lattice.best);
    const way = new Set(lattice.ways[chosen].edges);
    const stateOf = (/** @type {number} */ i) => {
      const end = lattice.edges[i][1];
      const wins = lattice.back[end] === i;
      if (done) return (best.has(i) ? "best" : "") + (chosen && way.has(i) ? " chosen" : "");
      if (end > position) return "later";
      if (end === position) return wins ? "best" : "compared";
      return wins ? "kept" : "lost";
    };
    this.arcs.forEach(({ path, label }, i) => {
      const state = stateOf(i);
      path.setAttribute("class", `arc ${state}`);
      label.dataset.state = state.trim();
    });
    this.dots.forEach((dot, i) =>
      dot.setAttribute("class", "dot" + (!done && i === position ? " here" : ""))
    );
  }
}

/**
 * @typedef {{start: number, end: number, middle: number, width: number}} Arc
 *   between two positions, with a label of some width in the middle of its top
 */

/**
 * The level of each arc, from 0: longer arcs are above shorter ones, and no two labels of one level
 * overlap.
 * @param {Arc[]} arcs
 * @returns {number[]}
 */
export function arcLevels(arcs) {
  /** @type {[number, number][][]} the occupied ranges on each level, from where to where */
  const taken = [];
  /** @type {number[]} */
  const levels = [];
  const reaches = arcs.map(({ start, end }) => end - start);
  const lengths = [...new Set(reaches)].sort((a, b) => a - b);
  const order = arcs.map((_, i) => i).sort((a, b) => reaches[a] - reaches[b] || a - b);
  for (const i of order) {
    const { middle, width } = arcs[i];
    const [left, right] = [middle - width / 2, middle + width / 2];
    let level = lengths.indexOf(reaches[i]);
    while (taken[level]?.some(([from, to]) => from < right && left < to)) level++;
    (taken[level] ??= []).push([left, right]);
    levels[i] = level;
  }
  return levels;
}

/**
 * About how wide a label is, in pixels.
 * @param {string} text of the token
 * @param {number} least the width of what stands below the token
 */
export function labelWidth(text, least) {
  return Math.max(least, 9 * columnsOf(text) + 16);
}
