// The learner predicts which token the next round drops.

import { t } from "../../browser/sentences.js";
import { fill } from "../../drawing/elements.js";
import { MOST_CANDIDATES, Prediction, wordsInARow } from "../walking/prediction.js";

/**
 * @import { Tell } from "../../component/newest_drawing.js"
 * @import { RoundView } from "../payload.d.ts"
 * @import { RoundStepper } from "../walker.d.ts"
 * @import { Answer, Outcome } from "../walking/turn.js"
 */

/**
 * Predicts a token that goes next.
 * @extends {Prediction<RoundStepper>}
 */
export class RoundPrediction extends Prediction {
  /** @param {RoundStepper} stepper @param {Tell} tell */
  constructor(stepper, tell) {
    super(stepper, tell);
    this.candidates.open = true; // the tokens that go first are seldom in the words
  }

  /** @override */
  asks() {
    return {
      question: t("Which token will round {k} drop?"),
      how: t(
        "Click a token in the words, or choose from the list. With the keyboard: press Tab to " +
          "reach the words, move with the arrow keys, and press Enter to pick.",
      ),
      list: t("Pick a token: move with the arrow keys, pick with Enter"),
      hints: [
        t("Hint 1 of 3: the words"),
        t("Hint 2 of 3: its length"),
        t("Hint 3 of 3: the bars"),
      ],
    };
  }

  /** Takes one token as an answer. @override @param {HTMLElement} chip */
  pick(chip) {
    chip.classList.add("picked");
    void this.check([Number(chip.dataset.id)]);
  }

  /** @override @param {number[]} pick */
  check([id]) {
    const { step, model } = this.stepper;
    const unknown = t(
      "There is no connection, so this token can't be checked right now. Try again.",
    );
    const worth = model.workedOut(`worth/${step}/${id}`);
    return this.answerOnce([id], worth, unknown, tokenOutcome);
  }

  /** Some tokens that go and some that stay, in an order that reveals nothing. @override */
  candidatesNow() {
    const { model, chips } = this.stepper;
    const found = candidateTokens(this.stepper.view, (id) => model.isLonger(id), MOST_CANDIDATES);
    // In alphabetical order: by id, the rare tokens, which go first, would be the last ones.
    const named = found.map((id) => ({ id, name: chips.plain(id) }));
    named.sort((one, other) => (one.name < other.name ? -1 : 1));
    return named.map(({ id }) => ({ label: chips.chip(id), pick: [id] }));
  }

  /** @override @param {number} grade */
  hintText(grade) {
    const { model, number } = this.stepper;
    const [{ token, words, more }] = this.stepper.view.reasons;
    if (grade === 3) return t("The bars are shown below. The shortest ones go first.");
    if (grade === 2) {
      return fill(t("Its length in characters or bytes: {n}."), { n: number(model.length(token)) });
    }
    const others = more > 0 ? t("more words ({n})", { n: number(more) }) : "";
    const named = wordsInARow(words.map(({ text }) => text), others);
    return fill(t("The first to go occurs in these words: {words}."), { words: named });
  }

  /** @override @param {Answer} answer @returns {(Node|string)[]} */
  reveal({ step, pick: [id], outcome }) {
    const { model, chips, amount, number, why } = this.stepper;
    const { cheapest, costs, next_total, reasons } = this.stepper.view;
    const place = `worth/${step}/${id}`;
    /** @type {Worth|undefined} */
    const worth = model.known.get(place);
    if (!worth && outcome !== "shown") void this.drawOnce(model.workedOut(place));
    const name = outcome === "wrong" && !model.isLonger(id) ? "unit" : outcome;
    const cost = worth ? amount(worth.cost ?? 0) : "…";
    const values = {
      k: number(step + 1),
      n: number(next_total),
      token: outcome === "shown" ? "" : chips.chip(id),
      cost,
      winner: chips.chip(cheapest[0]),
      least: amount(costs[0]),
    };
    const verdict = this.verdictLine(outcome, fill(answersInWords()[name], values));
    const names = ["cheapest", "stays"];
    return [verdict, ...reasons.map((reason, i) => why.explain(names[i], reason))];
  }
}

/** The verdicts on an answer. @returns {Record<string, string>} */
const answersInWords = () => ({
  right: t("Right: round {k} drops {token}. It costs {cost}."),
  tied: t(
    "Also right: {token} costs {cost}, and so does a token that is dropped. Of tokens " +
      "with equal costs, the one listed later in the seed vocabulary is dropped first.",
  ),
  wrong: t(
    "Not this time: {token} stays. It costs {cost}; {winner}, the first to go, costs {least}.",
  ),
  unit: t("Not this time: {token} is a single character or byte, and these always stay."),
  shown: t("Round {k} drops {n}. The first to go is {winner}, which costs {least}."),
});

/** @typedef {{cost: number|null, goes: boolean, tied: boolean}} Worth  single units have no cost */

/**
 * Candidates of which half go and half stay, ordered by id.
 * @param {Pick<RoundView, "cheapest"|"next_total"|"likely">} view
 * @param {(id: number) => boolean} isLonger whether a token is more than a single unit
 * @param {number} most
 */
export function candidateTokens({ cheapest, next_total, likely }, isLonger, most) {
  const half = most / 2;
  const others = likely.filter((id) => isLonger(id) && !cheapest.includes(id));
  const stay = [...cheapest.slice(next_total), ...others].slice(0, half);
  return [...cheapest.slice(0, Math.min(half, next_total)), ...stay].sort((a, b) => a - b);
}

/**
 * Judges an answer. A token that costs no more than one that goes is as good.
 * @param {Worth} worth
 * @returns {Outcome}
 */
export function tokenOutcome({ goes, tied }) {
  return goes ? "right" : tied ? "tied" : "wrong";
}
