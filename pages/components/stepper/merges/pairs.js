// How often each pair occurs.

import { el } from "../../drawing/elements.js";
import { panel } from "../../drawing/panel.js";
import { whatIf } from "../fork/what_if.js";
import { amountOf } from "./merge_walk.js";

/**
 * @import { Stepper } from "../stepper.js"
 * @import { BarRow, View } from "./merge_walk.js"
 */

/** How often each pair stands now, most frequent first; the next winner and its ties marked. */
export class Pairs {
  /** @param {Stepper} stepper */
  constructor(stepper) {
    this.stepper = stepper;
    const { text } = stepper.model.walk;
    this.list = el("ol", { className: "bars" });
    this.more = el("p", { className: "more" });
    this.node = panel(text.pairs_title, "pairs", null, el("p", { className: "legend" }, text.pairs_legend), this.list, this.more);
    /** @type {Map<string, BarRow>} the rows that are shown, by pair */
    this.rows = new Map();
  }

  /** @param {View|undefined} view */
  update(view) {
    const { text } = this.stepper.model.walk;
    this.node.classList.toggle("loading", !view);
    if (!view) return;
    const n = view.pairs.length / 3;
    const before = this.rows;
    this.rows = new Map();
    for (let rank = 0; rank < n; rank++) {
      const [left, right] = view.pairs.slice(3 * rank, 3 * rank + 2);
      const key = `${left} ${right}`;
      const row = before.get(key) ?? this.makeRow(left, right); // a pair that stays keeps its row
      this.updateRow(row, amountOf(view, rank), amountOf(view, 0), this.markOf(rank, view));
      this.rows.set(key, row);
    }
    this.arrange(before);
    const rest = view.pair_total - n;
    this.more.textContent = n === 0 ? text.no_pairs : rest > 0 ? text.more_pairs.replace("{n}", this.stepper.number(rest)) : "";
  }

  /** Puts the rows in order and moves none that is where it belongs. @param {Map<string, BarRow>} before */
  arrange(before) {
    for (const [key, row] of before) if (!this.rows.has(key)) row.node.remove();
    let place = this.list.firstChild;
    for (const { node } of this.rows.values()) {
      if (node === place) place = place.nextSibling;
      else this.list.insertBefore(node, place);
    }
  }

  /** @param {number} left @param {number} right @returns {BarRow} */
  makeRow(left, right) {
    const bar = el("span", { className: "bar" });
    const value = el("span", { className: "value" });
    const mark = el("span", { className: "mark" });
    const name = el("span", { className: "name" }, this.stepper.chips.pair(left, right));
    const fork = this.stepper.choose ? whatIf(this.stepper, left, right) : null;
    const node = el("li", { tabIndex: 0 }, name, el("span", { className: "track" }, bar, value), mark, fork);
    node.onmouseenter = node.onfocus = () => this.stepper.words.ring(left, right);
    node.onmouseleave = node.onblur = () => this.stepper.words.ring();
    return { node, bar, value, mark };
  }

  /** "next", "tied" or "" @param {number} rank @param {View} view */
  markOf(rank, view) {
    if (rank === 0 && this.stepper.step < this.stepper.model.steps) return "next";
    return rank < view.tie_total && view.tie_total > 1 ? "tied" : "";
  }

  /** @param {BarRow} row @param {number} amount @param {number} most @param {string} mark */
  updateRow(row, amount, most, mark) {
    row.bar.style.width = `${(100 * amount) / most}%`;
    row.value.textContent = this.stepper.amount(amount);
    row.mark.textContent = mark ? this.stepper.model.walk.text[`mark_${mark}`] : "";
    row.node.className = mark;
  }
}
