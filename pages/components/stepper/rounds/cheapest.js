// Which tokens cost least.

import { el } from "../../drawing/elements.js";
import { Pairs } from "../merges/pairs.js";

/**
 * @import { BarRow } from "../merges/merge_walk.js"
 * @import { Stepper } from "../stepper.js"
 */

/** The tokens whose removal costs least; those that the next round drops are marked. */
export class Cheapest extends Pairs {
  /** @param {Stepper} stepper */
  constructor(stepper) {
    super(stepper);
    this.node.classList.add("cheapest");
  }

  /** @param {any} view */
  update(view) {
    const { model, number } = this.stepper;
    const { text } = model.walk;
    const before = this.rows;
    this.rows = new Map();
    const most = Math.max(...view.costs, Number.MIN_VALUE);
    view.cheapest.forEach((/** @type {number} */ id, /** @type {number} */ rank) => {
      const row = before.get(String(id)) ?? this.makeRow(id);
      this.updateRow(row, view.costs[rank], most, rank < view.next_total ? "next" : "");
      this.rows.set(String(id), row);
    });
    this.arrange(before);
    const rest = view.removable - view.cheapest.length;
    const more = rest > 0 ? text.more_tokens.replace("{n}", number(rest)) : "";
    const next = view.next_total ? text.next_total.replace("{n}", number(view.next_total)) : "";
    this.more.textContent = view.cheapest.length ? [more, next].filter(Boolean).join(model.walk.lang === "zh" ? "。" : ". ") : text.no_tokens;
  }

  /** @param {number} id @returns {BarRow} */
  makeRow(id) {
    const bar = el("span", { className: "bar" });
    const value = el("span", { className: "value" });
    const mark = el("span", { className: "mark" });
    const name = el("span", { className: "name" }, this.stepper.chips.chip(id));
    const node = el("li", { tabIndex: 0 }, name, el("span", { className: "track" }, bar, value), mark);
    node.onmouseenter = node.onfocus = () => this.stepper.words.ring(id);
    node.onmouseleave = node.onblur = () => this.stepper.words.ring();
    return { node, bar, value, mark };
  }
}
