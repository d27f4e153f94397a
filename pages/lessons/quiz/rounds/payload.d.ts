// The message from Python for a quiz.

import type { AboutCorpus, Value } from "../../../components/stepper/payload.d.ts";
import type { Spelled } from "../../../components/tokens/tokens.d.ts";

export interface Question {
  ask: string;
  /** Why the right answer is right; "" if the choices explain it. */
  why: string;
  facts: Record<string, Value>;
  choices: Choice[];
  /** The index of the right choice. */
  right: number;
  /** The step at which the words are shown. */
  step: number | null;
  words: [Spelled[], number][];
  /** The words as a running text, if their order matters. */
  running?: string;
  /** Merges: left token, right token, the token they become. */
  rules: [Spelled, Spelled, Spelled][];
}

export interface Choice {
  value: Value;
  why?: string;
  /** The name of the belief behind a wrong choice, if one is known. */
  belief?: string;
}

export interface Data {
  /** Identifies the quiz. */
  name: string;
  questions: Question[];
  /** Each question as a room asks it. */
  in_room: { form: string; seed: number }[];
  /** A character for each question: the index of the chosen answer, or "-" for none. */
  answers: string;
  /** Whether an answer is marked when it is given, or all of them at the end. */
  at_once: boolean;
  /** Whether it is shown alone, on a projector. */
  present: boolean;
  about: AboutCorpus;
  lang: string;
}
