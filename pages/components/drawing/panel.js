// A part of a page with a heading, the sentence above all the parts, and a list of any length.

import { button, el } from "./elements.js";

/**
 * @param {string} title
 * @param {string} name
 * @param {Node|null} tools beside the title
 * @param {...(Node|string|null)} children
 */
export function panel(title, name, tools, ...children) {
  const id = `heading-${name}`;
  const heading = el("header", el("h2", { id }, title), tools);
  const about = { className: `panel ${name}`, "aria-labelledby": id };
  const node = el("section", about, heading, ...children);
  // Not by `:has()`, which costs a new look at every chip whenever something is drawn.
  const hasLegend = [...node.children].some((each) => each.classList.contains("legend"));
  node.classList.toggle("with-legend", hasLegend);
  return node;
}

/** The tools beside a title. @param {...(Node|string|null)} children */
export const toolRow = (...children) => el("div.tools", ...children);

/** The meaning of a panel's colours, frames and figures. @param {...(Node|string)} children */
export const legendLine = (...children) => el("p.legend", ...children);

/**
 * Unlike `panel`, a part that is folded until somebody opens it.
 * @param {string} title
 * @param {string} name
 * @param {...(Node|null)} children
 */
export function foldedPanel(title, name, ...children) {
  return el(`details.panel.${name}`, el("summary", title), ...children);
}

/**
 * A box whose content may overflow: the keyboard can reach and scroll it, and a screen reader says
 * what is in it.
 * @param {string} className
 * @param {Record<string, string>} name `ariaLabel`, or `aria-labelledby` with a heading's id
 * @param {...(Node|string|null)} children
 */
export function scrollBox(className, name, ...children) {
  return el("div", { className, tabIndex: 0, role: "group", ...name }, ...children);
}

/** Pixels above the first line of a list. */
const ABOVE_FIRST = 4;

/**
 * Scrolls a box, and nothing else, to one of its parts unless that can be seen. The line above it
 * can be seen, too, if there is room for it.
 * @param {HTMLElement} box
 * @param {HTMLElement} part
 */
export function scrollToPart(box, part) {
  const top = (/** @type {Element} */ node) => node.getBoundingClientRect().top;
  const { top: ceiling, bottom: floor, height } = box.getBoundingClientRect();
  const { top: start, bottom: end } = part.getBoundingClientRect();
  if (start >= ceiling && end <= floor) return;
  /** @type {Element} */
  let above = part;
  while (above.previousElementSibling && top(above) >= start) above = above.previousElementSibling;
  const zoom = height / box.offsetHeight || 1; // of a large screen, or the presenter's view
  const by = (end - top(above) < height ? top(above) : start) - ceiling;
  box.scrollTop += by / zoom - ABOVE_FIRST;
}

/** The sentence that says what happens now, for the eye and for screen readers. */
export function headline() {
  return el("p.headline", { role: "status", "aria-live": "polite" });
}

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
    const last = this.length * ROW_HEIGHT - this.height;
    this.top = Math.max(0, Math.min(top - this.height + 2 * ROW_HEIGHT, last));
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
  const ariaCurrent = step === walk.step ? "step" : null;
  const row = button("", () => walk.go(step), `row${state}`, { ariaCurrent });
  row.append(el("span.index", walk.number(step)), ...contents);
  return row;
}

const FOCUSABLE = "button:not(:disabled), input, select, summary, [tabindex]";

/** @param {HTMLElement} node @returns {HTMLElement[]} */
const focusable = (node) => [...node.querySelectorAll(/** @type {"button"} */ (FOCUSABLE))];

/** An element's kind and its name, however it looks. @param {HTMLElement} node */
const kindAndName = ({ tagName, ariaLabel, textContent }) =>
  `${tagName} ${ariaLabel || textContent}`;

/**
 * Draws something again. The element that had the focus gets it back. If it is gone, the one that
 * says the same does, or else the one in its place, and if there is none, `instead`.
 * @param {HTMLElement} node what is drawn again
 * @param {() => void} draw
 * @param {HTMLElement} [instead]
 */
export function keepFocus(node, draw, instead) {
  const before = focusedIn(node);
  if (!before) return draw();
  const name = kindAndName(before);
  const isAlike = (/** @type {HTMLElement} */ each) => kindAndName(each) === name;
  const all = focusable(node);
  const [place, nth] = [all, all.filter(isAlike)].map((nodes) => nodes.indexOf(before));
  draw();
  if (before === focusedIn(node)) return;
  const now = focusable(node);
  const heir = before.isConnected
    ? before
    : now.filter(isAlike)[nth] ?? now[Math.min(place, now.length - 1)];
  (heir ?? instead)?.focus({ preventScroll: true });
}

/**
 * The focused element within a node.
 * @param {HTMLElement} node
 * @returns {HTMLElement|undefined}
 */
export function focusedIn(node) {
  const root = /** @type {ShadowRoot} */ (node.getRootNode());
  const focused = /** @type {HTMLElement|null|undefined} */ (root.activeElement);
  return focused && focused !== node && node.contains(focused) ? focused : undefined;
}
