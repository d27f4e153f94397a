// All rounds.

import { el } from "../../drawing/elements.js";
import { Merges } from "../merges/merge_list.js";
import { lossText } from "./round_walk.js";

/** Every round with its size and loss; a click goes there. */
export class Rounds extends Merges {
  /** @param {number} step */
  row(step) {
    const { model, number } = this.stepper;
    const { text, sizes, losses } = /** @type {any} */ (model.walk);
    const state = step === this.stepper.step ? " now" : step > this.stepper.step ? " later" : "";
    return el(
      "button", { type: "button", className: "row" + state, ariaCurrent: state === " now" ? "step" : null, onclick: () => this.stepper.go(step) },
      el("span", { className: "index" }, number(step)), text.round_row.replace("{size}", number(sizes[step])),
      el("span", { className: "origin" }, text.round_dropped.replace("{n}", number(sizes[step - 1] - sizes[step]))),
      el("span", { className: "loss" }, text.round_loss.replace("{loss}", lossText(losses[step], model.walk.lang))),
    );
  }
}
