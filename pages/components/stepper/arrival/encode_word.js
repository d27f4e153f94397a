// Encodes a word with the merges up to a step.

/**
 * @import { MergeModel } from "../merges/merge_model.js"
 */

/**
 * The base tokens of a word, its marker last, and the characters that are not among them.
 * @param {MergeModel} model
 * @param {string} word
 */
export function baseTokens(model, word) {
  const { walk } = model;
  const first = walk.specials.length;
  /** @type {Map<string|number, number>} */
  const ids = new Map();
  walk.base.forEach((token, i) => {
    if (first + i !== walk.marker && !Array.isArray(token)) ids.set(token, first + i);
  });
  const parts = walk.unit === "byte" ? [...new TextEncoder().encode(word)] : [...word];
  const unknown = parts.filter((part) => !ids.has(part));
  const units = parts.map((part) => /** @type {number} */ (ids.get(part)));
  return { units: walk.marker < 0 ? units : [...units, walk.marker], unknown };
}

/**
 * Applies the merges up to a step in their order, each from left to right.
 * @param {MergeModel} model
 * @param {number[]} units
 * @param {number} step
 */
export function encodeUnits(model, units, step) {
  let tokens = units;
  for (let k = 1; k <= step && tokens.length > 1; k++) {
    const { left, right, token } = model.merge(k);
    /** @type {number[]} */
    const merged = [];
    for (let i = 0; i < tokens.length; i++) {
      const here = tokens[i] === left && tokens[i + 1] === right;
      merged.push(here ? token : tokens[i]);
      if (here) i++;
    }
    tokens = merged;
  }
  return tokens;
}
