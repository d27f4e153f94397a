/** What a token does to the programs: nothing yet, whole characters, a part, or the last part. */
export type Says = "start" | "whole" | "part" | "complete";

export type Step = {
  says: Says;
  /** The bytes of the token that arrives. */
  token: string;
  /** What a program has printed so far that decodes each token by itself, token by token. */
  alone: string[];
  /** What one has printed that waits until a character is complete. */
  waiting: string[];
  /** The bytes that it still keeps. */
  kept: string;
};

export type ArrivingData = {
  lang: string;
  steps: Step[];
};
