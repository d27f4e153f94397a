// Byte pair encoding as a textbook prints it: bpe_core/textbook.py in the browser.
//
// All pairs are counted again at each step. A pair is one number, so that it can be a key.

import { compareLists } from "./corpus.js";

/** @import { Corpus } from "./corpus.js" */

/** A token of more bytes is not made. */
const LONGEST_TOKEN = 4096;
/** More than any base vocabulary and its merges. */
const MOST_TOKENS = 2 ** 21;

/**
 * `choices` are the ids of pairs that are merged instead of the rule's, by the number of the step.
 * @typedef {{
 *   numMerges: number, minFrequency: number, tie: string, choices: Map<number, number[]>
 * }} Asked
 */

/** @typedef {[left: number, right: number, count: number]} Counted */

/**
 * What was there at a step: the pairs in the order of the rule, and each word's tokens.
 * @typedef {{pairs: Counted[], words: number[][]}} Step
 */

/** @param {number} left @param {number} right */
export const pairKey = (left, right) => left * MOST_TOKENS + right;

/**
 * How often each pair of adjacent tokens occurs, in the order in which they are first met.
 * @param {number[][]} words
 * @param {number[]} counts
 * @returns {Counted[]}
 */
export function countPairs(words, counts) {
  /** @type {Map<number, Counted>} */
  const pairs = new Map();
  words.forEach((word, w) => {
    for (let i = 1; i < word.length; i++) {
      const key = pairKey(word[i - 1], word[i]);
      const pair = pairs.get(key);
      if (pair) pair[2] += counts[w];
      else pairs.set(key, [word[i - 1], word[i], counts[w]]);
    }
  });
  return [...pairs.values()];
}

/**
 * How a rule orders pairs with the same count; pairs are sorted stably, so 0 means "first seen".
 * @param {string} tie
 * @param {number[][]} tokens the tokens' texts, as numbers
 * @returns {(one: Counted, other: Counted) => number}
 */
function tieOrder(tie, tokens) {
  if (tie === "first-seen") return () => 0;
  if (tie === "lowest-id") return (one, other) => one[0] - other[0] || one[1] - other[1];
  const larger = (/** @type {number} */ a, /** @type {number} */ b) =>
    a === b ? 0 : compareLists(tokens[b], tokens[a]) || a - b;
  return (one, other) => larger(one[0], other[0]) || larger(one[1], other[1]);
}

/**
 * The word with every occurrence of the pair merged, from left to right.
 * @param {number[]} word
 * @param {number} left
 * @param {number} right
 * @param {number} made the new token
 */
export function mergePair(word, left, right, made) {
  const merged = [];
  for (let i = 0; i < word.length; i++) {
    const isPair = word[i] === left && word[i + 1] === right;
    merged.push(isPair ? made : word[i]);
    if (isPair) i++;
  }
  return merged;
}

/**
 * Learns merges until there is a reason to stop; `see` is shown each step before it is taken.
 * @param {Corpus} corpus
 * @param {Asked} asked
 * @param {(step: Step) => void} see
 * @returns {{merges: Counted[], tokens: number[][], stopped: string}}
 */
export function train(corpus, asked, see) {
  const tokens = [...corpus.tokens];
  /** @type {Counted[]} */
  const merges = [];
  let words = corpus.spelled;
  const order = tieOrder(asked.tie, tokens);
  for (;;) {
    const pairs = countPairs(words, corpus.counts);
    pairs.sort((one, other) => other[2] - one[2] || order(one, other));
    see({ pairs, words });
    const chosen = asked.choices.get(merges.length + 1);
    const next = chosen
      ? pairs.find(([left, right]) => left === chosen[0] && right === chosen[1])
      : pairs[0];
    const stopped = merges.length === asked.numMerges
      ? "num_merges"
      : !next
      ? "nothing_left"
      : !chosen && next[2] < asked.minFrequency
      ? "min_frequency"
      : sizeOf([...tokens[next[0]], ...tokens[next[1]]]) > LONGEST_TOKEN
      ? "token_length"
      : "";
    if (stopped || !next) return { merges, tokens, stopped };
    const [left, right] = next;
    const made = tokens.length;
    tokens.push([...tokens[left], ...tokens[right]]);
    merges.push(next);
    words = words.map((word) => word.includes(left) ? mergePair(word, left, right, made) : word);
  }

  /** The bytes of a token. @param {number[]} token */
  function sizeOf(token) {
    if (typeof corpus.base[0] === "number") return token.length;
    const size = (/** @type {number} */ c) => c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    return token.reduce((sum, code) => sum + size(code), 0);
  }
}
