// Why a training has no further step.

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
