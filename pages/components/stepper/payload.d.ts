// The messages from Python to the stepper: payload.py and unigram_payload.py.

import type { Texts } from "../component/newest_drawing.js";
import type { Spelled } from "../tokens/tokens.d.ts";

/** One step of a walk of merges. */
export interface View {
  /** left, right, count, left, … */
  pairs: number[];
  pair_total: number;
  tie_total: number;
  /** The words in the first pair's sum: text, occurrences of the pair in it, the word's count. */
  words: [string, number, number][];
  word_total: number;
  /** left, right, before, after, left, … */
  changes: number[];
  new_total: number;
  fell_total: number;
  /** Pairs that are more frequent now; there are none unless walls have fallen. */
  rose_total?: number;
  gone_total: number;
  dropped: number[];
  /** With scores, the tokens' counts: left token, right token, the next pair's left token, … */
  token_counts?: number[];
  /** With scores, what BPE would merge: left, right, count, and how often its two tokens occur. */
  bpe?: number[];
}

/** A training's merges, and what they make of the words. */
interface Merges {
  key: string;
  left: number[];
  right: number[];
  count: number[];
  /** The count that a pair has to reach to be merged. */
  min_frequency: number;
  /** With scores, how often the two tokens occurred before the merge. */
  left_count?: number[];
  right_count?: number[];
  /** step, n, step, n, …: where a pair occurred n times more often than it could be merged. */
  overlaps: number[];
  /** For each token, the step from which none is left; -1: never dropped, 0: never in use. */
  dropped_at: number[];
  /** For each word, the step that closed each gap between its base tokens; 0 for none. */
  closed: number[][];
  /**
   * The steps before SuperBPE's walls fall and its text is encoded again: the gaps of lines that
   * are other tokens then, by word, and from which step until then a token is not in use, by id.
   */
  before?: { until: number; closed: Record<number, number[]>; gone: Record<number, number> };
  /** For each line, the first step at which each gap is no wall between words; -1: it is none. */
  walls: number[][];
  stopped: string;
}

/** The fields that every walk has. */
export interface Walked {
  key: string;
  step: number;
  lang: string;
  visit: number;
  predict?: boolean;
  classroom?: ClassroomOptions;
}

/** The corpus of a walk, and its vocabulary at the start. */
interface Corpus {
  /** Sentences about tie rules and beliefs. */
  text: Texts;
  algorithm: string;
  /** The algorithm's name; one that comes from BPE is stepped as BPE is. */
  name: string;
  unit: string;
  /** The id of the end-of-word marker; -1 for none. */
  marker: number;
  /** The prefix of a token inside a word ("##" of WordPiece). */
  prefix: string;
  specials: string[];
  base: (string | number | number[])[];
  text_bytes: number;
  /** How many different characters there are, and how many in the whole corpus. */
  characters: [number, number];
  /** The same of words; the `words` below may be lines of several. */
  whole_words: [number, number];
  words: number[][];
  word_counts: number[];
  shown: number;
  word_total: number;
  running: number[];
  running_more: boolean;
  joiner: string;
  /** Whether the words are whole lines, which are read as text. */
  lines?: boolean;
  piece_size: number;
}

/** A walk whose steps are merges. */
export interface Walk extends Walked, Corpus, Merges {
  token_total: number;
  tie_rule: string;
  /** Runs of steps that a tie was broken for: first, how many, first, … */
  tied: number[];
  /** The first step that makes a word one token, and that word. */
  whole: [number, string] | null;
  pieces: Record<string, View[]>;
  fork?: ForkedWalk | null;
  /** Whether the fork's merges were handed in, so that there is nothing to choose. */
  fixed?: boolean;
}

/** How a second training of the same corpus differs from the first. */
export interface ForkedWalk extends Merges {
  /** step, left, right */
  choices: number[][];
  /** Tokens that only one of the two vocabularies has, and how many there are. */
  only_rule: number[];
  only_rule_total: number;
  only_own: number[];
  only_own_total: number;
}

/** The options of a class link. */
export interface ClassroomOptions {
  present: boolean;
  hidden: string[];
  /** The place of the arrival, from 1; 0 for none. */
  place: number;
  notes: Note[];
  /** The corpus as a room knows it, where one can be opened. */
  about?: AboutCorpus;
}

/**
 * A corpus as a room knows it: its name, whether it has too many words for a vote, and others,
 * with titles.
 */
export interface AboutCorpus {
  corpus: string;
  is_large: boolean;
  suited: string[][];
}

/** A likely misconception, and the fact that disproves it. */
export interface Note {
  step: number;
  belief: string;
  fact: string;
  facts: Record<string, Value>;
}

/** A value in a sentence: a number, a text, a word, tokens, a pair, or a sum of words. */
export type Value =
  | number
  | { text: string }
  | { word: string }
  | { tokens: Spelled[] }
  | { pair: [Spelled, Spelled] }
  | { sum: [string, number, number][] };

/** A word without a token: its best segmentation with and without, and what that costs. */
export interface ReasonWord {
  text: string;
  count: number;
  best: number[];
  other: number[];
  /** The part of the word's probability that uses the token, and the rest. */
  share: number;
  left: number;
  cost: number;
}

/** The cost of removing a token, word by word. */
export interface Reason {
  token: number;
  cost: number;
  words: ReasonWord[];
  more: number;
  rest: number;
}

/** One round of Unigram. */
export interface RoundView {
  cheapest: number[];
  costs: number[];
  removable: number;
  next_total: number;
  dropped: number[];
  dropped_total: number;
  reasons: Reason[];
  likely: number[];
  probabilities: number[];
}

/** A walk whose steps are rounds of pruning. */
export interface RoundWalk extends Walked, Corpus {
  /** Whether a word's lattice can be asked for. */
  lattices?: boolean;
  stopped: string;
  tokens: Spelled[];
  lengths: number[];
  /** For each longer token, whether it ends with the marker; empty without a marker. */
  ends: boolean[];
  cut: number[];
  sizes: number[];
  losses: number[];
  token_counts: number[];
  in_use: number[];
  /** For each word, its segmentations: the first round with it, and the ids. */
  segmentations: [number, number[]][][];
  pieces: Record<string, RoundView[]>;
}
