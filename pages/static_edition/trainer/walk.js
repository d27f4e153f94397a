// A training as the stepper takes it: what pages/components/stepper/payload.py makes from a trace.

import { mergedWord } from "../../components/stepper/merges/merge_model.js";
import {
  compareLists,
  countPairs,
  pairKey,
  spelledCorpus,
  tokenTotal,
  wordsWith,
} from "./corpus.js";

/**
 * @import { View, Walk } from "../../components/stepper/payload.d.ts"
 * @import { Corpus, Pair, Spelling, Text } from "./corpus.js"
 */

/**
 * How much the app shows and makes, as Python says (`LIMITS`).
 * @typedef {Record<"piece"|"words"|"units"|"compared"|"pairs"|"sum"|"changes"|"running"|"bytes",
 *   number>} Limits
 */

/**
 * How to train on a text. Ids in `choices` count special tokens.
 * @typedef {Text & Spelling & {
 *   numMerges: number, minFrequency: number, tie: string,
 *   specials: string[], choices: number[][], limits: Limits
 * }} Training
 */

/** @typedef {[left: number, right: number, count: number]} Counted */

/**
 * A training that is kept: its walk, and what is needed to answer a question about a step.
 * @typedef {{walk: Record<string, any>, corpus: Corpus, training: Training}} Trained
 */

/** A training of which every step is recorded as the stepper shows it. */
class Recording {
  /** @param {Training} training @param {Corpus} corpus */
  constructor(training, corpus) {
    this.training = training;
    this.corpus = corpus;
    this.shift = training.specials.length;
    this.choices = new Map(training.choices.map(([step, ...pair]) => [step, pair]));
    /** The words as they are now. */
    this.words = [...corpus.spelled];
    this.pairs = countPairs(this.words, corpus.counts);
    /** The tokens' texts, as numbers, and how many base tokens each has. */
    this.tokens = [...corpus.tokens];
    this.sizes = corpus.tokens.map(() => 1);
    /** @type {Counted[]} */
    this.merges = [];
    /** The tokens of the corpus at each step. */
    this.tokenCounts = [tokenTotal(this.words, corpus.counts)];
    /** For each word, the step that closed each gap between its base tokens; 0 for none. */
    this.closed = corpus.spelled.map((word) => word.slice(1).map(() => 0));
    /** For each token, the step from which none is left; -1: never dropped, 0: never in use. */
    const inUse = new Set(corpus.spelled.flat());
    /** @type {number[]} */
    this.droppedAt = corpus.tokens.map((_, id) => inUse.has(id) ? -1 : 0);
    /** @type {number[]} the steps for which a tie was broken */
    this.tied = [];
    /** @type {Record<string, View[]>} */
    this.pieces = {};
    this.stopped = "";
    /**
     * The changes by the last merge.
     * @type {Pick<View, "changes"|"new_total"|"fell_total"|"gone_total"|"dropped">}
     */
    this.changes = { changes: [], new_total: 0, fell_total: 0, gone_total: 0, dropped: [] };
    this.order = pairOrder(training.tie, this.tokens);
  }

  /** Records what is there, and merges the next pair, or says in `stopped` why there is none. */
  step() {
    const { corpus, merges, pairs, shift, training, words } = this;
    const { limits } = training;
    const best = this.best(limits.pairs);
    const tied = [...pairs.values()].filter(({ count }) => count === best[0].count).length;
    (this.pieces[Math.floor(merges.length / limits.piece)] ??= []).push({
      pairs: best.flatMap(({ left, right, count }) => [left + shift, right + shift, count]),
      pair_total: pairs.size,
      tie_total: tied,
      ...shownSum(corpus, best.length ? wordsWith(words, best[0].left, best[0].right) : [], limits),
      ...this.changes,
    });
    const chosen = this.choices.get(merges.length + 1);
    const next = chosen ? pairs.get(pairKey(chosen[0] - shift, chosen[1] - shift)) : best[0];
    this.stopped = merges.length === training.numMerges
      ? "num_merges"
      : !next
      ? "nothing_left"
      : !chosen && next.count < training.minFrequency
      ? "min_frequency"
      : this.bytesOf(next.left) + this.bytesOf(next.right) > limits.bytes
      ? "token_length"
      : "";
    if (this.stopped || !next) return;
    if (tied > 1) this.tied.push(merges.length + 1);
    this.merge(next);
  }

  /** The pairs that come first in the rule's order. @param {number} most */
  best(most) {
    /** @type {Pair[]} */
    const best = [];
    for (const pair of this.pairs.values()) {
      const rank = best.findLastIndex((other) => this.order(other, pair) <= 0) + 1;
      if (rank === most) continue;
      best.splice(rank, 0, pair);
      if (best.length > most) best.pop();
    }
    return best;
  }

  /** @param {Pair} pair */
  merge({ left, right, count }) {
    const { closed, corpus, shift, sizes, tokens, words } = this;
    const step = this.merges.push([left, right, count]);
    const made = tokens.push([...tokens[left], ...tokens[right]]) - 1;
    sizes.push(sizes[left] + sizes[right]);
    this.droppedAt.push(-1);
    for (const [w] of wordsWith(words, left, right)) {
      words[w] = mergedWord(words[w], left, right, made);
      let end = 0;
      for (const token of words[w]) {
        end += sizes[token];
        if (token === made) closed[w][end - sizes[right] - 1] = step;
      }
    }
    this.tokenCounts.push(tokenTotal(words, corpus.counts));
    const dropped = [...new Set([left, right])].sort((a, b) => a - b)
      .filter((id) => !words.some((word) => word.includes(id)));
    for (const id of dropped) this.droppedAt[id] = step;
    const before = this.pairs;
    this.pairs = countPairs(words, corpus.counts);
    this.changes = {
      ...shownChanges(before, this.pairs, pairKey(left, right), this.training),
      dropped: dropped.map((id) => id + shift),
    };
  }

  /** The bytes of a token. @param {number} id */
  bytesOf(id) {
    if (this.training.unit === "byte") return this.tokens[id].length;
    return new TextEncoder().encode(String.fromCodePoint(...this.tokens[id])).length;
  }

  /** All that the stepper needs. @returns {Trained} */
  trained() {
    const { corpus, merges, shift, tied, tokenCounts, training } = this;
    const { limits, marker, specials } = training;
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
      piece_size: limits.piece,
      tied: tied.flatMap((step, i) => step - 1 === tied[i - 1] ? [] : [step, runLength(tied, i)]),
      whole: firstWhole(corpus.words, this.closed),
      ...shownWords(corpus, this.closed, this.training),
      pieces: this.pieces,
    };
    return { walk, corpus, training };
  }
}

/** How many numbers follow each other about a place. @param {number[]} all @param {number} i */
const runLength = (all, i) => all.filter((n, k) => n - k === all[i] - i).length;

/**
 * Trains step by step, so that others may act between two steps; gives how many were taken.
 * @param {Training} asked
 * @returns {Generator<number, Trained>}
 */
export function* training(asked) {
  const recording = new Recording(asked, spelledCorpus(asked, asked.limits.running));
  for (;;) {
    recording.step();
    if (recording.stopped) return recording.trained();
    yield recording.merges.length;
  }
}

/**
 * How a rule orders pairs: the highest count first, and in a tie as the rule says.
 * Pairs are compared as they are met in the corpus.
 * @param {string} tie
 * @param {number[][]} tokens the tokens' texts, as numbers
 * @returns {(one: Pair, other: Pair) => number}
 */
function pairOrder(tie, tokens) {
  const larger = (/** @type {number} */ a, /** @type {number} */ b) =>
    a === b ? 0 : compareLists(tokens[b], tokens[a]) || a - b;
  /** @type {Record<string, (one: Pair, other: Pair) => number>} */
  const rules = {
    "first-seen": () => 0,
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
 * @param {Training} training
 */
function shownWords({ words, counts, spelled, running, joiner }, closed, { limits, specials }) {
  const shown = words.map((_, w) => w)
    .sort((a, b) => counts[b] - counts[a] || a - b)
    .slice(0, limits.words)
    .sort((a, b) => a - b);
  const sent = [...new Set([...shown, ...running])];
  const place = new Map(sent.map((word, i) => [word, i]));
  const total = counts.reduce((sum, count) => sum + count, 0);
  return {
    words: sent.map((w) => spelled[w].slice(0, limits.units).map((id) => id + specials.length)),
    closed: sent.map((w) => closed[w].slice(0, limits.units)),
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
 * @param {Map<number, Pair>} before
 * @param {Map<number, Pair>} after
 * @param {number} merged the key of the merged pair
 * @param {Training} training
 */
function shownChanges(before, after, merged, { limits, specials }) {
  const changed = [...new Map([...before, ...after])].flatMap(([key, { left, right }]) => {
    const [was, is] = [before.get(key)?.count ?? 0, after.get(key)?.count ?? 0];
    return was === is || key === merged ? [] : [{ left, right, was, is }];
  });
  const added = changed.filter(({ was }) => !was).length;
  const gone = changed.filter(({ is }) => !is).length;
  const shift = specials.length;
  return {
    changes: changed.sort((a, b) =>
      Math.abs(b.is - b.was) - Math.abs(a.is - a.was) || a.left - b.left || a.right - b.right
    ).slice(0, limits.changes)
      .flatMap(({ left, right, was, is }) => [left + shift, right + shift, was, is]),
    new_total: added,
    fell_total: changed.length - added - gone,
    gone_total: gone,
  };
}

/**
 * The words in which a pair occurs, those that add most to its count first.
 * @param {Corpus} corpus
 * @param {[word: number, times: number][]} found
 * @param {Limits} limits
 * @returns {{words: [string, number, number][], word_total: number}}
 */
function shownSum({ words, counts }, found, limits) {
  const cut = (/** @type {string} */ text) => [...text].slice(0, limits.units).join("");
  return {
    words: found.sort((a, b) => b[1] * counts[b[0]] - a[1] * counts[a[0]] || a[0] - b[0])
      .slice(0, limits.sum)
      .map(([w, times]) => [cut(words[w]), times, counts[w]]),
    word_total: found.length,
  };
}

/**
 * The words behind one pair's count at a step, as a view in which it is the only pair.
 * @param {Corpus} corpus
 * @param {Pick<Walk, "left"|"right"|"specials">} walk
 * @param {number[]} asked the step, and the pair
 * @param {Limits} limits
 */
function sumAt(corpus, walk, [step, left, right], limits) {
  const shift = walk.specials.length;
  let words = corpus.spelled;
  for (let i = 0; i < step; i++) {
    const merge = [walk.left[i] - shift, walk.right[i] - shift, corpus.tokens.length + i];
    words = words.map((word) => mergedWord(word, merge[0], merge[1], merge[2]));
  }
  const found = wordsWith(words, left - shift, right - shift);
  const count = found.reduce((sum, [w, times]) => sum + times * corpus.counts[w], 0);
  const sum = { pairs: [left, right, count], ...shownSum(corpus, found, limits), beliefs: [] };
  return { sum, words };
}

/** A pair's sum in a training. @param {Trained} trained @param {number[]} asked */
export const sumOf = ({ walk, corpus, training }, asked) =>
  sumAt(corpus, /** @type {any} */ (walk), asked, training.limits).sum;

/**
 * A pair's sum in a walk of WordPiece that the library trained, and how often its tokens occur.
 * @param {Text & {limits: Limits}} text
 * @param {Pick<Walk, "base"|"left"|"right"|"prefix"|"specials">} walk
 * @param {number[]} asked
 */
export function scoredSum(text, walk, asked) {
  const ids = new Map(walk.base.map((token, id) => [token, id]));
  const plain = spelledCorpus({ ...text, unit: "char", marker: "" }, 0);
  const idOf = (/** @type {string} */ letter, /** @type {number} */ i) =>
    Number(ids.get(i ? walk.prefix + letter : letter));
  const spelled = plain.words.map((word) => [...word].map(idOf));
  const corpus = { ...plain, spelled, tokens: walk.base.map(() => []) };
  const { sum, words } = sumAt(corpus, walk, asked, text.limits);
  const countOf = (/** @type {number} */ id) =>
    tokenTotal(
      words.map((word) => word.filter((token) => token + walk.specials.length === id)),
      plain.counts,
    );
  return { ...sum, token_counts: asked.slice(1).map(countOf) };
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
  const most = one.training.limits.compared;
  return {
    ...other.walk,
    choices: [...choices].sort((a, b) => a[0] - b[0]),
    only_rule: rule.slice(0, most),
    only_rule_total: rule.length,
    only_own: own.slice(0, most),
    only_own_total: own.length,
  };
}

/** The vocabulary, each token as the numbers of its text. @param {Trained} trained */
function vocabulary({ walk, corpus }) {
  const tokens = [...walk.specials.map((/** @type {string} */ name) => `special ${name}`)];
  tokens.push(...corpus.tokens.map(String));
  walk.left.forEach((/** @type {number} */ left, /** @type {number} */ i) =>
    tokens.push(`${tokens[left]},${tokens[walk.right[i]]}`)
  );
  return tokens;
}
