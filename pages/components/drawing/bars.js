// Amounts as bars, one below the other.

import { el } from "./elements.js";
import { appear, comeFrom } from "./movement.js";
import { panel } from "./panel.js";

/**
 * @import { Movement } from "./movement.js"
 */

/**
 * @template Item
 * @typedef {{
 *   item: Item, key: string, share: number, value: string, mark: string, label: string,
 *   meaning?: string
 * }} Bar  `share` of the longest bar, from 0 to 1; `mark` says how the row is special, `label` is
 *   its sign, and `meaning` what the sign stands for
 */

/**
 * @typedef {{
 *   top: number, width: number, left: number, wide: number, value: string, mark: string
 * }} Look of a row: where it is, how long its bar is, where its value begins and how wide it is, in
 *   pixels
 * @typedef {{top: number, left: number, width: number, height: number, columns: string}} Box
 */

/** @typedef {{node: HTMLElement, bar: HTMLElement, value: HTMLElement, mark: HTMLElement}} Row */

/** The numbers of rows for which a stage may have room. */
const FITTING = [5, 7, 8, 10];

/** When, in a step's movement, the winner is lit, rows count anew, leave, move and grow in. */
const WON = /** @type {[number, number]} */ ([0, 0.22]);
const RECOUNTED = /** @type {[number, number]} */ ([0.5, 0.64]);
const GONE = /** @type {[number, number]} */ ([0.5, 0.64]);
const MOVED = /** @type {[number, number]} */ ([0.56, 0.88]);
const NEW = /** @type {[number, number]} */ ([0.72, 1]);

/** @param {Row} row @returns {Look} */
const lookOf = ({ node, bar, value }) => ({
  top: node.offsetTop,
  width: bar.offsetWidth,
  left: value.offsetLeft,
  wide: value.offsetWidth,
  value: value.textContent ?? "",
  mark: node.className,
});

/**
 * A copy of a row that is no longer seen: it was removed, or others have its room.
 * @param {Row} row
 * @param {Look} was
 */
function asItLooked({ node }, was) {
  const copy = /** @type {HTMLElement} */ (node.cloneNode(true));
  const parts = copy.querySelectorAll(".bar, .value, .mark");
  const [bar, value, mark] = /** @type {NodeListOf<HTMLElement>} */ (parts);
  copy.className = was.mark;
  copy.tabIndex = -1;
  bar.style.width = `${was.width}px`;
  value.textContent = was.value;
  mark.textContent = "";
  return copy;
}

/** @param {string} name @returns {HTMLElement} */
const scrollingList = (name) =>
  el("ol.bars", { tabIndex: 0, "aria-labelledby": `heading-${name}` });

/**
 * A panel of rows with bars. An item that remains from one drawing to the next keeps its row and
 * its focus. Subclasses name the items, and say what pointing at one does.
 * @template Item
 */
export class Bars {
  /**
   * @param {string} title
   * @param {string} name of the panel
   * @param {HTMLElement|null} legend
   * @param {HTMLElement} list
   */
  constructor(title, name, legend, list = scrollingList(name)) {
    this.list = list;
    this.node = panel(title, name, null, legend, list);
    /** @type {Map<string, Row>} */
    this.rows = new Map();
    /** @type {Map<string, Look>} how the rows look, and how they looked before */
    this.looks = new Map();
    /** @type {Map<string, Look>} */
    this.before = new Map();
    /** @type {Box} */
    this.box = { top: 0, left: 0, width: 0, height: 0, columns: "" };
    /** @type {Map<string, Row>} the rows that were removed last */
    this.removed = new Map();
  }

  /**
   * The name of an item's row, and what follows it.
   * @param {Item} _item @returns {(Node|null)[]}
   */
  label(_item) {
    return [];
  }

  /** Called with the item that is pointed at, or without one. @param {Item} [_item] */
  point(_item) {}

  /** @param {Bar<Item>[]} bars from the first to the last */
  show(bars) {
    const before = this.rows;
    this.rows = new Map(bars.map(({ key, item }) => [key, before.get(key) ?? this.row(item)]));
    for (const { key, share, value, mark, label, meaning } of bars) {
      const row = /** @type {Row} */ (this.rows.get(key));
      row.bar.style.width = `${100 * share}%`;
      row.value.textContent = value;
      row.mark.textContent = label;
      row.mark.title = meaning ?? "";
      row.node.className = mark;
    }
    this.removed = new Map([...before].filter(([key]) => !this.rows.has(key)));
    for (const { node } of this.removed.values()) node.remove();
    this.arrange();
    for (const n of FITTING) this.list.classList.toggle(`over-${n}`, bars.length > n);
  }

  /** Puts the rows in order without moving those that are already in place. */
  arrange() {
    let place = this.list.firstChild;
    for (const { node } of this.rows.values()) {
      if (node === place) place = place.nextSibling;
      else this.list.insertBefore(node, place);
    }
  }

  /**
   * Shows how the rows came to be as they are: the winner lights up and leaves, the others take
   * their new lengths and places, and new ones grow in. What moves is transformed, which lays
   * nothing out. Backwards, nothing has won.
   * @param {Movement} movement
   * @param {boolean} forwards
   */
  move(movement, forwards) {
    for (const [key, row] of this.rows) {
      const was = this.before.get(key);
      const look = this.looks.get(key);
      if (!look) continue;
      if (was) this.moveRow(movement, row, was, look);
      else movement.show(row.node, appear, NEW);
      if (!was) movement.show(row.bar, comeFrom("scaleX(0)"), NEW);
    }
    movement.mark(this.list, "moving"); // what is next is not marked yet
    this.showRemoved(movement, forwards);
  }

  /** Remembers how the rows that are shown look, once they are laid out, and looked before. */
  measure() {
    this.before = this.looks;
    const seen = [...this.rows].filter(([, { node }]) => node.offsetHeight);
    this.looks = new Map(seen.map(([key, row]) => [key, lookOf(row)]));
    if (!seen.length) return; // the last rows leave from where they were
    const { offsetTop: top, offsetLeft: left, offsetWidth: width, offsetHeight: height } =
      this.list;
    const { gridTemplateColumns: columns } = getComputedStyle(this.list);
    this.box = { top, left, width, height, columns };
  }

  /** @param {Movement} movement @param {Row} row @param {Look} was @param {Look} is */
  moveRow(movement, row, was, is) {
    const by = was.top - is.top;
    if (by) movement.show(row.node, comeFrom(`translateY(${by}px)`), MOVED);
    if (by > 0) movement.mark(row.node, "rising");
    if (was.width !== is.width) {
      movement.show(row.bar, comeFrom(`scaleX(${was.width / (is.width || 1)})`), MOVED);
    }
    if (was.left !== is.left) {
      const aside = comeFrom(`translateX(${was.left - is.left}px)`);
      for (const each of row.mark.textContent ? [row.value, row.mark] : [row.value]) {
        movement.show(each, aside, MOVED);
      }
    }
    if (was.value === is.value) return;
    // The old value makes room for the new one, and leaves.
    const ghost = el("s.was", was.value);
    const inPlace = `translateX(calc(-0.5em - ${is.wide}px))`;
    const whole = { textDecorationColor: "transparent", color: "var(--st-text-color)" };
    movement.lend(ghost, row.value);
    movement.show(ghost, [{ transform: inPlace, ...whole }, { transform: "none" }], RECOUNTED);
    movement.fade(ghost, NEW);
  }

  /** @param {Movement} movement @param {boolean} forwards */
  showRemoved(movement, forwards) {
    const { top, left, width, height, columns } = this.box;
    const ghosts = el("ol.bars.ghost", {
      style: `top: ${top}px; left: ${left}px; width: ${width}px; height: ${height}px`,
    });
    for (const [key, look] of this.before) {
      const row = this.removed.get(key) ?? this.rows.get(key);
      if (!row || this.looks.has(key) || look.top > top + height) continue;
      const node = asItLooked(row, look);
      node.style.top = `${look.top - top}px`;
      node.style.gridTemplateColumns = columns;
      ghosts.append(node);
      if (forwards && look.mark === "next") {
        const light = el("span.light");
        node.append(light);
        movement.show(light, [{ opacity: 0 }, { opacity: 1 }, { opacity: 1 }], WON);
      }
      movement.fade(node, GONE);
    }
    if (ghosts.childElementCount) movement.lend(ghosts, this.node);
  }

  /** @param {Item} item @returns {Row} */
  row(item) {
    const bar = el("span.bar");
    const value = el("span.value");
    const mark = el("span.mark");
    const [name, behind] = this.label(item);
    const track = el("span.track", bar, value, mark);
    const named = el("span.name", { title: name?.textContent ?? "" }, name);
    const node = el("li", { tabIndex: 0 }, named, track, behind);
    node.onmouseenter = node.onfocus = () => this.point(item);
    node.onmouseleave = node.onblur = () => this.point();
    return { node, bar, value, mark };
  }
}
