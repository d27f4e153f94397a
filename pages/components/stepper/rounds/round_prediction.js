// The learner predicts which token the next round drops.

import { el, fill } from "../../drawing/elements.js";
import { shortWord } from "../../tokens/spelling.js";
import { MOST_CANDIDATES, Prediction } from "../walking/prediction.js";
import { workedOut } from "../walking/worked_out.js";
import { candidateTokens, tokenOutcome } from "./token_answers.js";

/**
 * @import { Tell } from "../../component/component.d.ts"
 * @import { RoundView } from "../payload.d.ts"
 * @import { RoundStepper } from "../walker.d.ts"
 * @import { Answer } from "../walking/answers.js"
 * @import { Worth } from "./token_answers.js"
 */

/**
 * Predicts a token that goes next.
 * @extends {Prediction<RoundStepper>}
 */
export class RoundPrediction extends Prediction {
  /** @type {Map<string, Worth>} what the server has sent */
  worths = new Map();

  /** @param {RoundStepper} stepper @param {Tell} tell */
  constructor(stepper, tell) {
    super(stepper, tell);
    this.candidates.open = true; // the tokens that go first are seldom in the words
  }

  /** Takes one token as an answer. @override @param {HTMLElement} chip */
  pick(chip) {
    chip.classList.add("picked");
    void this.check([Number(chip.dataset.id)]);
  }

  /** @override @param {number[]} pick */
  async check([id]) {
    const { step } = this.stepper;
    const worth = await this.worthOf(step, id);
    if (!this.asking || step !== this.stepper.step) return;
    if (!worth) return void this.asked.replaceChildren(this.text.no_answer);
    this.answer([id], tokenOutcome(worth));
  }

  /**
   * What the removal of a token costs at a round, and whether it goes next.
   * @param {number} step
   * @param {number} id
   */
  worthOf(step, id) {
    return workedOut(this.stepper.model.walk.key, this.worths, `worth/${step}/${id}`);
  }

  /** What is shown at this round. All rounds were sent at once. */
  get view() {
    return /** @type {RoundView} */ (this.stepper.model.views.get(this.stepper.step));
  }

  /** Some tokens that go and some that stay, in an order that reveals nothing. @override */
  candidatesNow() {
    const { model, chips } = this.stepper;
    const found = candidateTokens(this.view, (id) => model.isLonger(id), MOST_CANDIDATES);
    // In alphabetical order: by id, the rare tokens, which go first, would be the last ones.
    const named = found.map((id) => ({ id, name: chips.plain(id) }));
    named.sort((one, other) => (one.name < other.name ? -1 : 1));
    return named.map(({ id }) => ({ label: chips.chip(id), pick: [id] }));
  }

  /** @override @param {number} grade */
  hintText(grade) {
    const { model, number } = this.stepper;
    const [{ token, words, more }] = this.view.reasons;
    if (grade === 3) return fill(this.text.hint_bars, {});
    if (grade === 2) return fill(this.text.hint_first, { n: number(model.length(token)) });
    const list = el("span", { className: "addends" });
    words.forEach(({ text }, i) =>
      list.append(i ? this.text.comma : "", el("bdi", {}, shortWord(text)))
    );
    if (more > 0) {
      list.append(
        words.length ? this.text.comma : "",
        this.text.more_addends.replace("{n}", number(more)),
      );
    }
    return fill(this.text.hint_words, { words: list });
  }

  /** @override @param {Answer} answer @returns {(Node|string)[]} */
  reveal({ step, pick: [id], outcome }) {
    const { chips, amount, number, why } = this.stepper;
    const { cheapest, costs, next_total, reasons } = this.view;
    const worth = outcome === "shown" ? undefined : this.worths.get(`worth/${step}/${id}`);
    if (!worth && outcome !== "shown") {
      void this.worthOf(step, id).then((found) =>
        found && this.stepper.step === step && this.draw()
      );
    }
    const name = worth?.cost === null ? "unit" : outcome;
    const cost = worth ? amount(worth.cost ?? 0) : "…";
    const values = {
      k: number(step + 1),
      n: number(next_total),
      token: outcome === "shown" ? "" : chips.chip(id),
      cost,
      winner: chips.chip(cheapest[0]),
      least: amount(costs[0]),
    };
    const verdict = el(
      "p",
      { className: `answer ${outcome}`, role: "status" },
      fill(this.text[`answer_${name}`], values),
    );
    const names = ["cheapest", "stays"];
    return [verdict, ...reasons.map((reason, i) => why.explain(names[i], reason))];
  }
}
