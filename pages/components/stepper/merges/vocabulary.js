// The vocabulary at a step.

import { t } from "../../browser/sentences.js";
import { el } from "../../drawing/elements.js";
import { LongList } from "../../drawing/long_list.js";
import { panel, toolRow } from "../../drawing/panel.js";

/**
 * @import { MergeWalker } from "../walker.d.ts"
 */

/** Every token with its id; a click shows how it was made. */
export class Vocabulary {
  /** @param {MergeWalker} stepper */
  constructor(stepper) {
    this.stepper = stepper;
    /** @type {number[]} */
    this.ids = [];
    this.list = new LongList(t("Vocabulary"), (i) => this.row(this.ids[i]));
    this.size = el("span", { className: "size" });
    this.inUse = el("input", { type: "checkbox" });
    this.inUse.onchange = () => this.update();
    const tools = toolRow(this.size, el("label", {}, this.inUse, " ", t("only tokens in use")));
    this.node = panel(t("Vocabulary"), "vocabulary", tools, this.list.node);
  }

  /** @param {number} id */
  row(id) {
    const { model, chips, step } = this.stepper;
    const made = model.stepOf(id);
    const inUse = model.inUse(id, step);
    const origin = id < model.walk.specials.length
      ? t("special")
      : made
      ? t("step {k}", { k: this.stepper.number(made) })
      : t("base");
    const state = (made && made === step ? " now" : "") + (inUse ? "" : " unused");
    return el(
      "button",
      {
        type: "button",
        className: "row" + state,
        title: inUse ? "" : t("This token no longer occurs in the corpus"),
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
    this.size.textContent = t("Tokens: {n}, in use: {m}", {
      n: this.stepper.number(all),
      m: this.stepper.number(model.vocabularyAt(step, true).length),
    });
  }
}
