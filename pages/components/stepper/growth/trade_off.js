// Places the tokens of each step between characters and whole words: what is each best for?

import { t } from "../../browser/sentences.js";
import { tokensInWords } from "../../tokens/chips.js";

/**
 * @import { CorpusModel } from "../walking/corpus_model.js"
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
  const place = (/** @type {number} */ x, /** @type {number} */ tokens) => ({
    x,
    y: tokens / top,
    tokens,
  });
  const unknown = unknownWords(model);
  if (unknown) {
    return {
      unknown,
      characters: place(unknown.characters / words, tokens),
      words: place(1, running),
      /** @param {number} step @returns {Place} */
      at: (step) => place(unknown.pieces / words, model.tokenCounts[step]),
    };
  }
  const sizes = [size, words, model.sizeAt(0), model.sizeAt(model.steps)].map((n) => n || 1);
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)].map(Math.log);
  const across = (/** @type {number} */ n) => (Math.log(n || 1) - least) / (most - least || 1);
  return {
    unknown,
    characters: place(across(size), tokens),
    words: place(across(words), running),
    /** @param {number} step @returns {Place} */
    at: (step) => place(across(model.sizeAt(step)), model.tokenCounts[step]),
  };
}

/** The name of the point of a list of all words, with its tokens. */
export const wholeWords = (/** @type {CorpusModel<any, any>} */ model) =>
  model.isOfPhrases ? t("phrases {n}") : t("words {n}");

/** The name of the axis from left to right. @param {ReturnType<typeof tradeOff>} places */
export const costAxis = ({ unknown }) =>
  unknown ? t("words unknown if left out of the training →") : t("vocabulary size (logarithmic) →");

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
    words.every((/** @type {number[]} */ _, /** @type {number} */ word) => !model.isCut(word));
  if (!isWhole || !word_total || hasManyWords(model)) return undefined;
  const characters = words.map((/** @type {number[]} */ _, /** @type {number} */ word) => [
    ...model.textOf(word),
  ]);
  // Every byte is in a vocabulary of bytes.
  const pieces = unit === "byte" ? 0 : withUnitsOfTheirOwn(words);
  return pieces === word_total
    ? undefined
    : { words: whole_words[0], characters: withUnitsOfTheirOwn(characters), pieces };
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
export const isNear = (one, other) =>
  Math.abs(one.x - other.x) < 0.45 && Math.abs(one.y - other.y) < 0.12;
