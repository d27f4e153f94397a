// All merges.

import { el } from "../../drawing/elements.js";
import { LongList } from "../../drawing/long_list.js";
import { panel } from "../../drawing/panel.js";

/**
 * @import { MergeStepper } from "../walker.d.ts"
 */

/** Every merge with its count; a click goes there. */
export class Merges {
  /** @param {MergeStepper} stepper */
  constructor(stepper) {
    const { text } = stepper.model.walk;
    this.stepper = stepper;
    this.list = new LongList(text.merges_title, (i) => this.row(i + 1));
    this.node = panel(text.merges_title, "merges", null, this.list.node);
  }

  /** @param {number} step */
  row(step) {
    const { model, chips } = this.stepper;
    const { left, right, token } = model.merge(step);
    const state = step === this.stepper.step ? " now" : step > this.stepper.step ? " later" : "";
    const index = el("span", { className: "index" }, this.stepper.number(step));
    if (state === " later" && this.stepper.prediction.on) {
      return el("div", { className: "row later" }, index, "?");
    }
    return el(
      "button",
      {
        type: "button",
        className: "row" + state,
        ariaCurrent: state === " now" ? "step" : null,
        onclick: () => this.stepper.go(step),
      },
      index,
      chips.pair(left, right),
      el("span", { className: "arrow" }, "→"),
      chips.chip(token),
      el("span", { className: "value" }, this.stepper.amount(model.amountOfMerge(step))),
    );
  }

  update() {
    const { step, model } = this.stepper;
    this.list.update(model.steps, step - 1);
  }
}
