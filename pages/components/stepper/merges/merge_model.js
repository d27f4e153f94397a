// A walk of merges as Python sent it, and what can be derived from it at any step.

import { hueOfStep } from "../../drawing/place_to_draw.js";
import { CorpusModel } from "../walking/corpus_model.js";

/**
 * @import { Spelled } from "../../tokens/tokens.d.ts"
 * @import { View, Walk } from "../payload.d.ts"
 * @import { TokenInWord } from "../walking/corpus_model.js"
 */

/**
 * A word in which a pair is merged, from left to right.
 * @param {number[]} word
 * @param {number} left
 * @param {number} right
 * @param {number} made the new token
 */
export function mergedWord(word, left, right, made) {
  /** @type {number[]} */
  const merged = [];
  for (let i = 0; i < word.length; i++) {
    const isPair = word[i] === left && word[i + 1] === right;
    merged.push(isPair ? made : word[i]);
    if (isPair) i++;
  }
  return merged;
}

/**
 * A walk whose longer tokens are its merges, in their order.
 * @extends {CorpusModel<Walk, View>}
 */
export class MergeModel extends CorpusModel {
  /** @param {Walk} walk */
  constructor(walk) {
    super(walk, walk.left.length, tokenCounts(walk), decidedBy(walk));
    walk.closed.forEach((gaps, word) => {
      const before = walk.before?.closed[word];
      for (const step of before ? [...before, ...gaps, walk.before?.until] : gaps) {
        if (step) this.noteChange(step, word);
      }
    });
    /** Ids of the merged tokens that end up unused, in the order in which that happens. */
    this.junk = walk.dropped_at.flatMap((step, id) => step > 0 && this.isLonger(id) ? [id] : []);
    this.junk.sort((a, b) => walk.dropped_at[a] - walk.dropped_at[b] || a - b);
  }

  /** The step that made a token; 0 for none. @param {number} id */
  stepOf(id) {
    return this.isLonger(id) ? id - this.firstLonger + 1 : 0;
  }

  /** A merged token's own hue. @param {number} id */
  hueOf(id) {
    return hueOfStep(this.stepOf(id));
  }

  /** @override @param {number} step @returns {Record<string, number>} */
  figuresAt(step) {
    const junk = this.junk.findLastIndex((id) => this.walk.dropped_at[id] <= step) + 1;
    return { ...super.figuresAt(step), junk, junk_percent: 100 * junk / this.sizeAt(step) };
  }

  /** @override @param {number} step */
  madeAt(step) {
    return this.firstLonger + step - 1;
  }

  /** @param {number} step */
  merge(step) {
    const { left, right, count } = this.walk;
    const i = step - 1;
    return { left: left[i], right: right[i], count: count[i], token: this.madeAt(step) };
  }

  /** @override @param {number} id */
  markerOf(id) {
    let last = id;
    while (this.isLonger(last)) last = this.merge(this.stepOf(last)).right;
    return super.markerOf(last);
  }

  /** @override @param {number} id @returns {Spelled} */
  spellLonger(id) {
    const { left, right } = this.merge(this.stepOf(id));
    const [a, b] = [this.spell(left), this.spell(right)];
    if (typeof a === "string" && typeof b === "string") return a + b.slice(this.walk.prefix.length);
    return [...bytesOf(a), ...bytesOf(b).slice(bytesOf(this.walk.prefix).length)];
  }

  /** @override @param {number} word @param {number} step */
  tokensAt(word, step) {
    const units = this.walk.words[word];
    const { before } = this.walk;
    const closed = (before && step < before.until && before.closed[word]) || this.walk.closed[word];
    /** @type {TokenInWord[]} */
    const out = [];
    let start = 0;
    let made = 0;
    for (let i = 0; i < units.length; i++) {
      const gap = i < closed.length ? closed[i] : 0;
      if (gap && gap <= step) {
        made = Math.max(made, gap);
        continue; // the next unit belongs to the same token
      }
      out.push({ id: made ? this.firstLonger + made - 1 : units[start], start, end: i + 1, made });
      start = i + 1;
      made = 0;
    }
    return out; // without a token that is cut because the word was shortened
  }

  /** The cut is a gap, too. @override @param {number} word */
  isCut(word) {
    return this.walk.words[word].length === this.walk.closed[word].length;
  }

  /** Ids of the vocabulary at a step. @param {number} step @param {boolean} onlyInUse */
  vocabularyAt(step, onlyInUse) {
    const out = [];
    const end = this.sizeAt(step);
    for (let id = 0; id < end; id++) if (!onlyInUse || this.inUse(id, step)) out.push(id);
    return out;
  }

  /** @param {number} id @param {number} step */
  inUse(id, step) {
    const dropped = this.walk.dropped_at[id]; // -1: never dropped, 0: never in use
    const { before } = this.walk;
    const isGone = before && before.gone[id] <= step && step < before.until;
    return (dropped < 0 || dropped > step) && !isGone;
  }
}

/**
 * The number of tokens in the corpus at each step. A merge removes one token wherever its pair
 * occurs, except at overlaps: `overlaps` holds step, how many, step, …
 * @param {Walk} walk
 */
function tokenCounts({ token_total, count, overlaps }) {
  const overlap = new Map();
  for (let i = 0; i < overlaps.length; i += 2) overlap.set(overlaps[i], overlaps[i + 1]);
  const counts = [token_total];
  count.forEach((n, i) => counts.push(counts[i] - n + (overlap.get(i + 1) ?? 0)));
  return counts;
}

/** The figure by which each merge won: its count, or its score. @param {Walk} walk */
function decidedBy({ count, left_count: left, right_count: right }) {
  return [undefined, ...count.map((n, i) => left && right ? n / (left[i] * right[i]) : n)];
}

/** @param {Spelled} spelled */
function bytesOf(spelled) {
  return typeof spelled === "string" ? [...new TextEncoder().encode(spelled)] : spelled;
}

/**
 * Whether a pair occurs too rarely to be merged, whatever its score.
 * @param {{min_frequency?: number}} walk
 * @param {Pick<View, "pairs">} view
 * @param {number} rank of the pair
 */
export function isTooRare(walk, view, rank) {
  return view.pairs[3 * rank + 2] < (walk.min_frequency ?? 1);
}

/**
 * The figure that decides for a pair: its count, or its score.
 * @param {Pick<View, "pairs"|"token_counts">} view
 * @param {number} rank of the pair
 */
export function amountOf(view, rank) {
  const count = view.pairs[3 * rank + 2];
  const tokens = view.token_counts;
  return tokens ? count / (tokens[2 * rank] * tokens[2 * rank + 1]) : count;
}

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
  for (let k = 1; k <= step; k++) {
    const { left, right, token } = model.merge(k);
    tokens = mergedWord(tokens, left, right, token);
  }
  return tokens;
}
