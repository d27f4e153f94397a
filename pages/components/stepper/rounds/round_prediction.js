// The learner predicts which token the next round drops.

import { el, fill } from "../../drawing/elements.js";
import { MOST_CANDIDATES, Prediction } from "../walking/prediction.js";
import { workedOut } from "../walking/worked_out.js";

/**
 * @import { Stepper } from "../stepper.js"
 * @import { Answer } from "../walking/answers.js"
 * @import { Reason, ReasonWord } from "./round_walk.js"
 */

/** @typedef {{cost: number|null, goes: boolean, tied: boolean}} Worth  of a token at a round; single units have no cost */

/** Predicts a token that goes next. */
export class RoundPrediction extends Prediction {
  /** @type {Map<string, Worth>} what was asked of the server */
  worths = new Map();

  /** @param {Stepper} stepper @param {(name: string, value: any) => void} tell */
  constructor(stepper, tell) {
    super(stepper, tell);
    this.candidates.open = true; // what goes first seldom stands in the words
  }

  /** One token is an answer. @param {HTMLElement} chip */
  pick(chip) {
    chip.classList.add("picked");
    void this.check([Number(chip.dataset.id)]);
  }

  /** @param {number[]} pick */
  async check([id]) {
    const { step } = this.stepper;
    const worth = await this.worthOf(step, id);
    if (!this.asking || step !== this.stepper.step) return;
    if (!worth) return void this.asked.replaceChildren(this.text.no_answer);
    this.answer([id], worth.goes ? "right" : worth.tied ? "tied" : "wrong");
  }

  /** What the removal of a token costs at a round, and whether it goes next. @param {number} step @param {number} id */
  worthOf(step, id) {
    return workedOut(this.stepper, this.worths, `worth/${step}/${id}`);
  }

  /** What is to be seen at this round. @returns {any} */
  get view() {
    return this.stepper.model.views.get(this.stepper.step);
  }

  /** Some that go and some that stay, in an order that says nothing. */
  candidatesNow() {
    const { model, chips } = this.stepper;
    const { cheapest, next_total, likely } = this.view;
    const half = MOST_CANDIDATES / 2;
    const rest = [...cheapest.slice(next_total), ...likely.filter((/** @type {number} */ id) => model.isMerge(id) && !cheapest.includes(id))];
    const found = [...cheapest.slice(0, Math.min(half, next_total)), ...rest.slice(0, half)].sort((a, b) => a - b);
    return found.map((id) => ({ label: chips.chip(id), pick: [id] }));
  }

  /** @param {number} grade */
  hintText(grade) {
    const { model, why, number } = this.stepper;
    const [{ token, words, more }] = this.view.reasons;
    if (grade === 3) return fill(this.text.hint_bars, {});
    if (grade === 2) return fill(this.text.hint_first, { n: number(/** @type {any} */ (model).length(token)) });
    const list = el("span", { className: "addends" });
    words.forEach((/** @type {ReasonWord} */ { text }, /** @type {number} */ i) => list.append(i ? this.text.comma : "", why.wordLabel(text)));
    if (more > 0) list.append(words.length ? this.text.comma : "", this.text.more_addends.replace("{n}", number(more)));
    return fill(this.text.hint_words, { words: list });
  }

  /** @param {Answer} answer @returns {(Node|string)[]} */
  reveal({ step, pick: [id], outcome }) {
    const { chips, amount, number, why } = this.stepper;
    const { cheapest, costs, next_total, reasons } = this.view;
    const worth = outcome === "shown" ? undefined : this.worths.get(`worth/${step}/${id}`);
    if (!worth && outcome !== "shown") void this.worthOf(step, id).then((found) => found && this.stepper.step === step && this.draw());
    const name = worth?.cost === null ? "unit" : outcome;
    const cost = worth ? amount(worth.cost ?? 0) : "…";
    const values = { k: number(step + 1), n: number(next_total), token: outcome === "shown" ? "" : chips.chip(id), cost, winner: chips.chip(cheapest[0]), least: amount(costs[0]) };
    const verdict = el("p", { className: `answer ${outcome}`, role: "status" }, fill(this.text[`answer_${name}`], values));
    const names = ["cheapest", "stays"];
    return [verdict, ...reasons.map((/** @type {Reason} */ reason, /** @type {number} */ i) => /** @type {any} */ (why).explain(names[i], reason))];
  }
}
