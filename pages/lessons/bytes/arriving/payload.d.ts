/** The effect of a token: nothing yet, whole characters, a part, or the last part. */
export type Says = "start" | "whole" | "part" | "complete";

export type Step = {
  says: Says;
  /** The bytes of the token that arrives. */
  token: string;
  /** The output so far of a program that decodes each token by itself, token by token. */
  alone: string[];
  /** The output of one that waits until a character is complete. */
  waiting: string[];
  /** The bytes that it still keeps. */
  kept: string;
};

export type ArrivingData = {
  lang: string;
  steps: Step[];
};
