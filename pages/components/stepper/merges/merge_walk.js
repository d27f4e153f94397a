// A walk of merges as Python sent it, and what follows from it at any step.

import { charactersOf } from "../../tokens/spelling.js";
import { InPieces } from "../walking/pieces.js";

/**
 * @import { ForkedWalk } from "../fork/fork.js"
 */

/**
 * @typedef {{
 *   pairs: number[], pair_total: number, tie_total: number,
 *   words: [string, number, number][], word_total: number,
 *   changes: number[], new_total: number, fell_total: number, gone_total: number,
 *   dropped: number[], token_counts?: number[], bpe?: number[]
 * }} View  pairs: left, right, count, left, …; changes: left, right, before, after, left, …;
 *   with scores also token_counts: of the left token, of the right one, of the next pair's left, …;
 *   and what BPE would merge: left, right, count, and how often its two tokens stand
 *
 * @typedef {{
 *   key: string, step: number, algorithm: string, unit: string, marker: number, prefix: string,
 *   specials: string[], base: (string|number)[],
 *   left: number[], right: number[], count: number[], left_count?: number[], right_count?: number[],
 *   token_total: number, overlaps: number[], dropped_at: number[], text_bytes: number, running_total: number,
 *   words: number[][], closed: number[][], word_counts: number[], shown: number,
 *   word_total: number, running: number[], running_more: boolean, joiner: string,
 *   stopped: string, tie_rule: string,
 *   piece_size: number, pieces: Record<string, View[]>, text: Record<string, string>, lang: string,
 *   predict?: boolean, fork?: ForkedWalk|null
 * }} Walk
 *
 * @typedef {{node: HTMLElement, bar: HTMLElement, value: HTMLElement, mark: HTMLElement}} BarRow
 */

/**
 * Tokens in the corpus at each step. A merge takes one away wherever its pair stands, but for those
 * that overlap: `overlaps` holds step, how many, step, …
 * @param {Walk} walk
 */
function tokenCounts(walk) {
  const overlap = new Map();
  const { overlaps = [] } = walk; // a walk without merges says token counts otherwise
  for (let i = 0; i < overlaps.length; i += 2) overlap.set(overlaps[i], overlaps[i + 1]);
  const counts = [walk.token_total];
  walk.count.forEach((count, i) => counts.push(counts[i] - count + (overlap.get(i + 1) ?? 0)));
  return counts;
}

export class Model extends InPieces {
  /** @param {Walk} walk */
  constructor(walk) {
    super(walk);
    /** @type {Walk} */
    this.walk = walk;
    this.steps = walk.left.length;
    this.firstMerge = walk.specials.length + walk.base.length;
    this.size = this.firstMerge + this.steps;
    this.tokenCounts = tokenCounts(walk);
    /** @type {Map<number, number[]|string>} */
    this.spelled = new Map();
    /** @type {Map<number, {spelled: number[], characters: {char: string, nth: number, of: number}[]}>} */
    this.spelledWords = new Map();
    /** @type {Map<number, Set<number>>} step → the words that it changes */
    this.changedWords = new Map();
    walk.closed.forEach((gaps, word) => {
      for (const step of gaps) {
        if (!step) continue;
        if (!this.changedWords.has(step)) this.changedWords.set(step, new Set());
        /** @type {Set<number>} */ (this.changedWords.get(step)).add(word);
      }
    });
  }

  /** @param {number} id */
  isMerge(id) {
    return id >= this.firstMerge;
  }

  /** The step that made a token; 0 for special and base tokens. @param {number} id */
  stepOf(id) {
    return this.isMerge(id) ? id - this.firstMerge + 1 : 0;
  }

  /** The size of the vocabulary. @param {number} step */
  sizeAt(step) {
    return this.firstMerge + step;
  }

  /** What the page shows of a step beside the stepper. @param {number} step @returns {Record<string, number>} */
  figuresAt(step) {
    const { text_bytes, running_total } = this.walk;
    const count = this.tokenCounts[step];
    return {
      step,
      vocabulary_size: this.sizeAt(step),
      token_count: count,
      tokens_per_word: count / running_total || 0,
      bytes_per_token: text_bytes / count || 0,
    };
  }

  /** @param {number} step */
  merge(step) {
    const i = step - 1;
    return { left: this.walk.left[i], right: this.walk.right[i], count: this.walk.count[i], token: this.firstMerge + i };
  }

  /** What made a merge win: its count, or its score. @param {number} step */
  amountOfMerge(step) {
    const { count, left_count, right_count } = this.walk;
    const i = step - 1;
    return left_count && right_count ? count[i] / (left_count[i] * right_count[i]) : count[i];
  }

  /** A token's text, or its bytes. @param {number} id @returns {string|number[]} */
  spell(id) {
    const known = this.spelled.get(id);
    if (known !== undefined) return known;
    const { specials, base } = this.walk;
    /** @type {any} */
    let out;
    if (id < specials.length) out = specials[id];
    else if (!this.isMerge(id)) {
      const token = base[id - specials.length];
      out = typeof token === "number" ? [token] : token;
    } else out = this.spellMerge(id);
    this.spelled.set(id, out);
    return out;
  }

  /** The end-of-word marker of the corpus; "" for none. */
  get marker() {
    const { marker, base, specials } = this.walk;
    const token = base[marker - specials.length];
    return marker < 0 ? "" : typeof token === "number" ? String.fromCharCode(token) : token;
  }

  /** The marker at the end of a token; "" where there is none. @param {number} id */
  markerOf(id) {
    return this.walk.marker >= 0 && this.lastOf(id) === this.walk.marker ? this.marker : "";
  }

  /** The last base token of a token. @param {number} id @returns {number} */
  lastOf(id) {
    let last = id;
    while (this.isMerge(last)) last = this.merge(this.stepOf(last)).right;
    return last;
  }

  /** @param {number} id */
  spellMerge(id) {
    const { left, right } = this.merge(this.stepOf(id));
    const [a, b] = [this.spell(left), this.spell(right)];
    if (typeof a === "string" && typeof b === "string") return a + b.slice(this.walk.prefix.length);
    const encoder = new TextEncoder();
    const bytes = (/** @type {any} */ x) => (typeof x === "string" ? [...encoder.encode(x)] : x);
    return [...bytes(a), ...bytes(b)];
  }

  /**
   * A word at a step: its tokens, and where in the word's base tokens each starts.
   * @param {number} word @param {number} step
   * @returns {{id: number, start: number, end: number, made: number}[]} made: the step that closed its last gap
   */
  tokensAt(word, step) {
    const units = this.walk.words[word];
    const closed = this.walk.closed[word];
    const out = [];
    let start = 0;
    let made = 0;
    for (let i = 0; i < units.length; i++) {
      const gap = i < closed.length ? closed[i] : 0;
      if (gap && gap <= step) {
        made = Math.max(made, gap);
        continue; // the next unit belongs to the same token
      }
      out.push({ id: made ? this.firstMerge + made - 1 : units[start], start, end: i + 1, made });
      start = i + 1;
      made = 0;
    }
    return out; // a token that a shortened word cuts is left out
  }

  /** Whether a word is read from right to left. @param {number} word */
  isRightToLeft(word) {
    const bytes = this.walk.unit === "byte";
    const text = bytes ? this.spelledWord(word).characters.map(({ char }) => char) : this.walk.words[word].map((id) => this.spell(id));
    return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u.test(text.join(""));
  }

  /** Whether Python cut a word that is too long: then the cut is a gap too. @param {number} word */
  isCut(word) {
    return this.walk.words[word].length === this.walk.closed[word].length;
  }

  /** The bytes of a word, and the character that each is part of. @param {number} word */
  spelledWord(word) {
    let known = this.spelledWords.get(word);
    if (!known) {
      const spelled = /** @type {number[]} */ (this.walk.words[word].flatMap((id) => (id === this.walk.marker ? [] : this.spell(id))));
      this.spelledWords.set(word, (known = { spelled, characters: charactersOf(spelled) }));
    }
    return known;
  }

  /**
   * Where a run of bytes stands first in the words: the character that each byte is part of.
   * `alike` says whether it is the same wherever the run stands.
   * @param {number[]} bytes
   * @returns {{places: {char: string, nth: number, of: number}[], alike: boolean}|undefined}
   */
  home(bytes) {
    let first;
    for (let word = 0; word < this.walk.words.length; word++) {
      const { spelled, characters } = this.spelledWord(word);
      for (let i = 0; i + bytes.length <= spelled.length; i++) {
        if (!bytes.every((byte, j) => spelled[i + j] === byte)) continue;
        const places = characters.slice(i, i + bytes.length);
        if (first && JSON.stringify(first) !== JSON.stringify(places)) return { places: first, alike: false };
        first = places;
      }
    }
    return first && { places: first, alike: true };
  }

  /** Ids of the vocabulary at a step. @param {number} step @param {boolean} onlyInUse */
  vocabularyAt(step, onlyInUse) {
    const out = [];
    const end = this.firstMerge + step;
    for (let id = 0; id < end; id++) if (!onlyInUse || this.inUse(id, step)) out.push(id);
    return out;
  }

  /** @param {number} id @param {number} step */
  inUse(id, step) {
    const dropped = this.walk.dropped_at[id]; // -1: never dropped, 0: never in use
    return dropped < 0 || dropped > step;
  }
}

/** What a pair goes by: its count, or its score. @param {View} view @param {number} rank of the pair */
export function amountOf(view, rank) {
  const count = view.pairs[3 * rank + 2];
  const tokens = view.token_counts;
  return tokens ? count / (tokens[2 * rank] * tokens[2 * rank + 1]) : count;
}
