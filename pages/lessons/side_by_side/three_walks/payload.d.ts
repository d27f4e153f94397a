// What Python sends of three trainings: the counterpart of payload.py.

import type { Texts } from "../../../components/component/component.d.ts";
import type { ClassroomOptions } from "../../../components/stepper/payload.d.ts";

/** Left and right token, the new one, its count; with scores, how often the two occurred, too. */
export type Merge = [string, string, string, number, number, number] | [
  string,
  string,
  string,
  number,
];

/** What the two that merge do at a step; nothing of one that has ended. */
export interface View {
  bpe?: Merge;
  wordpiece?: Merge;
}

/** Something of each of the two that merge. */
interface Each<T> {
  bpe: T;
  wordpiece: T;
}

export interface ThreeTrainings {
  key: string;
  step: number;
  steps: number;
  visit: number;
  lang: string;
  text: Texts;
  classroom: ClassroomOptions;
  /** How many merges, and how many tokens before the first one. */
  merges: Each<number>;
  base: Each<number>;
  stopped: Each<string>;
  /** Unigram's rounds: the step at which each is reached, and the size of the vocabulary. */
  rounds: { step: number; size: number }[];
  /** The first step at which the two merge different pairs. */
  parting: View & { step: number } | null;
  prefix: string;
  unknown: string;
  /** Words of the corpus to choose from, and the word at hand. */
  words: string[];
  word: string;
  /** Of BPE, WordPiece and Unigram: the step since which the word is cut so. */
  histories: [number, string[]][][];
  /** Characters that a word may have. */
  limit: number;
  piece_size: number;
  pieces: Record<string, View[]>;
}
