// Tokens as the browser knows them.

/** A byte's place: the `nth` of the `of` bytes of a character, "" where they spell none. */
export interface BytePlace {
  char: string;
  nth: number;
  of: number;
}

/** A token's text, or its bytes. */
export type Spelled = string | number[];

/** A token's bytes, from `start` to `end`, among those of its word. */
export interface PlaceInWord {
  characters?: BytePlace[];
  start?: number;
  end?: number;
}

/** The source of chips: ids with their tokens. */
export interface TokenSource {
  walk?: { specials?: string[] };
  /** The hue of a merged token, in degrees: each has its own. */
  hueOf?(id: number): number | undefined;
  spell(id: number): Spelled;
  /** The end-of-word marker at a token's end; "" where there is none. */
  markerOf?(id: number): string;
  /** Where a run of bytes occurs in the corpus, and whether its characters are always the same. */
  home?(bytes: number[]): { places: BytePlace[]; alike: boolean } | undefined;
}

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

export interface Data {
  word: string;
  /** The most characters that a word may have; 0 where none can be asked for. */
  limit: number;
  lang: string;
  lattice: WordLattice | null;
}
