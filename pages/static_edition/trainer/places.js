// The words of a corpus while merges are learned. Unlike bpe_core/textbook.py, which counts all
// pairs again at each step, a merge looks only at the places that it changes.
//
// A place is a base token of the corpus. A token begins at a place; the places inside it hold none.

/** @import { Corpus } from "./corpus.js" */

/**
 * A pair of adjacent tokens. `places` are where its left token begins, from left to right: all come
 * from the step that made the later of the two tokens. At those before `first` it is gone.
 * @typedef {{left: number, right: number, count: number, places: number[], first: number}} Pair
 */

/** More than any base vocabulary and its merges. */
const MOST_TOKENS = 2 ** 21;
const NONE = -1;

export class Places {
  /** @param {Corpus} corpus */
  constructor({ spelled, counts }) {
    const size = spelled.reduce((sum, word) => sum + word.length, 0);
    this.counts = counts;
    /** For each place: the token, its word, and where the tokens beside it begin. */
    this.tokens = new Int32Array(size).fill(NONE);
    this.wordAt = new Int32Array(size);
    this.after = new Int32Array(size).fill(NONE);
    this.before = new Int32Array(size).fill(NONE);
    /** Where each word begins. @type {number[]} */
    this.starts = [];
    /** @type {Map<number, Pair>} */
    this.pairs = new Map();
    /** At how many places each token is. @type {number[]} */
    this.uses = [];
    /** The tokens of the whole corpus. */
    this.total = 0;
    let place = 0;
    spelled.forEach((word, w) => {
      this.starts.push(place);
      for (const token of word) this.fill(place++, token, w);
    });
  }

  /** @param {number} place @param {number} token @param {number} w */
  fill(place, token, w) {
    this.tokens[place] = token;
    this.wordAt[place] = w;
    this.uses[token] = (this.uses[token] ?? 0) + 1;
    this.total += this.counts[w];
    if (place === this.starts[w]) return;
    this.before[place] = place - 1;
    this.after[place - 1] = place;
    this.add(place - 1, this.pair(this.tokens[place - 1], token));
  }

  /** The pair of two tokens, which may not occur. @param {number} left @param {number} right */
  pair(left, right) {
    const key = left * MOST_TOKENS + right;
    let pair = this.pairs.get(key);
    if (!pair) this.pairs.set(key, pair = { left, right, count: 0, places: [], first: 0 });
    return pair;
  }

  /** @param {number} place @param {Pair} pair that occurs here from now on */
  add(place, pair) {
    pair.count += this.counts[this.wordAt[place]];
    pair.places.push(place);
  }

  /** Whether a pair is still at one of its places. @param {Pair} pair @param {number} place */
  isAt({ left, right }, place) {
    return this.tokens[place] === left && this.tokens[this.after[place]] === right;
  }

  /** The first place of a pair that occurs. @param {Pair} pair */
  firstPlace(pair) {
    while (!this.isAt(pair, pair.places[pair.first])) pair.first++;
    return pair.places[pair.first];
  }

  /**
   * The pairs that come first in an order, and how many share the highest count.
   * @param {number} most
   * @param {(one: Pair, other: Pair) => number} order
   * @returns {{best: Pair[], tied: number}}
   */
  top(most, order) {
    /** @type {Pair[]} */
    const best = [];
    for (const pair of this.pairs.values()) {
      if (best.length === most && order(pair, best[most - 1]) > 0) continue;
      let rank = best.length;
      while (rank && order(pair, best[rank - 1]) < 0) rank--;
      best.splice(rank, 0, pair);
      best.length = Math.min(best.length, most);
    }
    let tied = 0;
    for (const { count } of this.pairs.values()) if (count === best[0].count) tied++;
    return { best, tied };
  }

  /**
   * The words with a pair, in order, and how often it is in each.
   * @param {Pair} pair
   * @returns {[word: number, times: number][]}
   */
  wordsWith(pair) {
    /** @type {Map<number, number>} */
    const times = new Map();
    for (const place of pair.places) {
      const w = this.wordAt[place];
      if (this.isAt(pair, place)) times.set(w, (times.get(w) ?? 0) + 1);
    }
    return [...times];
  }

  /** How often a token occurs in the whole corpus. @param {number} token */
  countOf(token) {
    let count = 0;
    this.tokens.forEach((other, place) => {
      if (other === token) count += this.counts[this.wordAt[place]];
    });
    return count;
  }

  /**
   * Merges a pair wherever it occurs, from left to right.
   * @param {Pair} pair
   * @param {number} made the new token
   * @param {(place: number) => void} see is told where each right token began
   * @returns {Map<Pair, number>} the pairs that this touched, and their counts before
   */
  merge(pair, made, see) {
    /** @type {Map<Pair, number>} */
    const touched = new Map();
    const touch = (/** @type {number} */ left, /** @type {number} */ right) => {
      const other = this.pair(left, right);
      if (!touched.has(other)) touched.set(other, other.count);
      return other;
    };
    this.uses[made] = 0;
    for (const place of pair.places) {
      if (!this.isAt(pair, place)) continue;
      const count = this.counts[this.wordAt[place]];
      const [before, gone] = [this.before[place], this.after[place]];
      const after = this.after[gone];
      touch(pair.left, pair.right).count -= count;
      if (before >= 0) touch(this.tokens[before], pair.left).count -= count;
      if (after >= 0) touch(pair.right, this.tokens[after]).count -= count;
      this.join(place, gone, made);
      if (before >= 0) this.add(before, touch(this.tokens[before], made));
      if (after >= 0) this.add(place, touch(made, this.tokens[after]));
      see(gone);
    }
    for (const { left, right, count } of touched.keys()) {
      if (!count) this.pairs.delete(left * MOST_TOKENS + right);
    }
    return touched;
  }

  /** @param {number} place @param {number} gone the place after it @param {number} made */
  join(place, gone, made) {
    const after = this.after[gone];
    this.uses[this.tokens[place]]--;
    this.uses[this.tokens[gone]]--;
    this.uses[made]++;
    this.tokens[place] = made;
    this.tokens[gone] = NONE;
    this.after[place] = after;
    if (after >= 0) this.before[after] = place;
    this.total -= this.counts[this.wordAt[place]];
  }
}
