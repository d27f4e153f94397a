// Says why a training has no further step.

import { t } from "../../browser/sentences.js";

/** @param {{algorithm: string, stopped: string}} walk */
export function whyStopped({ algorithm, stopped }) {
  switch (stopped) {
    case "num_merges":
      return t("Training stops here: you asked for this many merges.");
    case "vocab_size":
      return t("Training stops here: the vocabulary has the size you asked for.");
    case "min_frequency":
      return algorithm === "wordpiece"
        ? t("Training stops here: none of the remaining pairs reaches the minimum frequency.")
        : t("Training stops here: no pair reaches the minimum frequency.");
    case "token_length":
      return t("Training stops here: the next token would be longer than 4,096 bytes.");
    case "time_limit":
      return t("Training stops here: the time limit was reached.");
    default:
      return algorithm === "unigram"
        ? t("Training stops here: the seed vocabulary has no more tokens to drop.")
        : t("Training stops here: no pairs are left, and each word is one token.");
  }
}

/**
 * Why a training has fewer merges than it was asked for, beside how many it has; "" if it has not.
 * @param {{stopped: string, min_frequency?: number}} walk
 */
export function whyNoMore({ stopped, min_frequency: n = 1 }) {
  switch (stopped) {
    case "nothing_left":
      return t("(then no pair is left)");
    case "min_frequency":
      return t("(then no count reaches {n})", { n });
    case "token_length":
    case "time_limit":
      return t("(then a limit is reached)");
    default:
      return "";
  }
}
