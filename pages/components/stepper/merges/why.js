// The panel that explains why a pair wins.

import { t } from "../../browser/sentences.js";
import { button, el, fill } from "../../drawing/elements.js";
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
    const title = fill(
      name === "done" ? t("Step {k} merged {pair}") : t("Step {k} will merge {pair}"),
      {
        k: this.stepper.number(step),
        pair: chips.pair(left, right),
      },
    );
    const body = view
      ? [
        this.sum(view, count, isTold || view.token_counts ? TOLD_BYTES : SUM_BYTES),
        this.score(view),
        name === "done" && (isTold || view.tie_total < 2) ? "" : this.verdict(view),
        isTold ? "" : this.bpe(view),
        isTold ? "" : this.other(view, step),
      ]
      : [el("p", "…")];
    return el(
      "div",
      { className: isTold ? "reason done told" : `reason ${name}` },
      el("p.reason-title", title),
      ...body,
    );
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
    shown.forEach(([word, times, wordCount], i) =>
      line.append(
        i ? el("span.op", " + ") : "",
        this.addend(word, times, wordCount),
      )
    );
    const often = Math.max(...shown.map(([, times]) => times));
    const rest = view.word_total - shown.length;
    if (rest > 0) {
      line.append(
        el("span.op", " + "),
        moreWords(this.stepper, rest),
      );
    }
    line.append(
      el("span.op", " = "),
      el("b.total", this.stepper.number(count)),
    );
    if (often > 1) {
      line.append(
        " ",
        el("small.more", timesInOne(this.stepper, often)),
      );
    }
    return line;
  }

  /** @param {string} word @param {number} times in the word @param {number} count of the word */
  addend(word, times, count) {
    const factor = times > 1 ? ` × ${this.stepper.number(times)}` : "";
    return el(
      "span.addend",
      el("bdi", shortWord(word)),
      "\u00a0",
      el("b", this.stepper.number(count) + factor),
    );
  }

  /** 5 / (20 × 5) = 0.05 @param {Sum} view */
  score(view) {
    if (!view.token_counts) return "";
    const { number, amount } = this.stepper;
    const [left, right] = view.token_counts;
    const values = {
      count: number(view.pairs[2]),
      left: number(left),
      right: number(right),
      score: el("b", amount(amountOf(view, 0))),
    };
    return el("p.sum", fill(t("score = {count} / ({left} × {right}) = {score}"), values));
  }

  /**
   * At a tie, a way to see what follows if the other pair is merged.
   * @param {View} view
   * @param {number} step
   */
  other(view, step) {
    const { chips, choose } = this.stepper;
    if (!choose || view.tie_total < 2) return "";
    const [left, right] = view.pairs.slice(3, 5);
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
    const values = {
      pair: chips.pair(left, right),
      count: number(count),
      left: number(leftCount),
      right: number(rightCount),
      score: amount(count / (leftCount * rightCount)),
    };
    return el(
      "p.verdict",
      fill(
        t(
          "BPE would have merged {pair} (count {count}). Its score is only " +
            "{count} / ({left} × {right}) = {score}.",
        ),
        values,
      ),
    );
  }

  /** @param {View} view @param {number} rank */
  pair(view, rank) {
    return this.stepper.chips.pair(view.pairs[3 * rank], view.pairs[3 * rank + 1]);
  }

  /** Why this pair won: none has more, or the tie rule decided. @param {View} view */
  verdict(view) {
    const { model } = this.stepper;
    const tied = view.tie_total;
    const isScore = model.walk.algorithm === "wordpiece";
    const line = el("p.verdict");
    if (tied > 1) {
      line.classList.add("tie");
      const values = {
        n: this.stepper.number(tied),
        count: this.stepper.amount(amountOf(view, 0)),
      };
      line.append(
        isScore
          ? t("A tie: {n} pairs share the score {count}.", values)
          : t("A tie: {n} pairs share the count {count}.", values),
        " ",
        model.walk.text[`rule_${model.walk.tie_rule}`],
      );
    } else if (view.pairs.length > 3 && isTooRare(model.walk, view, 1)) {
      line.append(fill(t("No other pair reaches the minimum frequency of {n}."), {
        n: this.stepper.number(model.walk.min_frequency),
      }));
    } else if (view.pairs.length > 3) {
      line.classList.add("in-bars"); // the bars show it, too
      line.append(
        fill(
          isScore
            ? t("No pair has a higher score. Runner-up: {pair}, {count}.")
            : t("No pair has a higher count. Runner-up: {pair}, {count}."),
          {
            pair: this.pair(view, 1),
            count: this.stepper.amount(amountOf(view, 1)),
          },
        ),
      );
    } else line.append(t("It is the only pair left."));
    return line;
  }
}
