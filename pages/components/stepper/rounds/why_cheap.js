// The panel that explains why a token costs little.

import { t } from "../../browser/sentences.js";
import { el, fill, inARow } from "../../drawing/elements.js";
import { alternate, directed } from "../../tokens/chips.js";
import { shortWord } from "../../tokens/spelling.js";
import { Reasons } from "../walking/explained.js";

/**
 * @import { Reason, ReasonWord } from "../payload.d.ts"
 * @import { RoundWalker } from "../walker.d.ts"
 */

/**
 * The cost, word by word, of removing the cheapest token, and the cheapest one that stays.
 * @extends {Reasons<RoundWalker>}
 */
export class WhyCheap extends Reasons {
  /** @param {RoundWalker} stepper */
  constructor(stepper) {
    super(stepper, t("Why these?"));
    /** Whether formulas are unfolded: they stay so from step to step. */
    this.isOpen = false;
  }

  /** @override */
  reasons() {
    const { step, model, view } = this.stepper;
    const names = step === model.steps ? ["least"] : ["cheapest", "stays"];
    return view.reasons.map((reason, i) => this.explain(names[i], reason));
  }

  /** @param {string} name @param {Reason} reason */
  explain(name, reason) {
    const { chips, amount, number, step } = this.stepper;
    const values = {
      token: chips.chip(reason.token),
      k: number(step + 1),
      cost: el("b.nowrap", amount(reason.cost)),
    };
    const title = el("p.reason-title", fill(reasonInWords(name), values));
    return el(
      `div.reason.${name}.${name === "stays" ? "told" : "coming"}`,
      title,
      ...reason.words.map((word) => el("p.removal", this.change(word))),
      this.formula(reason),
    );
  }

  /** The cost, word by word: folded until the learner asks. @param {Reason} reason */
  formula(reason) {
    const words = reason.words.map((word) => this.loss(word));
    const summary = el("summary", t("The formula"));
    const node = el("details", { open: this.isOpen }, summary, ...words, this.total(reason));
    summary.onclick = () => this.isOpen = !node.open;
    return node;
  }

  /** "pug ×5: pug would become p u g." @param {ReasonWord} word */
  change(word) {
    const { number } = this.stepper;
    const count = el("b", `×${number(word.count)}`);
    const values = {
      word: el("span.addend", el("bdi", shortWord(word.text)), "\u00a0", count),
      best: this.segments(word.best),
      other: this.segments(word.other),
    };
    const template = String(word.best) === String(word.other)
      ? t("{word}: {best} stays.")
      : t("{word}: {best} would become {other}.");
    return fill(template, values);
  }

  /**
   * "pug: without the token, …: −5 × ln(1 − 0.0001) = 0.0005"
   * @param {ReasonWord} word
   */
  loss(word) {
    const { amount, number } = this.stepper;
    const left = word.share < 0.1 ? `1 − ${amount(word.share)}` : amount(word.left);
    const factor = `−${number(word.count)} × ln(${left}) = `;
    const said = t("{word}: Without the token, the word keeps {left} of its probability:");
    const values = { word: el("bdi", shortWord(word.text)), left };
    const sum = el("span.nowrap", factor, el("b", amount(word.cost)));
    return el("p", inARow(fill(said, values), sum));
  }

  /** @param {number[]} ids */
  segments(ids) {
    return directed(el("span.pair", ...alternate(ids.map((id) => this.stepper.chips.chip(id)))));
  }

  /** 0.002 + 0.001 + 3 more words 0.001 = 0.004 @param {Reason} reason */
  total(reason) {
    if (reason.words.length + reason.more < 2) return "";
    const { amount, number } = this.stepper;
    const parts = reason.words.map((word) => amount(word.cost));
    const rest = { n: number(reason.more), cost: amount(reason.rest) };
    if (reason.more) parts.push(t("more words ({n}) {cost}", rest));
    return el("p.sum", parts.join(" + "), " = ", el("b.total", amount(reason.cost)));
  }
}

/** A sentence about a token: the cheapest, one that stays, or the least that is left. */
function reasonInWords(/** @type {string} */ name) {
  if (name === "cheapest") return t("{token} goes first in round {k}: it costs {cost}");
  return name === "stays"
    ? t("{token} is the cheapest that stays: it would cost {cost}")
    : t("{token} would go next: it would cost {cost}");
}
