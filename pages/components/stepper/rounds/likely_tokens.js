// The most likely tokens of a round.

import { el } from "../../drawing/elements.js";
import { LongList } from "../../drawing/long_list.js";
import { panel } from "../../drawing/panel.js";

/**
 * @import { Stepper } from "../stepper.js"
 */

/** The most likely tokens with their probabilities. */
export class LikelyTokens {
  /** @param {Stepper} stepper */
  constructor(stepper) {
    const { text } = stepper.model.walk;
    this.stepper = stepper;
    /** @type {any} */
    this.view = undefined;
    this.list = new LongList(text.vocabulary_title, (i) => this.row(i));
    this.size = el("span", { className: "size" });
    this.more = el("p", { className: "more" });
    this.node = panel(text.vocabulary_title, "vocabulary", el("div", { className: "tools" }, this.size), this.list.node, this.more);
  }

  /** @param {number} i */
  row(i) {
    const { chips, number, amount } = this.stepper;
    const id = this.view.likely[i];
    const row = el("div", { className: "row" }, el("span", { className: "index" }, number(i + 1)), chips.chip(id), el("span", { className: "value" }, amount(this.view.probabilities[i])));
    row.onmouseenter = () => this.stepper.words.ring(id);
    row.onmouseleave = () => this.stepper.words.ring();
    return row;
  }

  update() {
    const { model, step, number } = this.stepper;
    const { text, sizes, in_use, specials } = /** @type {any} */ (model.walk);
    this.view = model.views.get(step);
    const listed = this.view.likely.length;
    this.list.update(listed);
    this.size.textContent = text.vocabulary_size.replace("{n}", number(sizes[step])).replace("{m}", number(in_use[step]));
    this.more.textContent = listed < sizes[step] - specials.length ? text.vocabulary_more.replace("{shown}", number(listed)) : "";
  }
}
