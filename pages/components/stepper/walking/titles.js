// Titles of panels that slides have, too.

import { t } from "../../browser/sentences.js";

/** @param {{algorithm: string}} walk */
export const wordsTitle = ({ algorithm }) =>
  algorithm === "unigram" ? t("Each word's best segmentation") : t("The corpus, as tokens");

/** The title of the bars: of pairs, by what decides between them, or of tokens. */
export function barsTitle(/** @type {{algorithm: string}} */ { algorithm }) {
  if (algorithm === "unigram") return t("Cheapest tokens to remove");
  return algorithm === "wordpiece" ? t("Pairs by score") : t("Current pairs");
}

/** The text in the place of the bars if there are none. @param {{algorithm: string}} walk */
export const noBars = ({ algorithm }) =>
  algorithm === "unigram"
    ? t("Only single characters or bytes are left, and these always stay.")
    : t("No pairs are left: every word is one token.");
