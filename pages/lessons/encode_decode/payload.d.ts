// The message from Python to the encoder.

import type { ClassroomOptions } from "../../components/stepper/payload.d.ts";
import type { Spelled } from "../../components/tokens/tokens.d.ts";

/** A text as tokens, the way of one word to its tokens, and the decoded text. */
export interface Encoding {
  /** The key of the tokenizer. */
  key: string;
  input: string;
  step: number;
  visit: number;
  lang: string;
  predict: boolean;
  /** Each word: its name, its ids, whether it is special, whether its two readings differ. */
  words: [string, number[], boolean, boolean][];
  /** How many distinct words were read in both ways. */
  compared: number;
  /** By token id: its spelling, whether it ends with the marker. */
  tokens: Record<string, [Spelled, boolean]>;
  marker: string;
  unknown: number;
  joiner: string;
  /** The index of the word that is walked. */
  chosen: number | null;
  walk: WordOnItsWay | null;
  back: TextAgain;
  classroom: ClassroomOptions;
}

/** One word, from its base tokens to its tokens. */
export interface WordOnItsWay {
  word: string;
  is_cut: boolean;
  /** Its tokens at each step. */
  ids: number[][];
  /** At each step: place of the left token, number of the rule, what the pair becomes. */
  candidates: [number, number, number][][];
  /** Its tokens by longest match. */
  match: number[];
}

/** The text that the ids decode to. */
export interface TextAgain {
  ids: number[];
  decoded: string;
  is_equal: boolean;
  given_bytes: number;
  decoded_bytes: number;
  /** The end of the shared beginning, and the continuation of each text at the first difference. */
  before: string;
  given_there: string;
  decoded_there: string;
  causes: string[];
  unknown: string[];
  unknown_total: number;
}
