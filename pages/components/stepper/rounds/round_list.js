// All rounds.

import { el } from "../../drawing/elements.js";
import { LongList } from "../../drawing/long_list.js";
import { decimalsIn } from "../../drawing/numbers.js";
import { panel } from "../../drawing/panel.js";

/**
 * @import { RoundStepper } from "../walker.d.ts"
 */

/** Every round with its size and loss; a click goes there. */
export class Rounds {
  /** @param {RoundStepper} stepper */
  constructor(stepper) {
    const { text } = stepper.model.walk;
    this.stepper = stepper;
    this.list = new LongList(text.merges_title, (i) => this.row(i + 1));
    this.node = panel(text.merges_title, "merges", null, this.list.node);
  }

  /** @param {number} step */
  row(step) {
    const { model, number } = this.stepper;
    const { text, sizes, losses, lang } = model.walk;
    const state = step === this.stepper.step ? " now" : step > this.stepper.step ? " later" : "";
    return el(
      "button",
      {
        type: "button",
        className: "row round" + state,
        ariaCurrent: state === " now" ? "step" : null,
        onclick: () => this.stepper.go(step),
      },
      el("span", { className: "index" }, number(step)),
      text.round_row.replace("{size}", number(sizes[step])),
      el(
        "span",
        { className: "origin" },
        text.round_dropped.replace("{n}", number(sizes[step - 1] - sizes[step])),
      ),
      el(
        "span",
        { className: "loss" },
        text.round_loss.replace("{loss}", decimalsIn(lang)(losses[step])),
      ),
    );
  }

  update() {
    const { step, model } = this.stepper;
    this.list.update(model.steps, step - 1);
  }
}
