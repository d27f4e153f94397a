// The panel that explains why a pair wins.

import { t } from "../../browser/sentences.js";
import { button, el, fill, inARow } from "../../drawing/elements.js";
import { shortWord } from "../../tokens/spelling.js";
import { amountOf, isTooRare } from "./merge_model.js";
import { moreWords, timesInOne } from "./pair_prediction.js";
import { Reasons } from "../walking/explained.js";

/**
 * @import { MergeWalker } from "../walker.d.ts"
 * @import { View } from "../payload.d.ts"
 * @import { Sum } from "./pair_prediction.js"
 */

/** The most UTF-8 bytes of words in a sum; and where it was told before, or is half of why. */
const SUM_BYTES = 60;
const TOLD_BYTES = 30;

/**
 * The sum behind the last merge and behind the next one, and what decided.
 * @extends {Reasons<MergeWalker>}
 */
export class Why extends Reasons {
  /** @param {MergeWalker} stepper */
  constructor(stepper) {
    super(stepper, t("Why this pair?"));
  }

  /** @override */
  reasons() {
    const { step, model, view } = this.stepper;
    const rows = [];
    if (step > 0) rows.push(this.reason("done", step, model.views.get(step - 1)));
    if (step < model.steps) rows.push(this.reason("coming", step + 1, view));
    return rows;
  }

  /**
   * @param {string} name
   * @param {number} step the merge that is explained
   * @param {View|undefined} view of the step before it
   */
  reason(name, step, view) {
    const { chips, model } = this.stepper;
    const { left, right, count } = model.merge(step);
    // One step ago it was what comes next, and told whole.
    const isTold = name === "done" && step < model.steps;
    const template = name === "done"
      ? t("Step {k} merged {pair}")
      : t("Step {k} will merge {pair}");
    const values = { k: this.stepper.number(step), pair: chips.pair(left, right) };
    const body = view
      ? [
        this.sum(view, count, isTold || view.token_counts ? TOLD_BYTES : SUM_BYTES),
        this.score(view),
        name === "done" && (isTold || view.tie_total < 2) ? "" : this.verdict(view),
        isTold ? "" : this.bpe(view),
        isTold || view.tie_total < 2 ? "" : this.whatIf(step, view.pairs.slice(3, 5)),
      ]
      : [el("p", "…")];
    const className = isTold ? "reason done told" : `reason ${name}`;
    return el("div", { className }, el("p.reason-title", fill(template, values)), ...body);
  }

  /**
   * learning 7 + language 3 + processing 7 = 17
   * @param {Sum} view
   * @param {number} count
   * @param {number} room for words, in bytes
   */
  sum(view, count, room = SUM_BYTES) {
    const line = el("p.sum");
    const shown = view.words.filter(([word], i) =>
      (room -= Math.min(new TextEncoder().encode(word).length, 90) + 4) > 0 || !i
    );
    const { number } = this.stepper;
    /** @type {(Node|string)[]} */
    const addends = shown.map(([word, times, wordCount]) => {
      const factor = times > 1 ? ` × ${number(times)}` : "";
      const value = el("b", number(wordCount) + factor);
      return el("span.addend", el("bdi", shortWord(word)), "\u00a0", value);
    });
    const rest = view.word_total - shown.length;
    if (rest > 0) addends.push(moreWords(this.stepper, rest));
    addends.forEach((each, i) => line.append(i ? el("span.op", " + ") : "", each));
    line.append(el("span.op", " = "), el("b.total", number(count)));
    const often = Math.max(...shown.map(([, times]) => times));
    if (often > 1) line.append(" ", el("small.more", timesInOne(this.stepper, often)));
    return line;
  }

  /** 5 / (20 × 5) = 0.05 @param {Sum} view */
  score(view) {
    if (!view.token_counts) return "";
    const { number, amount } = this.stepper;
    const [left, right] = view.token_counts;
    const factors = { count: number(view.pairs[2]), left: number(left), right: number(right) };
    const values = { ...factors, score: el("b", amount(amountOf(view, 0))) };
    return el("p.sum", fill(t("score = {count} / ({left} × {right}) = {score}"), values));
  }

  /**
   * A button that shows what would follow from another pair, where merges can be chosen.
   * @param {number} step
   * @param {number[]} pair
   */
  whatIf(step, [left, right]) {
    const { chips, choose } = this.stepper;
    if (!choose) return "";
    const label = fill(t("What if {pair} had won?"), { pair: chips.pair(left, right) });
    return button(label, () => choose([[step, left, right]]), "other");
  }

  /** The pair that BPE would have taken, if it is a different one. @param {View} view */
  bpe(view) {
    if (!view.bpe) return "";
    const { number, amount, chips } = this.stepper;
    const [left, right, count, leftCount, rightCount] = view.bpe;
    // If BPE's pair ties, the tie rule decided.
    if (count / (leftCount * rightCount) === amountOf(view, 0)) return "";
    const said = t(
      "BPE would have merged {pair} (count {count}). Its score is only " +
        "{count} / ({left} × {right}) = {score}.",
    );
    const values = {
      pair: chips.pair(left, right),
      count: number(count),
      left: number(leftCount),
      right: number(rightCount),
      score: amount(count / (leftCount * rightCount)),
    };
    return el("p.verdict", fill(said, values));
  }

  /** Why this pair won: none has more, or the tie rule decided. @param {View} view */
  verdict(view) {
    const { model: { walk }, number, amount, chips } = this.stepper;
    const isScore = walk.algorithm === "wordpiece";
    if (view.tie_total > 1) {
      const values = { n: number(view.tie_total), count: amount(amountOf(view, 0)) };
      const tie = isScore
        ? t("A tie: {n} pairs share the score {count}.", values)
        : t("A tie: {n} pairs share the count {count}.", values);
      return el("p.verdict.tie", inARow(tie, walk.text[`rule_${walk.tie_rule}`]));
    }
    if (view.pairs.length <= 3) return el("p.verdict", t("It is the only pair left."));
    if (isTooRare(walk, view, 1)) {
      const n = number(walk.min_frequency);
      return el("p.verdict", t("No other pair reaches the minimum frequency of {n}.", { n }));
    }
    const [left, right] = view.pairs.slice(3, 5);
    const values = { pair: chips.pair(left, right), count: amount(amountOf(view, 1)) };
    const template = isScore
      ? t("No pair has a higher score. Runner-up: {pair}, {count}.")
      : t("No pair has a higher count. Runner-up: {pair}, {count}.");
    return el("p.verdict.in-bars", fill(template, values)); // the bars show it, too
  }
}
