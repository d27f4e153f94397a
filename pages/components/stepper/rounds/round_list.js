// All rounds.

import { t } from "../../browser/sentences.js";
import { el } from "../../drawing/elements.js";
import { LongList } from "../../drawing/long_list.js";
import { decimalsIn } from "../../drawing/numbers.js";
import { panel } from "../../drawing/panel.js";
import { stepRow } from "../walking/step_row.js";

/**
 * @import { RoundStepper } from "../walker.d.ts"
 */

/** Every round with its size and loss; a click goes there. */
export class Rounds {
  /** @param {RoundStepper} stepper */
  constructor(stepper) {
    this.stepper = stepper;
    this.list = new LongList(t("Rounds"), (i) => this.row(i + 1));
    this.node = panel(t("Rounds"), "merges", null, this.list.node);
  }

  /** @param {number} step */
  row(step) {
    const { model, number } = this.stepper;
    const { sizes, losses, lang } = model.walk;
    const row = stepRow(
      this.stepper,
      step,
      t("{size} tokens", { size: number(sizes[step]) }),
      el(
        "span",
        { className: "origin" },
        t("{n} dropped", { n: number(sizes[step - 1] - sizes[step]) }),
      ),
      el(
        "span",
        { className: "loss" },
        t("loss {loss}", { loss: decimalsIn(lang)(losses[step]) }),
      ),
    );
    row.classList.add("round");
    return row;
  }

  update() {
    const { step, model } = this.stepper;
    this.list.update(model.steps, step - 1);
  }
}
