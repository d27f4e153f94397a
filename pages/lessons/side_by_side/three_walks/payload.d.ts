// The message from Python for three trainings: the counterpart of payload.py.

import type { ClassroomOptions, Walked } from "../../../components/stepper/payload.d.ts";

/** Left token, right token, new token, its count; with scores, also the counts of the two. */
export type Merge = [string, string, string, number, number, number] | [
  string,
  string,
  string,
  number,
];

/** The merges of a step by the two merging algorithms; one that has ended has no entry. */
export interface View {
  bpe?: Merge;
  wordpiece?: Merge;
}

/** A value for each of the two merging algorithms. */
interface Each<T> {
  bpe: T;
  wordpiece: T;
}

export interface ThreeTrainings extends Walked {
  steps: number;
  classroom: ClassroomOptions;
  /** How many merges there are, and how many tokens before the first merge. */
  merges: Each<number>;
  base: Each<number>;
  stopped: Each<string>;
  /** Unigram's rounds: the step at which each is reached, the vocabulary's size then, and some of
   * the tokens that it dropped. */
  rounds: { step: number; size: number; dropped: string[] }[];
  /** The first step at which the two merge different pairs. */
  parting: View & { step: number } | null;
  prefix: string;
  unknown: string;
  /** Words of the corpus to choose from, and the current word. */
  words: string[];
  word: string;
  /** For BPE, WordPiece and Unigram: each way the word is cut, after the step where it begins. */
  histories: [number, string[]][][];
  /** Most characters that a word may have. */
  limit: number;
  piece_size: number;
  pieces: Record<string, View[]>;
}
