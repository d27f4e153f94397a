// A training as the stepper takes it: what pages/components/stepper/payload.py makes from a trace.

import { corpusOfCounts, corpusOfText } from "./corpus.js";
import { pairKey, train } from "./textbook.js";

/**
 * @import { View } from "../../components/stepper/payload.d.ts"
 * @import { Corpus } from "./corpus.js"
 * @import { Counted, Step } from "./textbook.js"
 */

/**
 * A text or counted words, and how to train on them. Ids in `choices` count special tokens.
 * @typedef {{
 *   text?: string, counts?: [string, number][], unit: "char"|"byte", marker: string, cut: string,
 *   numMerges: number, minFrequency: number, tie: string, specials: string[],
 *   choices: number[][]
 * }} Training
 */

/**
 * What is kept of a training: what is sent, and what a question about a step needs.
 * @typedef {{walk: Record<string, any>, corpus: Corpus, steps: Step[], shift: number}} Trained
 */

const PIECE_SIZE = 32;
const MOST_WORDS = 200;
const MOST_UNITS = 240;
const MOST_COMPARED = 24;
const TOP_PAIRS = 20;
const TOP_WORDS = 12;
const TOP_CHANGES = 24;

/** Trains, and keeps what the stepper needs. @param {Training} training @returns {Trained} */
export function trained(training) {
  const { unit, marker, cut, specials, numMerges, minFrequency, tie } = training;
  const corpus = training.counts
    ? corpusOfCounts(training.counts, cut, { unit, marker })
    : corpusOfText(training.text ?? "", cut, { unit, marker });
  const shift = specials.length;
  const choices = new Map(
    training.choices.map(([step, left, right]) => [step, [left - shift, right - shift]]),
  );
  /** @type {Step[]} */
  const steps = [];
  const asked = { numMerges, minFrequency, tie, choices };
  const { merges, tokens, stopped } = train(corpus, asked, (step) => steps.push(step));
  const { base, markerId, words } = corpus;
  const tokenCounts = steps.map(({ words }) =>
    words.reduce((sum, word, w) => sum + word.length * corpus.counts[w], 0)
  );
  const closed = closedGaps(corpus, merges, steps);
  const dropped = droppedAt(steps, tokens.length);
  const walk = {
    algorithm: "bpe",
    prefix: "",
    unit,
    specials,
    marker: markerId < 0 ? -1 : markerId + shift,
    base,
    left: merges.map(([left]) => left + shift),
    right: merges.map(([, right]) => right + shift),
    count: merges.map(([, , count]) => count),
    min_frequency: minFrequency,
    token_total: tokenCounts[0],
    text_bytes: corpus.textBytes,
    running_total: corpus.counts.reduce((sum, count) => sum + count, 0),
    characters: characterFigures(corpus, marker),
    lines: false,
    overlaps: merges.flatMap(([, , count], i) => {
      const overlap = count + tokenCounts[i + 1] - tokenCounts[i];
      return overlap ? [i + 1, overlap] : [];
    }),
    dropped_at: [...specials.map(() => 0), ...dropped],
    stopped,
    tie_rule: tie,
    piece_size: PIECE_SIZE,
    tied: tiedRuns(steps.slice(0, merges.length)),
    whole: firstWhole(words, closed),
    ...shownWords(corpus, closed, shift),
    pieces: pieces(corpus, merges, steps, dropped, shift),
  };
  return { walk, corpus, steps, shift };
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
 * For each word, the step that closed each gap between its base tokens; 0 for none.
 * @param {Corpus} corpus
 * @param {Counted[]} merges
 * @param {Step[]} steps
 */
function closedGaps(corpus, merges, steps) {
  const lengths = corpus.base.map(() => 1);
  for (const [left, right] of merges) lengths.push(lengths[left] + lengths[right]);
  const closed = corpus.spelled.map((word) => word.slice(1).map(() => 0));
  merges.forEach(([left, right], i) => {
    steps[i].words.forEach((word, w) => {
      if (word === steps[i + 1].words[w]) return;
      let end = 0;
      for (let t = 0; t < word.length; t++) {
        end += lengths[word[t]];
        if (word[t] !== left || word[t + 1] !== right) continue;
        closed[w][end - 1] = i + 1;
        end += lengths[word[++t]];
      }
    });
  });
  return closed;
}

/**
 * For each token, the step from which none is left; -1: never dropped, 0: never in use.
 * @param {Step[]} steps
 * @param {number} size of the vocabulary
 */
function droppedAt(steps, size) {
  const last = new Array(size).fill(-1);
  steps.forEach(({ words }, step) => {
    for (const word of words) for (const token of word) last[token] = step;
  });
  return last.map((step) => (step === steps.length - 1 ? -1 : step + 1));
}

/** Runs of steps that a tie was broken for: first, how many, first, … @param {Step[]} before */
function tiedRuns(before) {
  /** @type {number[]} */
  const runs = [];
  before.forEach(({ pairs }, i) => {
    if (tiedPairs(pairs) < 2) return;
    if (runs.length && runs[runs.length - 2] + runs[runs.length - 1] === i + 1) {
      runs[runs.length - 1]++;
    } else runs.push(i + 1, 1);
  });
  return runs;
}

/** How many pairs share the highest count. @param {Counted[]} pairs */
function tiedPairs(pairs) {
  const other = pairs.findIndex(([, , count]) => count < pairs[0][2]);
  return other < 0 ? pairs.length : other;
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
 * What is shown at each step, in pieces.
 * @param {Corpus} corpus
 * @param {Counted[]} merges
 * @param {Step[]} steps
 * @param {number[]} dropped
 * @param {number} shift
 */
function pieces(corpus, merges, steps, dropped, shift) {
  /** @type {Record<string, View[]>} */
  const found = {};
  steps.forEach(({ pairs, words }, step) => {
    const piece = Math.floor(step / PIECE_SIZE);
    const gone = dropped.flatMap((at, id) => (step && at === step ? [id + shift] : []));
    const changes = step ? changesAt(merges[step - 1], steps[step - 1].pairs, pairs, shift) : null;
    (found[piece] ??= []).push({
      pairs: pairs.slice(0, TOP_PAIRS).flatMap(([l, r, count]) => [l + shift, r + shift, count]),
      pair_total: pairs.length,
      tie_total: tiedPairs(pairs),
      ...wordsWith(corpus, words, pairs[0]),
      ...(changes ?? { changes: [], new_total: 0, fell_total: 0, gone_total: 0 }),
      dropped: gone,
    });
  });
  return found;
}

/**
 * The pairs whose count a merge changed, the largest change first, without the merged pair.
 * @param {Counted} merge
 * @param {Counted[]} before
 * @param {Counted[]} after
 * @param {number} shift
 */
function changesAt(merge, before, after, shift) {
  const earlier = new Map(before.map(([l, r, count]) => [pairKey(l, r), count]));
  /** @type {number[][]} */
  const rows = [];
  for (const [left, right, count] of after) {
    const key = pairKey(left, right);
    const was = earlier.get(key) ?? 0;
    earlier.delete(key);
    if (was !== count) rows.push([left, right, was, count]);
  }
  for (const [left, right, count] of before) {
    if (earlier.has(pairKey(left, right))) rows.push([left, right, count, 0]);
  }
  const others = rows.filter(([left, right]) => left !== merge[0] || right !== merge[1]);
  others.sort((a, b) =>
    Math.abs(b[2] - b[3]) - Math.abs(a[2] - a[3]) || a[0] - b[0] || a[1] - b[1]
  );
  const added = others.filter(([, , was]) => !was).length;
  const gone = others.filter(([, , , is]) => !is).length;
  return {
    changes: others.slice(0, TOP_CHANGES)
      .flatMap(([left, right, was, is]) => [left + shift, right + shift, was, is]),
    new_total: added,
    fell_total: others.length - added - gone,
    gone_total: gone,
  };
}

/**
 * The words in which a pair occurs, those that add most to its count first.
 * @param {Corpus} corpus
 * @param {number[][]} words as they are at a step
 * @param {number[]|undefined} pair
 * @returns {{words: [string, number, number][], word_total: number}}
 */
function wordsWith(corpus, words, pair) {
  if (!pair) return { words: [], word_total: 0 };
  /** @type {[word: number, times: number][]} */
  const found = [];
  words.forEach((word, w) => {
    let times = 0;
    for (let i = word.indexOf(pair[0]); i >= 0; i = word.indexOf(pair[0], i + 1)) {
      if (word[i + 1] === pair[1]) times++;
    }
    if (times) found.push([w, times]);
  });
  found.sort((a, b) => b[1] * corpus.counts[b[0]] - a[1] * corpus.counts[a[0]] || a[0] - b[0]);
  const cut = (/** @type {string} */ text) => [...text].slice(0, MOST_UNITS).join("");
  return {
    words: found.slice(0, TOP_WORDS)
      .map(([w, times]) => [cut(corpus.words[w]), times, corpus.counts[w]]),
    word_total: found.length,
  };
}

/**
 * The words behind one pair's count at a step, as a view in which it is the only pair.
 * @param {Trained} trained
 * @param {number} step
 * @param {number} left
 * @param {number} right
 */
export function sumOf({ corpus, steps, shift }, step, left, right) {
  const { pairs, words } = steps[step];
  const pair = pairs.find(([l, r]) => l + shift === left && r + shift === right);
  const [l, r, count] = pair ?? [left - shift, right - shift, 0];
  return { pairs: [left, right, count], ...wordsWith(corpus, words, [l, r]), beliefs: [] };
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
