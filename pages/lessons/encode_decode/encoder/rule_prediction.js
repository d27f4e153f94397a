// The encoder, 2 of 5: the learner predicts which rule applies first.

import { el, fill } from "../../../components/drawing/elements.js";
import { Prediction } from "../../../components/stepper/walking/prediction.js";

/**
 * @import { Answer } from "../../../components/stepper/walking/answers.js"
 */

/** Predicts where the first rule applies; a rule that fits in several places may be found in any. */
export class RulePrediction extends Prediction {
  /** @param {number[]} pick two neighbours' ids as clicked, or a place from the list */
  check(pick) {
    const place = pick.length === 1 ? pick[0] : this.stepper.row.indexOf(this.picked[0]);
    const { step, model } = this.stepper;
    const fits = model.candidates[step].find((/** @type {number[]} */ one) => one[0] === place);
    this.answer([place], fits?.[2] === model.first(step).token ? "right" : "wrong");
  }

  /** Every place where two tokens stand side by side, in the order of the word. */
  candidatesNow() {
    return this.stepper.row.slice(0, -1).map((/** @type {HTMLElement} */ _, /** @type {number} */ i) => ({ label: this.pair(i), pick: [i] }));
  }

  /** @param {number} place of the left token */
  pair(place) {
    const { row } = this.stepper;
    return el("span", { className: "pair" }, this.plain(row[place]), el("span", { className: "plus" }, "+"), this.plain(row[place + 1]));
  }

  /** A token of the word, without what marks it there. @param {HTMLElement} chip */
  plain(chip) {
    const copy = /** @type {HTMLElement} */ (chip.cloneNode(true));
    copy.classList.remove("new", "picked", "ring-left", "ring-right", "coming");
    return copy;
  }

  /** @param {number} grade */
  hintText(grade) {
    const { model, step, row, number } = this.stepper;
    if (grade === 3) return fill(this.text.hint_bars, {});
    if (grade === 2) return fill(this.text.hint_first, { token: this.plain(row[model.place(step)]) });
    return fill(this.text.hint_words, { n: number(model.candidates[step].length) });
  }

  /** @param {Answer} answer @returns {Node[]} */
  reveal({ step, pick: [place], outcome }) {
    const { model, number } = this.stepper;
    const fits = model.candidates[step].find((/** @type {number[]} */ one) => one[0] === place);
    const name = outcome === "wrong" && !fits ? "none" : outcome;
    const values = { pair: outcome === "wrong" ? this.pair(place) : "", rule: number(fits?.[1] ?? 0), winner: this.pair(model.place(step)), first: number(model.first(step).rule) };
    return [el("p", { className: `answer ${outcome}`, role: "status" }, fill(this.text[`answer_${name}`], values))];
  }
}
