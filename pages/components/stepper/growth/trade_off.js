// Where the vocabulary and the tokens of each step are, between characters and whole words.

/**
 * @import { CorpusModel } from "../walking/corpus_model.js"
 */

/** @typedef {{x: number, y: number, tokens: number}} Place */

/**
 * Where each step is on the plane of vocabulary sizes and tokens, and where characters and whole
 * words are.
 * @param {CorpusModel<any, any>} model
 */
export function tradeOff(model) {
  const { characters: [size, tokens], whole_words: [words, running] } = model.walk;
  const sizes = [size, words, model.sizeAt(0), model.sizeAt(model.steps)].map((n) => n || 1);
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)].map(Math.log);
  const top = Math.max(tokens, running, ...model.tokenCounts) || 1;
  const place = (/** @type {number} */ size, /** @type {number} */ tokens) => ({
    x: (Math.log(size || 1) - least) / (most - least || 1),
    y: tokens / top,
    tokens,
  });
  return {
    characters: place(size, tokens),
    words: place(words, running),
    /** @param {number} step @returns {Place} */
    at: (step) => place(model.sizeAt(step), model.tokenCounts[step]),
  };
}

/** Whether two names would be in each other's way. @param {Place} one @param {Place} other */
export const isNear = (one, other) =>
  Math.abs(one.x - other.x) < 0.45 && Math.abs(one.y - other.y) < 0.12;
