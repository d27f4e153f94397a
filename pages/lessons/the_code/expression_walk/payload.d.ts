/** A word in one way: its tokens, and whether they are right; nothing if the program has ended. */
export type InOneWay = [string[], boolean] | null;

/** The error of a step, which was right before it. */
export type Says = "start" | "agrees" | "replaced" | "expression" | "ended";

export type Step = {
  pair: string[];
  says: Says;
  /** The error with which the program of the expression has ended. */
  ended: string;
  /** For each word, what each program has made of it. */
  words: InOneWay[][];
};

export type ExpressionWalkData = {
  lang: string;
  steps: Step[];
};
