// Draws the figures of all steps: what a walk gains, which is fewer tokens for a larger vocabulary,
// between characters and whole words; and what decided each step.

import { t } from "../../browser/sentences.js";
import { button, checkbox, el, svg } from "../../drawing/elements.js";
import { appear, COUNTED, Figure } from "../../drawing/movement.js";
import { panel, toolRow } from "../../drawing/panel.js";
import { pathThrough, Plot, sampled } from "../../drawing/plot.js";
import { tokensInWords } from "../../tokens/chips.js";

/**
 * @import { Movement } from "../../drawing/movement.js"
 * @import { Walker } from "../walker.d.ts"
 * @import { CorpusModel } from "./corpus_model.js"
 */

/** @typedef {{x: number, y: number, tokens: number}} Place */

/**
 * Where each step is on the plane of what a vocabulary costs and the tokens it needs, and where
 * characters and whole words are. The cost is the vocabulary's size. A list of few words costs
 * nothing, so with few words it is how many would be unknown, each left out of the training.
 * @param {CorpusModel<any, any>} model
 */
export function tradeOff(model) {
  const { characters: [size, tokens], whole_words: [words, running] } = model.walk;
  const top = Math.max(tokens, running, ...model.tokenCounts) || 1;
  const unknown = unknownWords(model);
  const sizes = [size, words, model.sizeAt(0), model.sizeAt(model.steps)].map((n) => n || 1);
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)].map(Math.log);
  const across = (/** @type {number} */ n) => (Math.log(n || 1) - least) / (most - least || 1);
  /** @param {number} size @param {number|undefined} unknown @param {number} tokens */
  const place = (size, unknown, tokens) => ({
    x: unknown === undefined ? across(size) : unknown / words,
    y: tokens / top,
    tokens,
  });
  return {
    unknown,
    characters: place(size, unknown?.characters, tokens),
    words: place(words, unknown?.words, running),
    /** @param {number} step @returns {Place} */
    at: (step) => place(model.sizeAt(step), unknown?.pieces, model.tokenCounts[step]),
  };
}

/**
 * Whether a list of the whole words is longer than the vocabulary of pieces.
 * @param {CorpusModel<any, any>} model
 */
export const hasManyWords = (model) => model.walk.whole_words[0] >= model.sizeAt(model.steps);

/**
 * How many words would be unknown if each were left out of the training: those with a character, or
 * a base token, that no other word has. A list knows none of them. Undefined where there are many
 * words, where not all of them were sent whole, and where all of them would be unknown.
 * @param {CorpusModel<any, any>} model
 */
export function unknownWords(model) {
  const { words, word_total, whole_words, unit, lines } = model.walk;
  const isWhole = words.length === word_total && !lines &&
    ![...words.keys()].some((word) => model.isCut(word));
  if (!isWhole || !word_total || hasManyWords(model)) return undefined;
  // Every byte is in a vocabulary of bytes.
  const pieces = unit === "byte" ? 0 : withUnitsOfTheirOwn(words);
  if (pieces === word_total) return undefined;
  const texts = [...words.keys()].map((word) => [...model.textOf(word)]);
  return { words: whole_words[0], characters: withUnitsOfTheirOwn(texts), pieces };
}

/** How many words have a unit that no other word has. @param {unknown[][]} words */
function withUnitsOfTheirOwn(words) {
  const uses = new Map();
  for (const word of words) {
    for (const unit of new Set(word)) uses.set(unit, (uses.get(unit) ?? 0) + 1);
  }
  return words.filter((word) => word.some((unit) => uses.get(unit) === 1)).length;
}

/**
 * Which of words, characters and pieces is better for what at a step, read off its figures.
 * @param {CorpusModel<any, any>} model
 * @param {number} step
 * @param {(n: number) => string} number
 */
export function betterFor(model, step, number) {
  const { characters: [entries, most], whole_words: [words, running], name } = model.walk;
  const [size, tokens] = [model.sizeAt(step), model.tokenCounts[step]];
  if (!words) return "";
  const whole = model.isOfPhrases ? t("Whole phrases") : t("Whole words");
  const smaller = size < entries ? name : t("characters");
  const first = t("{whole} need {tokens}, but cannot read anything new.", {
    whole,
    tokens: tokensInWords(running, number),
  });
  const second = tokens < most
    ? t(
      "Of those that can: smaller vocabulary, {smaller} ({size}, not {larger}); " +
        "fewer tokens, {name} ({n}, not {most}).",
      {
        smaller,
        size: number(Math.min(size, entries)),
        larger: number(Math.max(size, entries)),
        name,
        n: number(tokens),
        most: number(most),
      },
    )
    : t("Characters can, in {tokens}; {name} does no better yet.", {
      tokens: tokensInWords(most, number),
      name,
    });
  return t("{first} {second}", { first, second });
}

/** Whether two names would be in each other's way. @param {Place} one @param {Place} other */
const isNear = (one, other) => Math.abs(one.x - other.x) < 0.45 && Math.abs(one.y - other.y) < 0.12;

/**
 * The size of the vocabulary and the tokens that the corpus needs, at this step and as a path.
 *
 * Sizes are drawn on a logarithmic scale, because whole words can need a vocabulary a thousand
 * times as large as characters. With few words, those that would be unknown are drawn instead.
 */
export class Growth {
  /** @param {Walker<CorpusModel<any, any>>} stepper */
  constructor(stepper) {
    const { model } = stepper;
    this.stepper = stepper;
    this.size = this.figure(t("vocabulary size"));
    this.tokens = this.figure(t("tokens needed"));
    /** Why the vocabulary grew. */
    this.made = el("p.made");
    /** On a phone, where the rest is below, beside the words. */
    this.inShort = el("span.in-short", { ariaHidden: "true" });
    this.places = tradeOff(model);
    this.plot = new Plot("trade-off");
    this.plot.line("bpe", sampled(model.steps + 1).map((step) => this.places.at(step)));
    const { characters, words } = this.places;
    // Where the path comes from bytes, it passes above.
    const where = characters.x > this.places.at(0).x ? "characters under" : "characters";
    if (this.places.unknown) this.markUnknown(this.places.unknown);
    const n = stepper.number(characters.tokens);
    this.plot.point(where, characters, t("characters {n}", { n }));
    this.plot.point("whole-words", words, wholeWords(model, stepper.number(words.tokens)));
    this.here = this.plot.addHere(model.walk.name);
    /** Whether its name was hidden before, because another one was too near. */
    this.wasUnnamed = false;
    this.overSteps = new OverSteps(stepper);
    this.all = checkbox(t("whole path"), (isOn) => this.node.classList.toggle("whole", isOn));
    this.byStep = checkbox(t("over the steps"), (isOn) => {
      this.tradeOff.hidden = isOn;
      this.overSteps.node.hidden = !isOn;
    });
    const tools = toolRow(this.byStep.parentElement, this.all.parentElement);
    const cost = this.places.unknown
      ? t("words unknown if left out of the training →")
      : t("vocabulary size (logarithmic) →");
    this.tradeOff = el(
      "div.trade-off-plane",
      el("p.axis", t("↑ tokens that the corpus needs")),
      this.plot.node,
      el("p.axis.x", cost),
    );
    this.betterFor = new Figure("p", "better-for");
    /** The line below: a note of the lesson, or that there are few words. */
    this.noteLine = el("div.said", this.note());
    this.node = panel(
      t("What was gained?"),
      "growth",
      this.made,
      el("div.gains", this.size.node, this.tokens.node, tools),
      this.tradeOff,
      this.overSteps.node,
      this.betterFor.node,
      this.noteLine,
    );
    const isBackwards = this.places.at(model.steps).x < this.places.at(0).x;
    this.plot.node.classList.toggle("backwards", isBackwards);
  }

  /**
   * Marks how many words are unknown to a list, and to the others, below the plane.
   * @param {{words: number, characters: number, pieces: number}} unknown
   */
  markUnknown({ words, characters, pieces }) {
    const { number } = this.stepper;
    this.plot.setUpright();
    for (const n of new Set([pieces, characters, words])) {
      const values = { n: number(n), words: number(words) };
      this.plot.point("tick", { x: n / words, y: 0 }, t("{n} of {words}", values));
    }
  }

  /** A figure with its name, and how the last step changed it. @param {string} name */
  figure(name) {
    const value = new Figure("b");
    const change = el("small.change");
    const node = el("p", el("span", name), " ", value.node, " ", change);
    return { node, value, change };
  }

  /** Where there are few words, offers many. */
  note() {
    const { model, readProse } = this.stepper;
    const [words] = model.walk.whole_words;
    if (!readProse || !words || hasManyWords(model)) return null;
    return el("p.more", button(t("Try 2,000 words"), readProse));
  }

  update() {
    const { step, model, number, chips } = this.stepper;
    const before = Math.max(0, step - 1);
    const tokens = model.tokenCounts[step];
    this.show(this.size, model.sizeAt(step), model.sizeAt(before));
    this.show(this.tokens, tokens, model.tokenCounts[before]);
    const made = step ? model.madeAt(step) : undefined;
    this.made.replaceChildren(...made ? [t("new token"), chips.chip(made)] : []);
    const values = { size: number(model.sizeAt(step)), tokens: number(tokens) };
    this.inShort.textContent = t("vocabulary {size}, tokens {tokens}", values);
    const place = this.places.at(step);
    this.wasUnnamed = this.here.classList.contains("unnamed");
    this.plot.arrive(place);
    const { characters, words } = this.places;
    this.here.classList.toggle("unnamed", isNear(place, characters) || isNear(place, words));
    this.betterFor.show(betterFor(model, step, number));
    this.overSteps.update();
  }

  measure() {
    this.plot.measure();
  }

  /**
   * Shows the figures and the point go from where they were.
   * @param {Movement} movement
   * @param {boolean} forwards
   */
  move(movement, forwards) {
    this.plot.move(movement, COUNTED);
    movement.show(this.made, appear, COUNTED);
    const name = this.here.firstElementChild;
    if (name && this.wasUnnamed) movement.show(name, appear, COUNTED);
    this.betterFor.appear(movement);
    for (const { value, change } of [this.size, this.tokens]) {
      value.move(movement);
      if (!value.isChanged) continue;
      // A change is news on the way forwards only.
      const scale = forwards ? 1.6 : 1;
      movement.show(change, [{ opacity: 0, scale }, { opacity: 1, scale: 1 }], COUNTED);
    }
  }

  /** @param {ReturnType<Growth["figure"]>} figure @param {number} now @param {number} before */
  show({ value, change }, now, before) {
    const { number } = this.stepper;
    const by = now - before;
    value.show(number(now));
    change.textContent = by ? `${by > 0 ? "+" : "−"}${number(Math.abs(by))}` : "";
  }
}

/** The name of the point of a list of all words, with its tokens. */
const wholeWords = (/** @type {CorpusModel<any, any>} */ model, /** @type {string} */ n) =>
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
