// The learner predicts which pair merges next.

import { t } from "../../browser/sentences.js";
import { button, el, fill } from "../../drawing/elements.js";
import { sumOverWords } from "../arrival/places.js";
import { asksForPair, MOST_CANDIDATES, Prediction, wordsInARow } from "../walking/prediction.js";
import { amountOf, isTooRare } from "./merge_model.js";

/**
 * @import { View } from "../payload.d.ts"
 * @import { MergeStepper, MergeWalker } from "../walker.d.ts"
 * @import { Answer, Outcome } from "../walking/turn.js"
 */

/**
 * A view in which one pair is the only one, with the beliefs that would choose it.
 * @typedef {Pick<View, "pairs"|"words"|"word_total"|"token_counts"> & {beliefs?: string[]}} Sum
 */

/**
 * The words of a sum that are not shown. Where pairs cross spaces, a whole line counts as a word.
 * @param {Pick<MergeWalker, "model"|"number">} stepper
 * @param {number} rest
 */
export function moreWords({ model, number }, rest) {
  const n = number(rest);
  return model.walk.lines ? t("more lines ({n})", { n }) : t("more words ({n})", { n });
}

/**
 * How often a pair occurs in one word of a sum, or in one line.
 * @param {Pick<MergeWalker, "model"|"number">} stepper
 * @param {number} times
 */
export function timesInOne({ model, number }, times) {
  const n = number(times);
  return model.walk.lines
    ? t("(× {n}: {n} times in the line)", { n })
    : t("(× {n}: {n} times in the word)", { n });
}

/**
 * The pairs that come closest to winning, ordered by id so that the order reveals nothing.
 * @param {Pick<View, "pairs">} view
 * @param {number} most
 */
export function candidatePairs({ pairs }, most) {
  const found = [];
  for (let i = 0; i < pairs.length && found.length < most; i += 3) {
    found.push(pairs.slice(i, i + 2));
  }
  return found.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

/**
 * Judges an answer. A pair that would win under another tie rule is as good as the winner.
 * @param {{left: number, right: number}} next the pair that merges
 * @param {Pick<View, "pairs"|"token_counts">} view of the step
 * @param {Sum} chosen what the learner's pair amounts to
 * @param {{min_frequency?: number}} walk
 * @returns {Outcome}
 */
export function pairOutcome(next, view, chosen, walk) {
  const [left, right] = chosen.pairs;
  if (left === next.left && right === next.right) return "right";
  if (isTooRare(walk, chosen, 0)) return "wrong";
  return amountOf(chosen, 0) === amountOf(view, 0) ? "tied" : "wrong";
}

/** The most beliefs that are named for one answer. */
const MOST_BELIEFS = 2;

/**
 * Predicts which pair merges next.
 * @extends {Prediction<MergeStepper>}
 */
export class PairPrediction extends Prediction {
  /** @override */
  asks() {
    const { arrival } = this.stepper;
    const question = arrival.isOn ? arrival.asked() : t("Which pair will merge in step {k}?");
    return asksForPair(question, t("Hint 1 of 3: the words"), t("Hint 3 of 3: the bars"));
  }

  /** Checks the pick against the highest count or score. @override @param {number[]} pick */
  check([left, right]) {
    const { step, model } = this.stepper;
    const unknown = t(
      "There is no connection, so this pair can't be checked right now. Try again.",
    );
    return this.answerOnce([left, right], this.sumOf(step, left, right), unknown, (chosen) => {
      const view = model.views.get(step);
      return view && pairOutcome(model.merge(step + 1), view, chosen, model.walk);
    });
  }

  /**
   * The words that make a pair's sum, as a view in which it is the only pair.
   * @param {number} step
   * @param {number} left
   * @param {number} right
   */
  sumOf(step, left, right) {
    const { model, arrival } = this.stepper;
    const { words, word_total } = model.walk;
    const place = `sum/${step}/${left}/${right}`;
    // On the first words, nobody has to be connected.
    if (arrival.isOn && words.length === word_total) {
      model.known.set(place, sumOverWords(model, step, left, right));
    }
    return model.workedOut(place);
  }

  /** In the arrival, the question stands above the words, and there are no hints. @override */
  question() {
    const nodes = super.question();
    return this.stepper.arrival.isOn ? [this.candidates] : nodes;
  }

  /** @override */
  goOn() {
    const { arrival, model, step, chips } = this.stepper;
    if (!arrival.isOn) return super.goOn();
    const { left, right } = model.merge(step + 1);
    const label = fill(t("Merge {pair}"), { pair: chips.pair(left, right) });
    return button(label, () => arrival.onward(), "go-on");
  }

  /** The most frequent pairs, in an order that reveals nothing. @override */
  candidatesNow() {
    const { model, step, chips } = this.stepper;
    const view = model.views.get(step);
    const found = view ? candidatePairs(view, MOST_CANDIDATES) : [];
    return found.map(([left, right]) => ({ label: chips.pair(left, right), pick: [left, right] }));
  }

  /** @override @param {number} grade */
  hintText(grade) {
    const { model, step, chips } = this.stepper;
    const { left, right } = model.merge(step + 1);
    if (grade === 3) return t("The bars are shown below. The longest one wins.");
    if (grade === 2) {
      return fill(t("Its first token is {token}."), { token: chips.pairOfChips(left, right)[0] });
    }
    this.markWords(left, right);
    const { words = [], word_total = 0 } = model.views.get(step) ?? {};
    const rest = word_total - words.length;
    const more = rest > 0 ? moreWords(this.stepper, rest) : "";
    const named = wordsInARow(words.map(([word]) => word), more);
    return fill(t("The pair occurs here: {words}."), { words: named });
  }

  /** @param {number} left @param {number} right */
  markWords(left, right) {
    const { model, step, words } = this.stepper;
    for (const { word, tokens } of words.places) {
      const ids = model.tokensAt(word, step).map(({ id }) => id);
      const has = ids.some((id, i) => id === left && ids[i + 1] === right);
      if (has) tokens.parentElement?.classList.add("hinted");
    }
  }

  /** In the arrival, an answer is told by its sums alone. @param {Answer} answer */
  revealSums({ step, pick, outcome }) {
    const { model, chips, number, why, arrival } = this.stepper;
    const view = model.views.get(step);
    if (!view) return ["…"];
    const [first, second, most] = view.pairs; // of the winner
    const [left, right] = pick.length ? pick : [first, second]; // of what was shown, none
    /** @type {Sum} */
    const chosen = model.known.get(`sum/${step}/${left}/${right}`) ??
      sumOverWords(model, step, left, right);
    const values = {
      pair: chips.pair(left, right),
      winner: chips.pair(first, second),
      count: el("b", number(chosen.pairs[2])),
      most: el("b", number(most)),
    };
    const sums = left === first && right === second ? [view] : [chosen, view];
    const rows = sums.map((sum) => {
      const [one, other, count] = sum.pairs;
      return [chips.pair(one, other), why.sum(sum, count)];
    });
    return [
      this.verdict(outcome, values),
      el("div.both-sums", ...rows.flat()),
      view.tie_total > 1 ? why.verdict(view) : "",
      arrival.trap(),
    ];
  }

  /**
   * Says whether the answer was right, with both sums.
   * @override
   * @param {Answer} answer
   * @returns {(Node|string)[]}
   */
  reveal(answer) {
    if (this.stepper.arrival.isOn) return this.revealSums(answer);
    const { step, pick, outcome } = answer;
    const [left, right] = pick;
    const { model, chips, amount, number, why } = this.stepper;
    const view = model.views.get(step);
    if (!view) return ["…"];
    const next = model.merge(step + 1);
    const reason = why.reason("coming", step + 1, view);
    const values = { winner: chips.pair(next.left, next.right), most: amount(amountOf(view, 0)) };
    if (outcome === "right" || outcome === "shown") return [this.verdict(outcome, values), reason];
    /** @type {Sum|undefined} */
    const chosen = model.known.get(`sum/${step}/${left}/${right}`);
    if (!chosen) void this.drawOnce(this.sumOf(step, left, right));
    const known = {
      ...values,
      pair: chips.pair(left, right),
      count: chosen ? amount(amountOf(chosen, 0)) : "…",
    };
    const yours = el("p.reason-title", fill(t("Yours: {pair}"), { pair: chips.pair(left, right) }));
    const rare = chosen && isTooRare(model.walk, chosen, 0);
    const counts = { n: number(chosen?.pairs[2] ?? 0), least: number(model.walk.min_frequency) };
    return [
      this.verdict(outcome, { ...known, ...counts }, rare ? "rare" : outcome),
      ...(outcome === "wrong" ? this.beliefs(pick, chosen) : []),
      chosen ? el("div.reason", yours, why.sum(chosen, chosen.pairs[2]), why.score(chosen)) : "",
      reason,
      why.whatIf(step + 1, pick),
    ];
  }

  /**
   * Names what the learner may believe, and says that this step disproves it.
   * @param {number[]} pick
   * @param {Sum|undefined} chosen
   */
  beliefs([left, right], chosen) {
    const { step, model, chips, number } = this.stepper;
    if (!chosen?.beliefs?.length) return [];
    const next = model.merge(step + 1);
    const names = [...chosen.beliefs.slice(0, MOST_BELIEFS), "refuted"];
    const sentences = names.map((name) =>
      fill(model.walk.text[`belief_${name}`], {
        k: number(step + 1),
        pair: chips.pair(left, right),
        winner: chips.pair(next.left, next.right),
        most: el("b", number(next.count)),
        count: el("b", number(chosen.pairs[2])),
      })
    );
    return [el("p.belief", ...sentences.flatMap((each) => [each, " "]))];
  }

  /**
   * @param {string} outcome
   * @param {Record<string, Node|string>} values
   * @param {string} name  what says it: the outcome, or that the pair is too rare
   */
  verdict(outcome, values, name = outcome) {
    const isScore = this.stepper.model.walk.algorithm === "wordpiece";
    const verdicts = isScore ? byScore() : byCount();
    return this.verdictLine(outcome, fill(verdicts[name], values));
  }
}

/** The verdicts on an answer where counts decide. @returns {Record<string, string>} */
const byCount = () => ({
  right: t("Right: {winner} merges next. Its count is {most}."),
  tied: t("Also right: {pair} has the same count as {winner}, {count}, so the tie rule decides."),
  wrong: t("Not this time: the count of {pair} is {count}, and {winner} has {most}."),
  rare: t("Not this time: the count of {pair} is {n}, below the minimum frequency of {least}."),
  shown: t("{winner} merges next. Its count is {most}."),
});

/** The same where scores decide. @returns {Record<string, string>} */
const byScore = () => ({
  ...byCount(),
  right: t("Right: {winner} merges next. Its score is {most}."),
  tied: t(
    "Also right: {pair} has the score {count}, the same as {winner}, so the tie rule decides.",
  ),
  wrong: t("Not this time: {pair} has the score {count}, {winner} {most}."),
  shown: t("{winner} merges next. Its score is {most}."),
});
