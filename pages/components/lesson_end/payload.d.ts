// The message from __init__.py to lesson_end.js.

export interface Question {
  name: string;
  /** The address of the lesson that it is about. */
  lesson: string;
  ask: string;
  /** Each choice, and why it is right or wrong. */
  choices: [string, string][];
  /** The place of the right one. */
  right: number;
}

export interface Data {
  /** The lesson's address. */
  lesson: string;
  earned: string;
  questions: Question[];
  next: { address: string; name: string };
  lang: string;
}
