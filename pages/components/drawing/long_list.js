// A list of any length that draws only its visible rows.

import { el } from "./elements.js";
import { keepFocus } from "./kept_focus.js";

const ROW_HEIGHT = 34; // pixels; the same figure is --row in the stylesheet

/**
 * Draws only the visible rows. The scroll position is remembered and not queried, because a query
 * makes the browser lay out the whole page at every step.
 */
export class LongList {
  /** @param {string} label @param {(index: number) => HTMLElement} drawRow */
  constructor(label, drawRow) {
    this.drawRow = drawRow;
    this.length = 0;
    this.top = 0;
    this.wanted = -1; // the row to bring into view
    this.height = 10 * ROW_HEIGHT;
    this.rows = el("div.rows");
    this.space = el("div.space", this.rows);
    this.node = el("div.long-list", { role: "group", ariaLabel: label, tabIndex: 0 }, this.space);
    this.node.onscroll = () => {
      if (Math.abs(this.node.scrollTop - this.top) < 1) return; // our own scrolling
      this.top = this.node.scrollTop;
      this.wanted = -1;
      this.draw();
    };
    new ResizeObserver(([entry]) => this.resize(entry.contentRect.height)).observe(this.node);
  }

  /** @param {number} length @param {number} [reveal] index of the row to bring into view */
  update(length, reveal) {
    if (length !== this.length) this.space.style.height = `${length * ROW_HEIGHT}px`;
    this.length = length;
    this.wanted = reveal ?? -1;
    this.redraw();
  }

  /**
   * Sets the height. A list below the fold has none until it is scrolled to.
   * @param {number} height
   */
  resize(height) {
    if (!height || height === this.height) return;
    this.height = height;
    this.redraw();
  }

  /**
   * Redraws at most once a frame, however fast the clicks come: after the frame's picture, which
   * would be later with it.
   */
  redraw() {
    this.drawing ||= requestAnimationFrame(() =>
      setTimeout(() => {
        this.drawing = 0;
        if (this.wanted >= 0) this.reveal(this.wanted * ROW_HEIGHT);
        this.draw();
        this.node.scrollTop = this.top;
      })
    );
  }

  /** @param {number} top of the row, in pixels */
  reveal(top) {
    if (top >= this.top && top + ROW_HEIGHT <= this.top + this.height) return;
    this.top = Math.max(
      0,
      Math.min(top - this.height + 2 * ROW_HEIGHT, this.length * ROW_HEIGHT - this.height),
    );
  }

  draw() {
    const first = Math.max(0, Math.floor(this.top / ROW_HEIGHT) - 1);
    const last = Math.min(this.length, first + Math.ceil(this.height / ROW_HEIGHT) + 3);
    /** @type {HTMLElement[]} */
    const rows = [];
    for (let i = first; i < last; i++) rows.push(this.drawRow(i));
    this.rows.style.transform = `translateY(${first * ROW_HEIGHT}px)`;
    keepFocus(this.rows, () => this.rows.replaceChildren(...rows));
  }
}

/**
 * A row for a step, which leads there; it shows whether the walk is at the step or before it.
 * @param {{step: number, number: (n: number) => string, go: (step: number) => void}} walk
 * @param {number} step
 * @param {(Node|string)[]} contents
 */
export function stepRow(walk, step, ...contents) {
  const state = step === walk.step ? " now" : step > walk.step ? " later" : "";
  return el(
    "button",
    {
      type: "button",
      className: "row" + state,
      ariaCurrent: state === " now" ? "step" : null,
      onclick: () => walk.go(step),
    },
    el("span.index", walk.number(step)),
    ...contents,
  );
}
