// The panel "Merges", in the order in which they were learned.

import { t } from "../../browser/sentences.js";
import { el } from "../../drawing/elements.js";
import { LongList } from "../../drawing/long_list.js";
import { panel, toolRow } from "../../drawing/panel.js";
import { stepRow } from "../walking/step_row.js";

/**
 * @import { MergeStepper } from "../walker.d.ts"
 */

/** The merges so far with their counts, and those to come if one asks; a click goes there. */
export class Merges {
  /** @param {MergeStepper} stepper */
  constructor(stepper) {
    this.stepper = stepper;
    this.list = new LongList(t("Merges, in the order they were learned"), (i) => this.row(i + 1));
    this.all = el("input", { type: "checkbox" });
    this.all.onchange = () => this.update();
    const tools = toolRow(el("label", {}, this.all, " ", t("also those to come")));
    this.node = panel(t("Merges, in the order they were learned"), "merges", tools, this.list.node);
  }

  /** @param {number} step */
  row(step) {
    const { model, chips } = this.stepper;
    const { left, right, token } = model.merge(step);
    return stepRow(
      this.stepper,
      step,
      chips.pair(left, right),
      el("span", { className: "arrow" }, "→"),
      chips.chip(token),
      el("span", { className: "value" }, this.stepper.amount(model.decidedBy(step))),
    );
  }

  update() {
    const { step, model } = this.stepper;
    const isShown = this.all.checked && !this.stepper.prediction.on;
    this.list.update(isShown ? model.steps : step, step - 1);
  }
}
