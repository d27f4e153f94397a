// The message from Python about a word's lattice.

/** A character, or a byte; the marker at a word's end is text. */
export type Unit = string | number;

/** The tokens of a word over its units; scores are natural logarithms of probabilities. */
export interface WordLattice {
  marker: string;
  units: Unit[];
  /** The units of a long word that are not drawn. */
  left_out: Unit[];
  /** Tokens: start, end, score, whether it is unknown. */
  edges: [number, number, number, boolean][];
  /** Viterbi's table: for each position the edges that end there, each with the best sum. */
  table: [number, number][][];
  /** For each position, the edge that wins; -1 or nothing at the start. */
  back: number[];
  best: number[];
  ways: { edges: number[]; score: number; share: number }[];
  way_total: number;
  /** The share of all ways that are not listed. */
  rest: number;
  /** The total for the word. */
  total: number;
  unknown: Unit[];
  /** Whether an unknown unit becomes its bytes. */
  has_bytes: boolean;
}

/** A word that is drawn alone. */
export interface WordData {
  lang: string;
  lattice: WordLattice;
}

export interface Data {
  word: string;
  /** The most characters that a word may have. */
  limit: number;
  lang: string;
  lattice: WordLattice | null;
}
