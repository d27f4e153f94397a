// A corpus as tokens: what every walk knows about it.

import { charactersOf, direction, homeAmong } from "../../tokens/spelling.js";
import { InPieces } from "./trace_source.js";

/**
 * @import { BytePlace, Spelled } from "../../tokens/tokens.d.ts"
 * @import { RoundWalk, Walk } from "../payload.d.ts"
 */

/**
 * A token of a word at a step, and which of the word's base tokens it is made of. `made` is the
 * step that made it, or 0 if no step did.
 * @typedef {{id: number, start: number, end: number, made: number}} TokenInWord
 */

/** A character at its first byte, so that it is there once. @param {BytePlace} place */
const wholeCharacter = ({ char, nth }) => nth === 1 ? char || "�" : "";

const LETTER = /\p{L}/u;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
/** Signs of a word on average; a Chinese word has one to four. */
const MOST_IN_WORDS = 3;

/** Whether most of these words are written without spaces, and several words long. */
export function arePhrases(/** @type {string[]} */ words) {
  const lengths = words.filter((word) => LETTER.test(word))
    .map((word) => word.match(UNSPACED)?.length ?? 0);
  const unspaced = lengths.filter(Boolean);
  const signs = unspaced.reduce((sum, length) => sum + length, 0);
  return 2 * unspaced.length > lengths.length && signs > MOST_IN_WORDS * unspaced.length;
}

/**
 * A *token id* counts special tokens, base tokens and longer tokens, in this order. Subclasses
 * define how longer tokens are spelled, and which tokens a word has at a step.
 * @template {Walk|RoundWalk} W
 * @template V what is shown at a step
 * @extends {InPieces<W, V>}
 */
export class CorpusModel extends InPieces {
  /**
   * @param {W} walk
   * @param {number} steps
   * @param {number[]} tokenCounts of the corpus at each step
   * @param {any[]} decided the figure that decided each step, if any: a count, a score, a loss
   */
  constructor(walk, steps, tokenCounts, decided) {
    super(walk, steps);
    this.tokenCounts = tokenCounts;
    this.decided = decided;
    /** The largest figure that decided a step, so that all of them have one scale. */
    this.mostDecided = decided.reduce((most, figure) => Math.max(most, figure ?? 0), 0);
    /** @type {boolean|undefined} */
    this.phrases = undefined;
    /** The id of the first longer token. */
    this.firstLonger = walk.specials.length + walk.base.length;
    const spelled = [...walk.specials, ...walk.base].map((token) =>
      typeof token === "number" ? [token] : token
    );
    /** @type {Map<number, Spelled>} */
    this.spelled = new Map(spelled.entries());
    /** @type {Map<number, {bytes: number[], characters: BytePlace[]}>} */
    this.spelledWords = new Map();
    /** @type {Map<number, Set<number>>} step → the words that it changes */
    this.changedWords = new Map();
  }

  /** Notes that a step changes a word. @param {number} step @param {number} word */
  noteChange(step, word) {
    const words = this.changedWords.get(step) ?? new Set();
    this.changedWords.set(step, words.add(word));
  }

  /** @param {number} id */
  isLonger(id) {
    return id >= this.firstLonger;
  }

  /** The token that a step makes, if any. @param {number} _step @returns {any} its id */
  madeAt(_step) {}

  /** A longer token's text, or its bytes. @param {number} _id @returns {any} as it is spelled */
  spellLonger(_id) {}

  /**
   * The tokens of a word at a step, in order. Subclasses define them.
   * @param {number} _word
   * @param {number} _step
   * @returns {TokenInWord[]}
   */
  tokensAt(_word, _step) {
    return [];
  }

  /** Whether Python cut a word that is too long. @param {number} _word @returns {any} */
  isCut(_word) {}

  /** The size of the vocabulary. @param {number} step */
  sizeAt(step) {
    return this.firstLonger + step;
  }

  /**
   * The figures of a step that the page shows outside the stepper.
   * @param {number} step
   * @returns {Record<string, number>}
   */
  figuresAt(step) {
    const { text_bytes, whole_words: [, running] } = this.walk;
    const count = this.tokenCounts[step];
    return {
      step,
      vocabulary_size: this.sizeAt(step),
      token_count: count,
      tokens_per_word: count / running || 0,
      bytes_per_token: text_bytes / count || 0,
    };
  }

  /** A token's text, or its bytes. @param {number} id @returns {Spelled} */
  spell(id) {
    const spelled = this.spelled.get(id) ?? this.spellLonger(id);
    this.spelled.set(id, spelled);
    return spelled;
  }

  /** The end-of-word marker of the corpus; "" for none. */
  get marker() {
    return String(this.spelled.get(this.walk.marker) ?? "");
  }

  /** The marker at the end of a token; "" where there is none. @param {number} id */
  markerOf(id) {
    return id === this.walk.marker ? this.marker : "";
  }

  /**
   * Whether most of its words are phrases: Chinese and Japanese have no spaces to cut at, so what
   * stands between two punctuation marks is one word, unless a dictionary is asked.
   */
  get isOfPhrases() {
    this.phrases ??= arePhrases(this.walk.running.map((word) => this.textOf(word)));
    return this.phrases;
  }

  /** A word as text, without its marker. @param {number} word */
  textOf(word) {
    const { unit, words, marker, prefix } = this.walk;
    if (unit === "byte") return this.spelledWord(word).characters.map(wholeCharacter).join("");
    const units = words[word].filter((/** @type {number} */ id) => id !== marker);
    const texts = units.map((/** @type {number} */ id) => String(this.spell(id)));
    return texts.map((text, i) => i ? text.slice(prefix.length) : text).join("");
  }

  /** Whether a word is read from right to left. @param {number} word */
  isRightToLeft(word) {
    return direction(this.textOf(word)) === "rtl";
  }

  /** The bytes of a word of bytes, and the character that each is part of. @param {number} word */
  spelledWord(word) {
    let known = this.spelledWords.get(word);
    if (!known) {
      const units = this.walk.words[word].filter((id) => id !== this.walk.marker);
      // Inside a word, a unit of WordPiece begins with the prefix, which is not part of the word.
      const bytes = units.flatMap((id) => /** @type {number[]} */ (this.spell(id)).slice(-1));
      this.spelledWords.set(word, known = { bytes, characters: charactersOf(bytes) });
    }
    return known;
  }

  /** Where a run of bytes is, in the words. @param {number[]} bytes */
  home(bytes) {
    return homeAmong(this.walk.words.map((_, word) => this.spelledWord(word)), bytes);
  }
}
