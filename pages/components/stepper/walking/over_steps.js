// Draws figures of all steps as lines: what the corpus needs, and what decided each step.

import { t } from "../../browser/sentences.js";
import { el, svg } from "../../drawing/elements.js";
import { pathThrough, Plot, sampled } from "../../drawing/plot.js";

/**
 * @import { Movement } from "../../drawing/movement.js"
 * @import { Walker } from "../walker.d.ts"
 * @import { CorpusModel } from "./corpus_model.js"
 */

/** The name of the point of a list of all words, with its tokens. */
export const wholeWords = (/** @type {CorpusModel<any, any>} */ model, /** @type {string} */ n) =>
  model.isOfPhrases ? t("phrases {n}", { n }) : t("words {n}", { n });

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
    const isHigher = characters > words;
    const n = number(characters);
    plot.level("characters", level(characters), isHigher, t("characters {n}", { n }));
    plot.level("whole-words", level(words), !isHigher, wholeWords(model, number(words)));
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

/** When, in a step's movement, the winner is lit. */
const LIT = /** @type {[number, number]} */ ([0, 0.22]);

/** A line of the figure that decided each step; a click goes to the step above it. */
export class StepLine {
  /** @param {Walker<CorpusModel<any, any>> & {go(step: number): void}} stepper */
  constructor(stepper) {
    this.stepper = stepper;
    const { model } = stepper;
    this.plot = new Plot("step-line");
    this.node = this.plot.node;
    const decided = [...model.decided.entries()].filter(([, figure]) => figure !== undefined);
    const places = sampled(decided.length).map((i) => this.place(...decided[i]));
    if (places.length) this.plot.line("decided", places);
    /** How often the pair that is pointed at occurred. */
    this.pointed = svg("path", { class: "pointed" });
    this.plot.lines.append(this.pointed);
    this.value = el("span");
    this.here = this.plot.addHere(this.value);
    this.node.onclick = (event) => {
      const { left, width } = this.node.getBoundingClientRect();
      stepper.go(Math.round(((event.clientX - left) / width) * model.steps));
    };
  }

  /** @param {number} step @param {number} amount */
  place(step, amount) {
    const { model } = this.stepper;
    return { x: step / (model.steps || 1), y: Math.min(1, amount / (model.mostDecided || 1)) };
  }

  /**
   * Draws how often a pair occurred up to the step that is shown; nothing without it.
   * @param {[number, number, number][]} [counts] the first step with a count, the next without it
   */
  follow(counts = []) {
    const { step } = this.stepper;
    const points = counts.filter(([first]) => first <= step).flatMap(([first, next, count]) =>
      [first, Math.min(next, step)].map((at) => this.place(at, count))
    );
    this.pointed.setAttribute("d", points.length ? pathThrough(points) : "");
  }

  measure() {
    this.plot.measure();
  }

  /** Shows the line go on. @param {Movement} movement */
  move(movement) {
    if (!this.here.hidden) this.plot.move(movement, LIT);
  }

  update() {
    const { step, model, amount } = this.stepper;
    const decided = model.decided[step];
    this.here.hidden = decided === undefined;
    this.value.textContent = amount(decided ?? 0);
    this.plot.arrive(this.place(step, decided ?? 0));
    if (this.here.hidden) this.plot.now = undefined; // no step comes from there
    this.follow();
  }
}
