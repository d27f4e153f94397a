// Amounts as bars, one below the other.

import { el } from "./elements.js";

/**
 * @template Item
 * @typedef {{
 *   item: Item, key: string, share: number, value: string, mark: string, label: string
 * }} Bar  `share` of the longest bar, from 0 to 1; `mark` says how the row is special
 */

/** @typedef {{node: HTMLElement, bar: HTMLElement, value: HTMLElement, mark: HTMLElement}} Row */

/**
 * Rows with bars. An item that remains from one drawing to the next keeps its row and its focus.
 * @template Item
 */
export class Bars {
  /**
   * @param {(item: Item) => (Node|null)[]} label the name of the row, and what follows it
   * @param {(item?: Item) => void} point called with the item pointed at, or without one
   */
  constructor(label, point) {
    this.label = label;
    this.point = point;
    this.node = el("ol", { className: "bars", tabIndex: 0, "aria-labelledby": "heading-pairs" });
    /** @type {Map<string, Row>} */
    this.rows = new Map();
  }

  /** @param {Bar<Item>[]} bars from the first to the last */
  show(bars) {
    const before = this.rows;
    this.rows = new Map(bars.map(({ key, item }) => [key, before.get(key) ?? this.row(item)]));
    for (const { key, share, value, mark, label } of bars) {
      const row = /** @type {Row} */ (this.rows.get(key));
      row.bar.style.width = `${100 * share}%`;
      row.value.textContent = value;
      row.mark.textContent = label;
      row.node.className = mark;
    }
    for (const [key, row] of before) if (!this.rows.has(key)) row.node.remove();
    this.arrange();
  }

  /** Puts the rows in order without moving those that are already in place. */
  arrange() {
    let place = this.node.firstChild;
    for (const { node } of this.rows.values()) {
      if (node === place) place = place.nextSibling;
      else this.node.insertBefore(node, place);
    }
  }

  /** @param {Item} item @returns {Row} */
  row(item) {
    const bar = el("span", { className: "bar" });
    const value = el("span", { className: "value" });
    const mark = el("span", { className: "mark" });
    const [name, behind] = this.label(item);
    const track = el("span", { className: "track" }, bar, value);
    const node = el(
      "li",
      { tabIndex: 0 },
      el("span", { className: "name", title: name?.textContent ?? "" }, name),
      track,
      mark,
      behind,
    );
    node.onmouseenter = node.onfocus = () => this.point(item);
    node.onmouseleave = node.onblur = () => this.point();
    return { node, bar, value, mark };
  }
}
