// Pairs in the words of a corpus, as bpe_core/textbook.py has them: at each step all are counted
// again, which takes a few milliseconds for the longest text that is trained here.

/**
 * A pair of adjacent tokens, and how often it occurs.
 * @typedef {{left: number, right: number, count: number}} Pair
 */

/** More than any base vocabulary and its merges. */
const MOST_TOKENS = 2 ** 21;

/** The number of a pair among all pairs. @param {number} left @param {number} right */
export const pairKey = (left, right) => left * MOST_TOKENS + right;

/**
 * The pairs by their keys, in the order in which the corpus has them.
 * @param {number[][]} words
 * @param {number[]} counts
 */
export function countPairs(words, counts) {
  /** @type {Map<number, Pair>} */
  const pairs = new Map();
  words.forEach((word, w) => {
    for (let i = 1; i < word.length; i++) {
      const key = pairKey(word[i - 1], word[i]);
      const pair = pairs.get(key);
      if (pair) pair.count += counts[w];
      else pairs.set(key, { left: word[i - 1], right: word[i], count: counts[w] });
    }
  });
  return pairs;
}

/**
 * The words with a pair, by their places, and how often it is in each.
 * @param {number[][]} words
 * @param {number} left
 * @param {number} right
 * @returns {[word: number, times: number][]}
 */
export function wordsWith(words, left, right) {
  /** @type {[number, number][]} */
  const found = [];
  words.forEach((word, w) => {
    let times = 0;
    for (let i = 1; i < word.length; i++) if (word[i - 1] === left && word[i] === right) times++;
    if (times) found.push([w, times]);
  });
  return found;
}

/** How many tokens there are in all. @param {number[][]} words @param {number[]} counts */
export const tokenTotal = (words, counts) =>
  words.reduce((sum, word, w) => sum + word.length * counts[w], 0);
