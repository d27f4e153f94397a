// A training as the stepper takes it: what pages/components/stepper/payload.py makes from a trace.

import { compareLists, corpusOfCounts, corpusOfText, withReadSpaces } from "./corpus.js";
import { Places } from "./places.js";

/**
 * @import { View } from "../../components/stepper/payload.d.ts"
 * @import { Corpus } from "./corpus.js"
 * @import { Pair } from "./places.js"
 */

/** @typedef {{text?: string, counts?: [string, number][], cut: string}} Text  or counted words */

/**
 * How to train on a text. Ids in `choices` count special tokens.
 * @typedef {Text & {
 *   unit: "char"|"byte", marker: string, numMerges: number, minFrequency: number, tie: string,
 *   specials: string[], choices: number[][]
 * }} Training
 */

/** @typedef {[left: number, right: number, count: number]} Counted */

/**
 * A training that is kept: its walk, and what is needed to answer a question about a step.
 * @typedef {{walk: Record<string, any>, corpus: Corpus, merges: Counted[], shift: number}} Trained
 */

const PIECE_SIZE = 32;
const MOST_WORDS = 200;
const MOST_UNITS = 240;
const MOST_COMPARED = 24;
const TOP_PAIRS = 20;
const TOP_WORDS = 12;
const TOP_CHANGES = 24;
/** A token of more bytes is not made. */
const LONGEST_TOKEN = 4096;

/** A training of which every step is recorded as the stepper shows it. */
class Recording {
  /** @param {Training} training @param {Corpus} corpus */
  constructor(training, corpus) {
    this.training = training;
    this.corpus = corpus;
    this.shift = training.specials.length;
    this.choices = new Map(training.choices.map(([step, ...pair]) => [step, pair]));
    this.places = new Places(corpus);
    /** The tokens' texts, as numbers. */
    this.tokens = [...corpus.tokens];
    /** @type {Counted[]} */
    this.merges = [];
    /** The tokens of the corpus at each step. */
    this.tokenCounts = [this.places.total];
    /** For each word, the step that closed each gap between its base tokens; 0 for none. */
    this.closed = corpus.spelled.map((word) => word.slice(1).map(() => 0));
    /** For each token, the step from which none is left; -1: never dropped, 0: never in use. */
    /** @type {number[]} */
    this.droppedAt = corpus.tokens.map((_, id) => this.places.uses[id] ? -1 : 0);
    /** Runs of steps that a tie was broken for: first, how many, first, … @type {number[]} */
    this.tied = [];
    /** @type {Record<string, View[]>} */
    this.pieces = {};
    this.stopped = "";
    /**
     * The changes by the last merge.
     * @type {Pick<View, "changes"|"new_total"|"fell_total"|"gone_total"|"dropped">}
     */
    this.changes = { changes: [], new_total: 0, fell_total: 0, gone_total: 0, dropped: [] };
    this.order = pairOrder(training.tie, this.places, this.tokens);
  }

  /** Records what is there, and merges the next pair, or says in `stopped` why there is none. */
  step() {
    const { merges, shift, training } = this;
    const { best, tied } = this.places.top(TOP_PAIRS, this.order);
    (this.pieces[Math.floor(merges.length / PIECE_SIZE)] ??= []).push({
      pairs: best.flatMap(({ left, right, count }) => [left + shift, right + shift, count]),
      pair_total: this.places.pairs.size,
      tie_total: tied,
      ...shownSum(this.corpus, best.length ? this.places.wordsWith(best[0]) : []),
      ...this.changes,
    });
    const chosen = this.choices.get(merges.length + 1)?.map((id) => id - shift);
    const next = chosen ? this.places.pair(chosen[0], chosen[1]) : best[0];
    this.stopped = merges.length === training.numMerges
      ? "num_merges"
      : !next?.count
      ? "nothing_left"
      : !chosen && next.count < training.minFrequency
      ? "min_frequency"
      : this.sizeOf(next.left) + this.sizeOf(next.right) > LONGEST_TOKEN
      ? "token_length"
      : "";
    if (this.stopped) return;
    this.noteTie(tied);
    this.merge(next);
  }

  /** @param {number} tied how many pairs share the highest count before the next merge */
  noteTie(tied) {
    const { tied: runs } = this;
    const step = this.merges.length + 1;
    if (tied < 2) return;
    if (runs.length && runs[runs.length - 2] + runs[runs.length - 1] === step) {
      runs[runs.length - 1]++;
    } else runs.push(step, 1);
  }

  /** @param {Pair} pair */
  merge(pair) {
    const { left, right, count } = pair;
    const { places, tokens, shift } = this;
    const step = this.merges.push([left, right, count]);
    const made = tokens.push([...tokens[left], ...tokens[right]]) - 1;
    this.droppedAt.push(-1);
    const touched = places.merge(pair, made, (place) => {
      const w = places.wordAt[place];
      this.closed[w][place - places.starts[w] - 1] = step;
    });
    this.tokenCounts.push(places.total);
    const dropped = [...new Set([left, right])].filter((id) => !places.uses[id]);
    for (const id of dropped) this.droppedAt[id] = step;
    touched.delete(pair);
    this.changes = {
      ...shownChanges(touched, shift),
      dropped: dropped.sort((a, b) => a - b).map((id) => id + shift),
    };
  }

  /** The bytes of a token. @param {number} id */
  sizeOf(id) {
    if (this.training.unit === "byte") return this.tokens[id].length;
    const size = (/** @type {number} */ c) => c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    return this.tokens[id].reduce((sum, code) => sum + size(code), 0);
  }

  /** All that the stepper needs. @returns {Trained} */
  trained() {
    const { corpus, merges, shift, tokenCounts, training } = this;
    const { specials, marker } = training;
    const walk = {
      algorithm: "bpe",
      name: "BPE",
      prefix: "",
      unit: training.unit,
      specials,
      marker: corpus.markerId < 0 ? -1 : corpus.markerId + shift,
      base: corpus.base,
      left: merges.map(([left]) => left + shift),
      right: merges.map(([, right]) => right + shift),
      count: merges.map(([, , count]) => count),
      min_frequency: training.minFrequency,
      token_total: tokenCounts[0],
      text_bytes: corpus.textBytes,
      characters: characterFigures(corpus, marker),
      whole_words: [corpus.words.length, corpus.counts.reduce((sum, count) => sum + count, 0)],
      lines: false,
      walls: [],
      overlaps: merges.flatMap(([, , count], i) => {
        const overlap = count + tokenCounts[i + 1] - tokenCounts[i];
        return overlap ? [i + 1, overlap] : [];
      }),
      dropped_at: [...specials.map(() => 0), ...this.droppedAt],
      stopped: this.stopped,
      tie_rule: training.tie,
      piece_size: PIECE_SIZE,
      tied: this.tied,
      whole: firstWhole(corpus.words, this.closed),
      ...shownWords(corpus, this.closed, shift),
      pieces: this.pieces,
    };
    return { walk, corpus, merges, shift };
  }
}

/** @param {Text & {unit: "char"|"byte", marker: string}} text @returns {Corpus} */
export function spelledCorpus({ text, counts, cut, unit, marker }) {
  const corpus = counts
    ? corpusOfCounts(counts, cut, { unit, marker })
    : corpusOfText(text ?? "", cut, { unit, marker });
  return unit === "char" ? withReadSpaces(corpus, cut) : corpus;
}

/**
 * Trains step by step, so that others may act between two steps; gives how many were taken.
 * @param {Training} asked
 * @returns {Generator<number, Trained>}
 */
export function* training(asked) {
  const recording = new Recording(asked, spelledCorpus(asked));
  for (;;) {
    recording.step();
    if (recording.stopped) return recording.trained();
    yield recording.merges.length;
  }
}

/** The whole training at once. @param {Training} asked @returns {Trained} */
export function trained(asked) {
  const steps = training(asked);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/**
 * How a rule orders pairs: the highest count first, and in a tie as the rule says.
 * @param {string} tie
 * @param {Places} places
 * @param {number[][]} tokens the tokens' texts, as numbers
 * @returns {(one: Pair, other: Pair) => number}
 */
function pairOrder(tie, places, tokens) {
  const larger = (/** @type {number} */ a, /** @type {number} */ b) =>
    a === b ? 0 : compareLists(tokens[b], tokens[a]) || a - b;
  /** @type {Record<string, (one: Pair, other: Pair) => number>} */
  const rules = {
    "first-seen": (one, other) => places.firstPlace(one) - places.firstPlace(other),
    "lowest-id": (one, other) => one.left - other.left || one.right - other.right,
    "largest-text": (one, other) => larger(one.left, other.left) || larger(one.right, other.right),
  };
  const rule = rules[tie];
  return (one, other) => other.count - one.count || rule(one, other);
}

/**
 * How many different characters a corpus has, a marker among them, and how many in all.
 * @param {Corpus} corpus
 * @param {string} marker
 */
function characterFigures({ words, counts }, marker) {
  const marked = marker ? 1 : 0;
  const different = new Set(words.flatMap((word) => [...word]));
  const lengths = words.map((word) => [...word].length + marked);
  return [different.size + marked, lengths.reduce((sum, n, w) => sum + n * counts[w], 0)];
}

/**
 * The first step that makes a word one token, and that word.
 * @param {string[]} words
 * @param {number[][]} closed
 */
function firstWhole(words, closed) {
  /** @type {[number, string]|null} */
  let first = null;
  closed.forEach((gaps, w) => {
    if (!gaps.length || gaps.includes(0)) return;
    const step = gaps.reduce((a, b) => Math.max(a, b));
    if (!first || step < first[0]) first = [step, words[w]];
  });
  return first;
}

/**
 * The words that are shown: the most frequent ones, in the order of the corpus, and running text.
 * @param {Corpus} corpus
 * @param {number[][]} closed
 * @param {number} shift
 */
function shownWords({ words, counts, spelled, running, joiner }, closed, shift) {
  const shown = words.map((_, w) => w)
    .sort((a, b) => counts[b] - counts[a] || a - b)
    .slice(0, MOST_WORDS)
    .sort((a, b) => a - b);
  const sent = [...new Set([...shown, ...running])];
  const place = new Map(sent.map((word, i) => [word, i]));
  const total = counts.reduce((sum, count) => sum + count, 0);
  return {
    words: sent.map((w) => spelled[w].slice(0, MOST_UNITS).map((id) => id + shift)),
    closed: sent.map((w) => closed[w].slice(0, MOST_UNITS)),
    word_counts: sent.map((w) => counts[w]),
    shown: shown.length,
    word_total: words.length,
    running: running.map((w) => Number(place.get(w))),
    running_more: total > running.length,
    joiner,
  };
}

/**
 * The pairs whose count a merge changed, the largest change first, without the merged pair.
 * @param {Map<Pair, number>} touched the pairs, and their counts before
 * @param {number} shift
 */
function shownChanges(touched, shift) {
  const changed = [...touched].filter(([pair, was]) => pair.count !== was)
    .sort(([one, before], [other, earlier]) =>
      Math.abs(other.count - earlier) - Math.abs(one.count - before) ||
      one.left - other.left || one.right - other.right
    );
  const added = changed.filter(([, was]) => !was).length;
  const gone = changed.filter(([pair]) => !pair.count).length;
  return {
    changes: changed.slice(0, TOP_CHANGES)
      .flatMap(([{ left, right, count }, was]) => [left + shift, right + shift, was, count]),
    new_total: added,
    fell_total: changed.length - added - gone,
    gone_total: gone,
  };
}

/**
 * The words in which a pair occurs, those that add most to its count first.
 * @param {Corpus} corpus
 * @param {[word: number, times: number][]} found
 * @returns {{words: [string, number, number][], word_total: number}}
 */
export function shownSum({ words, counts }, found) {
  const cut = (/** @type {string} */ text) => [...text].slice(0, MOST_UNITS).join("");
  return {
    words: found.sort((a, b) => b[1] * counts[b[0]] - a[1] * counts[a[0]] || a[0] - b[0])
      .slice(0, TOP_WORDS)
      .map(([w, times]) => [cut(words[w]), times, counts[w]]),
    word_total: found.length,
  };
}

/**
 * The words as they are at a step.
 * @param {Corpus} corpus
 * @param {number[][]} merges
 * @param {number} step
 */
export function placesAt(corpus, merges, step) {
  const places = new Places(corpus);
  merges.slice(0, step).forEach(([left, right], i) => {
    places.merge(places.pair(left, right), corpus.tokens.length + i, () => {});
  });
  return places;
}

/**
 * The words behind one pair's count at a step, as a view in which it is the only pair.
 * @param {Trained} trained
 * @param {number} step
 * @param {number} left
 * @param {number} right
 */
export function sumOf({ corpus, merges, shift }, step, left, right) {
  const places = placesAt(corpus, merges, step);
  const pair = places.pair(left - shift, right - shift);
  const sum = shownSum(corpus, places.wordsWith(pair));
  return { pairs: [left, right, pair.count], ...sum, beliefs: [] };
}

/**
 * How a second training of the same corpus differs from the first.
 * @param {Trained} one
 * @param {Trained} other
 * @param {number[][]} choices
 */
export function forkOf(one, other, choices) {
  const only = (/** @type {Trained} */ mine, /** @type {Trained} */ theirs) => {
    const known = new Set(vocabulary(theirs));
    return vocabulary(mine).flatMap((token, id) => (known.has(token) ? [] : [id]));
  };
  const rule = only(one, other);
  const own = only(other, one);
  return {
    ...other.walk,
    choices: [...choices].sort((a, b) => a[0] - b[0]),
    only_rule: rule.slice(0, MOST_COMPARED),
    only_rule_total: rule.length,
    only_own: own.slice(0, MOST_COMPARED),
    only_own_total: own.length,
  };
}

/** The vocabulary, each token as the numbers of its text. @param {Trained} trained */
function vocabulary({ walk, corpus, shift }) {
  const tokens = corpus.tokens.map(String);
  walk.left.forEach((/** @type {number} */ left, /** @type {number} */ i) => {
    tokens.push(`${tokens[left - shift]},${tokens[walk.right[i] - shift]}`);
  });
  return [...walk.specials.map((/** @type {string} */ name) => `special ${name}`), ...tokens];
}
