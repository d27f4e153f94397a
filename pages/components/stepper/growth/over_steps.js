// The vocabulary and the tokens needed, step by step, beside characters and whole words.

import { t } from "../../browser/sentences.js";
import { el, fill } from "../../drawing/elements.js";
import { Plot, sampled } from "../../drawing/plot.js";

import { wholeWords } from "./trade_off.js";

/**
 * @import { Walker } from "../walker.d.ts"
 * @import { CorpusModel } from "../walking/corpus_model.js"
 */

/** Two lines over the steps. Unlike the trade-off, each figure has a scale of its own. */
export class OverSteps {
  /** @param {Walker<CorpusModel<any, any>>} stepper */
  constructor(stepper) {
    const { model } = stepper;
    const { characters: [size, tokens], whole_words: [words, running] } = model.walk;
    this.stepper = stepper;
    this.lines = [
      this.line(t("vocabulary size"), (step) => model.sizeAt(step), size, words),
      this.line(t("tokens needed"), (step) => model.tokenCounts[step], tokens, running),
    ];
    this.node = el(
      "div.over-steps",
      { hidden: true },
      ...this.lines.flatMap(({ name, plot }) => [el("p.axis", name), plot.node]),
      el("p.axis.x", model.walk.algorithm === "unigram" ? t("round →") : t("step →")),
    );
  }

  /**
   * @param {string} name
   * @param {(step: number) => number} at
   * @param {number} characters how many it would be with characters
   * @param {number} words
   */
  line(name, at, characters, words) {
    const { model, number } = this.stepper;
    const steps = sampled(model.steps + 1);
    const { level, place } = scaled(steps, at, characters, words);
    const plot = new Plot("over-step");
    plot.line("bpe", steps.map(place));
    const named = (/** @type {string} */ told, /** @type {number} */ n) =>
      fill(told, { n: number(n) });
    const isHigher = characters > words;
    plot.level(
      "characters",
      level(characters),
      isHigher,
      named(t("characters {n}"), characters),
    );
    plot.level("whole-words", level(words), !isHigher, named(wholeWords(model), words));
    plot.addHere();
    return { name, plot, place };
  }

  update() {
    for (const { plot, place } of this.lines) plot.arrive(place(this.stepper.step));
  }
}

/**
 * Where figures are on a plane with room for all of them.
 * @param {number[]} steps
 * @param {(step: number) => number} at
 * @param {...number} others
 */
export function scaled(steps, at, ...others) {
  const most = Math.max(...others, ...steps.map(at)) || 1;
  const last = steps[steps.length - 1] || 1;
  const level = (/** @type {number} */ figure) => figure / most;
  return { level, place: (/** @type {number} */ step) => ({ x: step / last, y: level(at(step)) }) };
}
