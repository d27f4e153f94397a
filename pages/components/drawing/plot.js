// Lines over a plane of any size: the plane stretches, names and points on it do not.

import { el, svg } from "./elements.js";
import { comeFrom } from "./movement.js";

/** A line of more points looks no smoother. */
const MOST_POINTS = 240;

/**
 * @import { Movement } from "./movement.js"
 */

/** @typedef {{x: number, y: number}} Point  both from 0 to 1, from the lower left corner */

/**
 * A plane with lines on it. What `reach` says is how far a line is drawn: the rest of it is left
 * out, or faint. Screen readers have the same in words elsewhere.
 */
export class Plot {
  /** @param {string} className */
  constructor(className) {
    const [lines, soFar] = [1, 2].map(() =>
      svg("svg", { viewBox: "0 0 100 100", preserveAspectRatio: "none" })
    );
    this.lines = lines;
    this.soFar = soFar;
    /** The window onto the part that is reached: it moves, and the lines in it do not. */
    this.window = el("div", soFar);
    this.node = el(
      "div",
      { className: `plot ${className}`, ariaHidden: "true" },
      lines,
      el("div.so-far", this.window),
    );
    /** Whether its lines go down, and not to the right. */
    this.isUpright = false;
    /** @type {Point|undefined} where the walk is, and was before */
    this.now = undefined;
    /** @type {Point|undefined} */
    this.before = undefined;
    /** In pixels, once it is laid out. */
    this.size = { width: 0, height: 0 };
  }

  /** Makes its lines go down. */
  setUpright() {
    this.isUpright = true;
    this.node.classList.add("upright");
  }

  /**
   * Draws a line, and another one of the same points for the part that is reached.
   * @param {string} className
   * @param {Point[]} points
   */
  line(className, points) {
    const d = pathThrough(points);
    this.lines.append(svg("path", { class: `${className} rest`, d }));
    this.soFar.append(svg("path", { class: className, d }));
  }

  /**
   * A level that lines are compared with, and its name above or below its end.
   * @param {string} className
   * @param {number} y from 0 to 1
   * @param {boolean} isAbove
   * @param {...(Node|string)} name
   */
  level(className, y, isAbove, ...name) {
    const [start, end] = [{ x: 0, y }, { x: 1, y }];
    this.lines.append(svg("path", { class: `${className} level`, d: pathThrough([start, end]) }));
    this.point(`${className} level ${isAbove ? "above" : "below"}`, end, ...name);
  }

  /**
   * A point, and a name beside it.
   * @param {string} className
   * @param {Point} place
   * @param {...(Node|string)} name
   */
  point(className, place, ...name) {
    const label = el("span.name", ...name);
    const node = el(`span.point.${className}`, label);
    this.put(node, place);
    this.node.append(node);
    return node;
  }

  /**
   * Puts a point somewhere. Its name is on the side where there is room.
   * @param {HTMLElement} node
   * @param {Point} place
   */
  put(node, place) {
    node.style.left = `${brief(100 * place.x)}%`;
    node.style.bottom = `${brief(100 * place.y)}%`;
    node.classList.toggle("leftwards", isOnRight(place));
    node.classList.toggle("high", place.y > 0.5);
  }

  /** Adds the point at which a walk is; `arrive` moves it. @param {...(Node|string)} name */
  addHere(...name) {
    this.here = this.point("here", { x: 0, y: 0 }, ...name);
    return this.here;
  }

  /** Puts the point of the walk somewhere, and draws lines up to there. @param {Point} place */
  arrive(place) {
    this.before = this.now;
    this.now = place;
    if (this.here) this.put(this.here, place);
    this.reach(place);
  }

  /** Remembers how large it is now. */
  measure() {
    this.size = { width: this.node.clientWidth, height: this.node.clientHeight };
  }

  /**
   * Shows the point of the walk, and the lines that end there, come from where it was.
   * @param {Movement} movement
   * @param {[number, number]} when
   */
  move(movement, when) {
    const { before: from, now: to, here: node } = this;
    if (!from || !to || !node) return;
    const { width, height } = this.size;
    const [x, y] = [(from.x - to.x) * width, (to.y - from.y) * height];
    const name = node.firstElementChild;
    // On its new side there may be no room before the point has arrived.
    if (name && isOnRight(from) !== isOnRight(to)) {
      movement.show(name, [{ opacity: 0 }, { opacity: 0 }, { opacity: 1 }], when);
    }
    movement.show(node, comeFrom(`translate(${x}px, ${y}px)`), when);
    const [back, forth] = this.isUpright ? [`0 ${y}px`, `0 ${-y}px`] : [`${x}px`, `${-x}px`];
    movement.show(this.window, [{ translate: back }, { translate: "none" }], when);
    movement.show(this.soFar, [{ translate: forth }, { translate: "none" }], when);
  }

  /** Says how far lines are drawn: to the left of a point, or above it. @param {Point} point */
  reach({ x, y }) {
    const reached = this.isUpright ? 1 - y : x;
    this.node.style.setProperty("--reached", `${brief(100 * reached)}%`);
  }
}

/** Whether a point's name has its room on the left. @param {Point} place */
const isOnRight = ({ x }) => x > 0.5;

/** A path through points, on a plane of 100 by 100. @param {Point[]} points */
export const pathThrough = (points) =>
  "M" + points.map(({ x, y }) => `${brief(100 * x)} ${brief(100 - 100 * y)}`).join("L");

/** @param {number} n */
const brief = (n) => Number(n.toFixed(2));

/**
 * The indices of a list that a line goes through: the first, the last, and some between.
 * @param {number} length
 */
export function sampled(length) {
  const gaps = Math.min(length - 1, MOST_POINTS);
  return Array.from({ length: gaps + 1 }, (_, i) => Math.round((i * (length - 1)) / (gaps || 1)));
}
