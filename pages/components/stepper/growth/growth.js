// Draws what a walk gains: fewer tokens for a larger vocabulary.

import { t } from "../../browser/sentences.js";
import { button, checkbox, el, fill } from "../../drawing/elements.js";
import { appear, COUNTED, Figure } from "../../drawing/movement.js";
import { panel, toolRow } from "../../drawing/panel.js";
import { Plot, sampled } from "../../drawing/plot.js";
import { OverSteps } from "./over_steps.js";
import { betterFor, costAxis, hasManyWords, isNear, tradeOff, wholeWords } from "./trade_off.js";

/**
 * @import { Movement } from "../../drawing/movement.js"
 * @import { Walker } from "../walker.d.ts"
 * @import { CorpusModel } from "../walking/corpus_model.js"
 */

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
    const named = (/** @type {string} */ name, /** @type {number} */ tokens) =>
      fill(name, { n: stepper.number(tokens) });
    // Where the path comes from bytes, it passes above.
    const where = characters.x > this.places.at(0).x ? "characters under" : "characters";
    if (this.places.unknown) this.markUnknown(this.places.unknown);
    this.plot.point(where, characters, named(t("characters {n}"), characters.tokens));
    this.plot.point("whole-words", words, named(wholeWords(model), words.tokens));
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
    this.tradeOff = el(
      "div.trade-off-plane",
      el("p.axis", t("↑ tokens that the corpus needs")),
      this.plot.node,
      el("p.axis.x", costAxis(this.places)),
    );
    this.betterFor = el("p.better-for");
    /** The line below: a note of the lesson, or that there are few words. */
    this.noteLine = el("div.said", this.note());
    this.node = panel(
      t("What was gained?"),
      "growth",
      this.made,
      el("div.gains", this.size.node, this.tokens.node, tools),
      this.tradeOff,
      this.overSteps.node,
      this.betterFor,
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
    this.show(this.size, model.sizeAt(step), model.sizeAt(step) - model.sizeAt(before));
    const tokens = model.tokenCounts[step];
    this.show(this.tokens, tokens, tokens - model.tokenCounts[before]);
    const made = step ? model.madeAt(step) : undefined;
    this.made.replaceChildren(...made ? [t("new token"), chips.chip(made)] : []);
    this.inShort.textContent = t("vocabulary {size}, tokens {tokens}", {
      size: number(model.sizeAt(step)),
      tokens: number(tokens),
    });
    const place = this.places.at(step);
    this.wasUnnamed = this.here.classList.contains("unnamed");
    this.plot.arrive(place);
    const { characters, words } = this.places;
    this.here.classList.toggle("unnamed", isNear(place, characters) || isNear(place, words));
    this.betterFor.textContent = betterFor(model, step, number);
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
    for (const { value, change } of [this.size, this.tokens]) {
      value.move(movement);
      if (!value.isChanged) continue;
      // A change is news on the way forwards only.
      const scale = forwards ? 1.6 : 1;
      movement.show(change, [{ opacity: 0, scale }, { opacity: 1, scale: 1 }], COUNTED);
    }
  }

  /** @param {ReturnType<Growth["figure"]>} figure @param {number} now @param {number} by */
  show(figure, now, by) {
    const { number } = this.stepper;
    const { value, change } = figure;
    value.show(number(now));
    change.textContent = by ? `${by > 0 ? "+" : "−"}${number(Math.abs(by))}` : "";
  }
}
