// The sums behind predictions in a walk of WordPiece, which was trained by the library.

import { placesAt, shownSum, spelledCorpus } from "./walk.js";

/**
 * @import { Walk } from "../../components/stepper/payload.d.ts"
 * @import { Text } from "./walk.js"
 */

/**
 * The words behind one pair's count at a step, with how often its two tokens occur.
 * @param {Text} text
 * @param {Pick<Walk, "base"|"left"|"right"|"prefix"|"specials">} walk
 * @param {number} step
 * @param {number} left
 * @param {number} right
 */
export function scoredSum(text, walk, step, left, right) {
  const shift = walk.specials.length;
  const ids = new Map(walk.base.map((token, id) => [token, id]));
  const plain = spelledCorpus({ ...text, unit: "char", marker: "" });
  const idOf = (/** @type {string} */ letter, /** @type {number} */ i) =>
    Number(ids.get(i ? walk.prefix + letter : letter));
  const spelled = plain.words.map((word) => [...word].map(idOf));
  const corpus = { ...plain, spelled, tokens: walk.base.map(() => []) };
  const places = placesAt(
    corpus,
    walk.left.map((id, i) => [id - shift, walk.right[i] - shift]),
    step,
  );
  const pair = places.pair(left - shift, right - shift);
  return {
    pairs: [left, right, pair.count],
    token_counts: [places.countOf(pair.left), places.countOf(pair.right)],
    ...shownSum(corpus, places.wordsWith(pair)),
    beliefs: [],
  };
}
