// The question that a walk answers: are there pieces between letters and whole words?

import { el, fill } from "../../drawing/elements.js";
import { panel } from "../../drawing/panel.js";
import { shortWord } from "../../tokens/spelling.js";

/**
 * @import { MergeWalker } from "../walker.d.ts"
 * @import { MergeModel } from "./merge_model.js"
 */

/** The most base tokens of a word that is an example, and among how many words it is looked for. */
const MOST_UNITS = 10;
const MOST_WORDS = 60;

/** A word as letters, as a whole, and as the pieces that the walk has made. */
export class Question {
  /** @param {MergeWalker} stepper */
  constructor(stepper) {
    const { text } = stepper.model.walk;
    this.stepper = stepper;
    this.text = text;
    this.word = exampleWord(stepper.model);
    this.rows = el("dl", { className: "ways" });
    this.node = panel("", "question-first", null, this.rows);
    this.node.hidden = this.word === undefined;
    if (this.word === undefined) return;
    const asked = fill(text.question_title, { word: this.whole(this.word) });
    this.node.querySelector("h2")?.replaceChildren(asked);
  }

  /** @param {number} word */
  whole(word) {
    return el("bdi", { className: "chip" }, shortWord(this.stepper.model.textOf(word)));
  }

  /** Shown before the first step, and again after the last one, with the answer. */
  update() {
    const { step, model } = this.stepper;
    this.node.classList.toggle("now", step === 0 || step === model.steps);
    if (this.word === undefined || (step > 0 && step < model.steps)) return;
    const { text } = this;
    const isBytes = model.walk.unit === "byte";
    const name = (/** @type {string} */ className, /** @type {string} */ said) =>
      el("dt", { className }, said);
    const units = isBytes
      ? name("", text.question_bytes)
      : name("characters", text.question_letters);
    this.rows.replaceChildren(
      units,
      this.way(this.tokens(this.word, 0)),
      name("whole-words", text.question_whole),
      this.way([this.whole(this.word)], text.question_unknown),
      name("bpe", text.question_pieces),
      step ? this.way(this.tokens(this.word, step)) : el("dd", {}, text.question_open),
    );
  }

  /** @param {number} word @param {number} step */
  tokens(word, step) {
    const { model, chips } = this.stepper;
    const { characters } = model.walk.unit === "byte" ? model.spelledWord(word) : {};
    return model.tokensAt(word, step).map(({ id, start, end }) =>
      chips.chip(id, { characters, start, end })
    );
  }

  /** @param {HTMLElement[]} tokens @param {string} [more] */
  way(tokens, more = "") {
    const n = this.stepper.number(tokens.length);
    const count = (tokens.length === 1 ? this.text.one_token : this.text.some_tokens)
      .replace("{n}", n);
    return el("dd", {}, el("span", { className: "tokens" }, ...tokens), " ", `${count}${more}`);
  }
}

/**
 * The word whose pieces are shown: the longest of the first ones that fits.
 * @param {MergeModel} model
 * @returns {number|undefined}
 */
export function exampleWord({ walk: { words, shown, marker } }) {
  const length = (/** @type {number} */ word) => words[word].filter((id) => id !== marker).length;
  const fitting = Array.from({ length: Math.min(shown, MOST_WORDS) }, (_, word) => word)
    .filter((word) => length(word) > 1 && length(word) <= MOST_UNITS);
  return fitting.sort((a, b) => length(b) - length(a) || a - b)[0];
}
