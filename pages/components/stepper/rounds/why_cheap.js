// Why a token costs little.

import { el, fill } from "../../drawing/elements.js";
import { panel, scrollBox } from "../../drawing/panel.js";
import { shortWord } from "../../tokens/spelling.js";

/**
 * @import { Reason, ReasonWord, RoundView } from "../payload.d.ts"
 * @import { RoundWalker } from "../walker.d.ts"
 */

/** The cost, word by word, of removing the cheapest token, and the cheapest one that stays. */
export class WhyCheap {
  /** @param {RoundWalker} stepper */
  constructor(stepper) {
    this.stepper = stepper;
    this.text = stepper.model.walk.text;
    this.body = scrollBox("reasons", { "aria-labelledby": "heading-why" });
    this.node = panel(this.text.why_title, "why", null, this.body);
  }

  /** @param {RoundView} now */
  update(now) {
    const { step, model } = this.stepper;
    const isLast = step === model.steps;
    const names = isLast ? ["least"] : ["cheapest", "stays"];
    const rows = now.reasons.map((reason, i) => this.explain(names[i], reason));
    if (isLast) {
      rows.push(el("p", { className: "reason" }, this.text[`stopped_${model.walk.stopped}`]));
    }
    this.body.replaceChildren(...rows);
  }

  /** @param {string} name @param {Reason} reason */
  explain(name, reason) {
    const { chips, amount, number, step } = this.stepper;
    const values = {
      token: chips.chip(reason.token),
      k: number(step + 1),
      cost: el("b", { className: "nowrap" }, amount(reason.cost)),
    };
    const title = el("p", { className: "reason-title" }, fill(this.text[`reason_${name}`], values));
    const words = reason.words.map((word) => this.word(word));
    return el(
      "div",
      { className: `reason ${name === "stays" ? "" : "coming"}` },
      title,
      ...words,
      this.total(reason),
    );
  }

  /**
   * "pug ×5 keeps its best segmentation. …: −5 × ln(1 − 0.0001) = 0.0005"
   * @param {ReasonWord} word
   */
  word(word) {
    const { amount, number } = this.stepper;
    const name = el(
      "span",
      { className: "addend" },
      el("bdi", {}, shortWord(word.text)),
      "\u00a0",
      el("b", {}, `×${number(word.count)}`),
    );
    const same = String(word.best) === String(word.other);
    const change = fill(same ? this.text.same_best : this.text.other_best, {
      word: name,
      best: this.segments(word.best),
      other: this.segments(word.other),
    });
    const left = word.share < 0.1 ? `1 − ${amount(word.share)}` : amount(word.left);
    const sum = el(
      "span",
      { className: "nowrap" },
      `−${number(word.count)} × ln(${left}) = `,
      el("b", {}, amount(word.cost)),
    );
    return el(
      "p",
      { className: "removal" },
      change,
      " ",
      fill(this.text.share, { left }),
      " ",
      sum,
    );
  }

  /** @param {number[]} ids */
  segments(ids) {
    return el("span", { className: "pair" }, ...ids.map((id) => this.stepper.chips.chip(id)));
  }

  /** 0.002 + 0.001 + 3 more words 0.001 = 0.004 @param {Reason} reason */
  total(reason) {
    if (reason.words.length + reason.more < 2) return "";
    const { amount, number } = this.stepper;
    const rest = reason.more
      ? [
        this.text.more_costs.replace("{n}", number(reason.more)).replace(
          "{cost}",
          amount(reason.rest),
        ),
      ]
      : [];
    const parts = [...reason.words.map((word) => amount(word.cost)), ...rest];
    return el(
      "p",
      { className: "sum" },
      parts.join(" + "),
      " = ",
      el("b", { className: "total" }, amount(reason.cost)),
    );
  }
}
