// The question that a walk answers: are there pieces between letters and whole words? And notes on
// the beliefs that a step disproves.

import { t } from "../../browser/sentences.js";
import { el, fill } from "../../drawing/elements.js";
import { panel } from "../../drawing/panel.js";
import { directed, tokensInWords } from "../../tokens/chips.js";
import { shortWord } from "../../tokens/spelling.js";
import { Values } from "../../tokens/values.js";
import { tokensOfWord } from "../walking/words.js";

/**
 * @import { ClassroomOptions, Note } from "../payload.d.ts"
 * @import { MergeStepper, MergeWalker } from "../walker.d.ts"
 * @import { MergeModel } from "./merge_model.js"
 */

/** The most base tokens of a word that is an example, and how many are enough. */
const MOST_UNITS = 10;
const LONG_ENOUGH = 5;
const LETTERS = /^\p{L}+$/u;

/** A word as letters, as a whole, and as the pieces that the walk has made. */
export class Question {
  /** @param {MergeWalker} stepper */
  constructor(stepper) {
    this.stepper = stepper;
    this.word = stepper.model.steps ? exampleWord(stepper.model) : undefined;
    this.rows = el("dl.ways");
    this.node = panel("", "question-first", null, this.rows);
    this.node.hidden = this.word === undefined;
    if (this.word === undefined) return;
    const title = fill(t("Three ways to read {word}"), { word: this.whole(this.word) });
    this.node.querySelector("h2")?.replaceChildren(title);
  }

  /** The question itself, if a word can be asked about. */
  sentence() {
    return this.word === undefined
      ? undefined
      : fill(t("A model has to read {word}. In which pieces?"), { word: this.whole(this.word) });
  }

  /** @param {number} word */
  whole(word) {
    return el("bdi.chip", shortWord(this.stepper.model.textOf(word)));
  }

  /** Shown before the first step, and again after the last one, with the answer. */
  update() {
    const { step, model, prediction, node } = this.stepper;
    const { word } = this;
    const isShown = word !== undefined && (step === 0 || step === model.steps);
    this.node.classList.toggle("now", isShown);
    node?.classList.toggle("questioned", isShown);
    if (!isShown) return;
    const isBytes = model.walk.unit === "byte";
    // Without what WordPiece puts before characters inside a word.
    const units = model.walk.prefix && !isBytes
      ? [...model.textOf(word)].map((letter) => el("bdi.chip", letter))
      : tokensOfWord(this.stepper, word, 0);
    const tokens = tokensOfWord(this.stepper, word, step);
    this.rows.replaceChildren(
      isBytes ? el("dt", t("bytes")) : el("dt.characters", t("characters")),
      this.way(units),
      el("dt.whole-words", t("whole word")),
      this.way([this.whole(word)], t(", unknown if new")),
      el("dt.bpe", t("pieces")),
      step ? this.way(tokens) : el("dd", inBetween(prediction.on)),
    );
  }

  /** @param {HTMLElement[]} tokens @param {string} [more] */
  way(tokens, more = "") {
    const count = tokensInWords(tokens.length, this.stepper.number);
    const row = directed(el("span.tokens", ...tokens));
    return el("dd", row, " ", `${count}${more}`);
  }
}

/**
 * The word whose pieces are shown: of those that fit, one of letters alone, which the walk leaves
 * in pieces; long enough, and frequent.
 * @param {MergeModel} model
 * @returns {number|undefined}
 */
export function exampleWord(model) {
  const { words, shown, marker } = model.walk;
  const length = (/** @type {number} */ word) => words[word].filter((id) => id !== marker).length;
  const fitness = (/** @type {number} */ word) => {
    const isInPieces = isBetween(model.tokensAt(word, model.steps).length, length(word));
    const [letters, pieces] = [LETTERS.test(model.textOf(word)), isInPieces].map(Number);
    // Letters come before pieces, and pieces before length.
    return 100 * letters + 10 * pieces + Math.min(length(word), LONG_ENOUGH);
  };
  return Array.from({ length: shown }, (_, word) => word)
    .filter((word) => isBetween(length(word), MOST_UNITS + 1))
    .map((word) => ({ word, fit: fitness(word) }))
    .sort((a, b) => b.fit - a.fit)[0]?.word;
}

/** Whether there are several, but fewer than so many. @param {number} n @param {number} most */
const isBetween = (n, most) => n > 1 && n < most;

/** The question before the first merge. @param {boolean} isPredicted whether Next has to wait */
const inBetween = (isPredicted) =>
  isPredicted ? t("Is there anything in between?") : t("Is there anything in between? Press Next.");

export class Notes {
  /** @param {MergeStepper} stepper @param {ClassroomOptions} options */
  constructor(stepper, { notes }) {
    this.stepper = stepper;
    this.values = new Values(stepper.model.walk.lang);
    this.notes = notes;
    this.node = el("div.notes");
  }

  update() {
    const here = this.notes.filter(({ step }) => step === this.stepper.step);
    if (here.length || this.node.firstChild) {
      this.node.replaceChildren(...here.map((note) => this.draw(note)));
    }
  }

  /** Draws a note. When closed it is one line, so the stage doesn't move. @param {Note} note */
  draw(note) {
    const belief = fill(t("Really? {belief}"), { belief: el("b", note.belief) });
    return el(
      "details.note",
      el("summary", belief),
      el("p", this.values.sentence(note.fact, note.facts)),
    );
  }
}
