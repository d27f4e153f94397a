// The vocabulary at a step.

import { el } from "../../drawing/elements.js";
import { LongList } from "../../drawing/long_list.js";
import { panel } from "../../drawing/panel.js";

/**
 * @import { MergeWalker } from "../walker.d.ts"
 */

/** Every token with its id; a click shows how it was made. */
export class Vocabulary {
  /** @param {MergeWalker} stepper */
  constructor(stepper) {
    const { text } = stepper.model.walk;
    this.stepper = stepper;
    /** @type {number[]} */
    this.ids = [];
    this.list = new LongList(text.vocabulary_title, (i) => this.row(this.ids[i]));
    this.size = el("span", { className: "size" });
    this.inUse = el("input", { type: "checkbox" });
    this.inUse.onchange = () => this.update();
    const tools = el(
      "div",
      { className: "tools" },
      this.size,
      el("label", {}, this.inUse, " ", text.only_in_use),
    );
    this.node = panel(text.vocabulary_title, "vocabulary", tools, this.list.node);
  }

  /** @param {number} id */
  row(id) {
    const { model, chips, step } = this.stepper;
    const { text } = model.walk;
    const made = model.stepOf(id);
    const inUse = model.inUse(id, step);
    const origin = id < model.walk.specials.length
      ? text.origin_special
      : made
      ? text.origin_step.replace("{k}", this.stepper.number(made))
      : text.origin_base;
    const state = (made && made === step ? " now" : "") + (inUse ? "" : " unused");
    return el(
      "button",
      {
        type: "button",
        className: "row" + state,
        title: inUse ? "" : text.not_in_use,
        onclick: () => this.stepper.tree.open(id),
      },
      el("span", { className: "index" }, this.stepper.number(id)),
      chips.chip(id),
      el("span", { className: "origin" }, origin),
    );
  }

  update() {
    const { model, step } = this.stepper;
    this.ids = model.vocabularyAt(step, this.inUse.checked);
    const newest = this.ids.length - 1;
    this.list.update(this.ids.length, step > 0 ? newest : undefined);
    const all = model.sizeAt(step);
    this.size.textContent = model.walk.text.vocabulary_size.replace("{n}", this.stepper.number(all))
      .replace("{m}", this.stepper.number(model.vocabularyAt(step, true).length));
  }
}
