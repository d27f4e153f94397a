// What Python sends of a quiz.

import type { Texts } from "../../../components/component/component.d.ts";
import type { Value } from "../../../components/stepper/payload.d.ts";
import type { Spelled } from "../../../components/tokens/tokens.d.ts";

export interface Question {
  ask: string;
  /** Why the right answer is right; "" where the choices say it. */
  why: string;
  facts: Record<string, Value>;
  choices: Choice[];
  /** The place of the right choice. */
  right: number;
  /** The step at which the words are shown. */
  step: number | null;
  words: [Spelled[], number][];
  /** Merges: left, right, what they become. */
  rules: [Spelled, Spelled, Spelled][];
}

export interface Choice {
  value: Value;
  why?: string;
}

export interface Data {
  /** Tells one quiz from another. */
  name: string;
  questions: Question[];
  /** A character for each question: the place of the chosen answer, "-" for none. */
  answers: string;
  text: Texts;
  /** What a room says in which a class answers together. */
  room: Texts;
  lang: string;
}
