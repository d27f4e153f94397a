/**
 * A bigram language model over tokens: how often each token came after which other. The browser's
 * counterpart of `bpe_core/experiments/bigram_model.py`, which says what it is and is not.
 */

import { mergedWord } from "../stepper/merges/merge_model.js";

/** A word by the ids of its tokens, and how often it occurs. @typedef {[number[], number]} Word */

/** How often something came next, of how often. @typedef {{times: number, total: number}} Factor */

/** A word by its tokens, the bits it takes, and whether it was read in these tokens. */
/** @typedef {{tokens: number[], bits: number, wasRead: boolean}} LikelyWord */

/** A number that was drawn, from 1 on, and the token it stands for. */
/** @typedef {{before: number, drawn: number, token: number}} Draw */

/** How often each token came after each other. @typedef {Map<number, Map<number, number>>} Rows */

/** The token before the first of a word and after its last. */
export const BORDER = -1;
/** How many beginnings of words are tried, and the most tokens of a word that is written. */
const MOST_BEGINNINGS = 20_000;
const MOST_WRITTEN = 60;

export class BigramModel {
  /** @param {Word[]} words */
  constructor(words) {
    this.words = words;
    /** @type {Rows} */
    this.rows = new Map();
    for (const [word, times] of words) count(this.rows, word, times);
    /** @type {Map<number, number>} how often each token had one after it */
    this.totals = new Map([...this.rows].map(([before, row]) => [before, sumOfAll(row.values())]));
    this.read = new Set(words.map(([word]) => String(word)));
  }

  /** The tokens that came after a token, the most frequent first. @param {number} before */
  row(before) {
    return [...this.rows.get(before) ?? []].sort((a, b) => b[1] - a[1]);
  }

  /** A word's probability, factor by factor. @param {number[]} word @returns {Factor[]} */
  factors(word) {
    return [...neighbours(word)].map(([before, after]) => ({
      times: this.rows.get(before)?.get(after) ?? 0,
      total: this.totals.get(before) ?? 0,
    }));
  }

  /** @param {number[]} word */
  bitsOf(word) {
    return sumOfAll(this.factors(word).map(bitsOfFactor));
  }

  /** The bits of the words that were read, each as often as it occurs. */
  get bits() {
    const pairs = [...this.rows.values()].flatMap((row) => [...row.values()]);
    return sumOfAll([...this.totals.values()].map(nLogN)) - sumOfAll(pairs.map(nLogN));
  }

  /** How much of the probability goes to what was not read in these tokens. */
  get madeUp() {
    const read = [...this.read].map((word) => 2 ** -this.bitsOf(word.split(",").map(Number)));
    return Math.max(0, 1 - sumOfAll(read));
  }

  /** Words, read or made up, from the most probable on. @returns {Generator<LikelyWord>} */
  *likelyWords() {
    /** @type {BestFirst<{bits: number, tokens: number[], isWhole: boolean}>} */
    const begun = new BestFirst();
    begun.push({ bits: 0, tokens: [], isWhole: false });
    for (let i = 0; i < MOST_BEGINNINGS; i++) {
      const best = begun.pop();
      if (!best) return;
      const { bits, tokens, isWhole } = best;
      if (isWhole) {
        yield { tokens, bits, wasRead: this.read.has(String(tokens)) };
        continue;
      }
      const before = tokens.at(-1) ?? BORDER;
      const total = this.totals.get(before) ?? 0;
      for (const [token, times] of this.rows.get(before) ?? []) {
        const isEnd = token === BORDER;
        const longer = isEnd ? tokens : [...tokens, token];
        begun.push({ bits: bits + Math.log2(total / times), tokens: longer, isWhole: isEnd });
      }
    }
  }

  /** A word written at random: in each row, a die with as many sides. @param {number} seed */
  write(seed) {
    const random = randomNumbers(seed);
    /** @type {Draw[]} */
    const draws = [];
    for (let before = BORDER; draws.length < MOST_WRITTEN;) {
      const total = this.totals.get(before) ?? 0;
      if (!total) break;
      const drawn = 1 + Math.floor(Number(random.next().value) * total);
      const [token] = rangesOf(this.row(before)).find(([, , last]) => drawn <= last) ?? [BORDER];
      draws.push({ before, drawn, token });
      if (token === BORDER) break;
      before = token;
    }
    return draws;
  }

  /** How many bits each pair would save if it were merged next. */
  earnings() {
    /** @type {Map<string, {pair: [number, number], words: Set<Word>}>} */
    const containing = new Map();
    for (const word of this.words) {
      for (let i = 1; i < word[0].length; i++) {
        /** @type {[number, number]} */
        const pair = [word[0][i - 1], word[0][i]];
        const known = containing.get(String(pair));
        if (known) known.words.add(word);
        else containing.set(String(pair), { pair, words: new Set([word]) });
      }
    }
    return [...containing.values()].map(({ pair, words }) => {
      /** @type {Rows} */
      const changes = new Map();
      for (const [word, times] of words) {
        count(changes, word, -times);
        count(changes, mergedWord(word, pair[0], pair[1], JOINED), times);
      }
      return { pair, earned: this.savedBy(changes) };
    });
  }

  /**
   * How many bits fewer the words take once counts have changed: how much the sum of n · log2 n
   * grows over pairs, less how much it grows over the tokens before.
   * @param {Rows} changes
   */
  savedBy(changes) {
    let [ofPairs, ofTotals] = [0, 0];
    for (const [a, row] of changes) {
      const was = this.rows.get(a);
      for (const [b, change] of row) ofPairs += growthOf(was?.get(b) ?? 0, change);
      ofTotals += growthOf(this.totals.get(a) ?? 0, sumOfAll(row.values()));
    }
    return ofPairs - ofTotals;
  }
}

/**
 * How many bits the words take at each step. A step counts anew only the words that it changes.
 * @param {number[]} times how often each word occurs
 * @param {(word: number, step: number) => number[]} tokensAt
 * @param {(step: number) => Iterable<number>} changedAt the words that a step changes
 * @param {number} steps
 */
export function bitsAtEveryStep(times, tokensAt, changedAt, steps) {
  const words = times.map((_, word) => tokensAt(word, 0));
  const model = new BigramModel(words.map((word, i) => [word, times[i]]));
  const { rows, totals } = model;
  const bits = [model.bits];
  for (let step = 1; step <= steps; step++) {
    /** @type {Rows} */
    const changes = new Map();
    for (const word of changedAt(step)) {
      count(changes, words[word], -times[word]);
      count(changes, words[word] = tokensAt(word, step), times[word]);
    }
    bits.push(bits[step - 1] - model.savedBy(changes));
    for (const [a, row] of changes) {
      for (const [b, change] of row) add(rows, a, b, change);
      totals.set(a, (totals.get(a) ?? 0) + sumOfAll(row.values()));
    }
  }
  return bits;
}

/** @param {Rows} rows @param {number} before @param {number} after @param {number} times */
function add(rows, before, after, times) {
  let row = rows.get(before);
  if (!row) rows.set(before, row = new Map());
  row.set(after, (row.get(after) ?? 0) + times);
}

/** @param {Rows} rows @param {number[]} word @param {number} times */
function count(rows, word, times) {
  for (const [before, after] of neighbours(word)) add(rows, before, after, times);
}

/** The sides of a die for each token of a row. @param {[number, number][]} row */
export function rangesOf(row) {
  let last = 0;
  return row.map(([token, times]) => {
    const first = last + 1;
    last += times;
    return /** @type {[number, number, number]} */ ([token, first, last]);
  });
}

/** @param {Factor} factor */
export const bitsOfFactor = ({ times, total }) => Math.log2(total / times);

/** Each token of a word with the one before it. @param {number[]} word */
function* neighbours(word) {
  let before = BORDER;
  for (const token of word) {
    yield [before, token];
    before = token;
  }
  yield [before, BORDER];
}

/** A token that no other one is: what a pair would become. */
const JOINED = Infinity;

/** @param {number} n */
const nLogN = (n) => n ? n * Math.log2(n) : 0;

/** @param {number} was @param {number} change */
const growthOf = (was, change) => change ? nLogN(was + change) - nLogN(was) : 0;

/** @param {Iterable<number>} numbers */
function sumOfAll(numbers) {
  let total = 0;
  for (const n of numbers) total += n;
  return total;
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). @param {number} seed */
function* randomNumbers(seed) {
  for (let state = seed | 0;;) {
    state = (state + 0x6d2b79f5) | 0;
    let n = Math.imul(state ^ (state >>> 15), 1 | state);
    n = (n + Math.imul(n ^ (n >>> 7), 61 | n)) ^ n;
    yield ((n ^ (n >>> 14)) >>> 0) / 4294967296;
  }
}

/**
 * A queue that returns the item of the fewest bits first; of two equal ones, the older.
 * @template {{bits: number}} T
 */
class BestFirst {
  /** @type {{item: T, order: number}[]} */
  items = [];
  pushed = 0;

  /** @param {number} i @param {number} j */
  isBefore(i, j) {
    const [a, b] = [this.items[i], this.items[j]];
    return (a.item.bits - b.item.bits || a.order - b.order) < 0;
  }

  /** @param {number} i @param {number} j */
  swap(i, j) {
    [this.items[i], this.items[j]] = [this.items[j], this.items[i]];
  }

  /** @param {T} item */
  push(item) {
    let i = this.items.push({ item, order: this.pushed++ }) - 1;
    for (let parent = (i - 1) >> 1; i && this.isBefore(i, parent); parent = (i - 1) >> 1) {
      this.swap(i, parent);
      i = parent;
    }
  }

  /** @returns {T|undefined} */
  pop() {
    if (!this.items.length) return undefined;
    this.swap(0, this.items.length - 1);
    const { item } = /** @type {{item: T, order: number}} */ (this.items.pop());
    for (let i = 0;;) {
      let least = i;
      for (const child of [2 * i + 1, 2 * i + 2]) {
        if (child < this.items.length && this.isBefore(child, least)) least = child;
      }
      if (least === i) return item;
      this.swap(i, least);
      i = least;
    }
  }
}
