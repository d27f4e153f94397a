// The learner predicts which rule applies first.

import { t } from "../../../components/browser/sentences.js";
import { fill } from "../../../components/drawing/elements.js";
import { asksForPair, Prediction } from "../../../components/stepper/walking/prediction.js";
import { pairNode } from "../../../components/tokens/chips.js";

/**
 * @import { Answer } from "../../../components/stepper/walking/turn.js"
 * @import { WordWalk } from "./word_walk.js"
 */

/**
 * Predicts where the first rule applies. If the rule fits in several places, any of them is right.
 * @extends {Prediction<WordWalk>}
 */
export class RulePrediction extends Prediction {
  /** @override */
  asks() {
    const question = t("Which two tokens does step {k} merge?");
    return asksForPair(
      question,
      t("Hint 1 of 3: how many rules fit"),
      t("Hint 3 of 3: the rules"),
    );
  }

  /** @override @param {number[]} pick the ids of two clicked neighbours, or a place in the list */
  check(pick) {
    const place = pick.length === 1 ? pick[0] : this.stepper.row.indexOf(this.picked[0]);
    const { step, model } = this.stepper;
    this.answer([place], model.isFirst(step, place) ? "right" : "wrong");
  }

  /** Every two adjacent tokens, in word order. @override */
  candidatesNow() {
    return this.stepper.row.slice(0, -1).map((_, i) => ({ label: this.pair(i), pick: [i] }));
  }

  /** @param {number} place of the left token */
  pair(place) {
    const { row } = this.stepper;
    return pairNode(this.plain(row[place]), this.plain(row[place + 1]));
  }

  /** A copy of a token of the word, without its marks. @param {HTMLElement} chip */
  plain(chip) {
    const copy = /** @type {HTMLElement} */ (chip.cloneNode(true));
    copy.classList.remove("new", "picked", "ring-left", "ring-right", "coming");
    return copy;
  }

  /** @override @param {number} grade */
  hintText(grade) {
    const { model, step, row, number } = this.stepper;
    if (grade === 3) return t("The rules are shown now. The lowest number goes first.");
    if (grade === 2) {
      return fill(t("Its first token is {token}."), { token: this.plain(row[model.place(step)]) });
    }
    return t("Places in the word where a rule fits: {n}.", {
      n: number(model.candidates[step].length),
    });
  }

  /** @override @param {Answer} answer @returns {Node[]} */
  reveal({ step, pick: [place], outcome }) {
    const { model, number } = this.stepper;
    const fits = model.fitting(step, place);
    const name = outcome === "wrong" && !fits ? "none" : outcome;
    const values = {
      pair: outcome === "wrong" ? this.pair(place) : "",
      rule: number(fits?.rule ?? 0),
      winner: this.pair(model.place(step)),
      first: number(model.first(step).rule),
    };
    return [this.verdictLine(outcome, fill(answerInWords(name), values))];
  }
}

/** The verdict on an answer. @param {string} outcome */
function answerInWords(outcome) {
  switch (outcome) {
    case "right":
      return t("Right: {winner}, by rule {first}.");
    case "wrong":
      return t(
        "Not this time: {pair} has rule {rule}, but {winner} has rule {first}, which was " +
          "learned earlier.",
      );
    case "none":
      return t("Not this time: no rule merges {pair}. {winner} comes first, with rule {first}.");
    default:
      return t("{winner} comes first, with rule {first}.");
  }
}
