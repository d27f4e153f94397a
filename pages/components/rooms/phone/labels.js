// A ballot in words, and its tokens in visible characters, so that nothing in them is hidden.

import { t } from "../../browser/sentences.js";
import { el } from "../../drawing/elements.js";
import { Chips } from "../../tokens/chips.js";
import { charactersOf, visible } from "../../tokens/spelling.js";
import { asksForOne, placeOf } from "./choosing.js";

/**
 * @import { Word } from "./choosing.js"
 */

const chips = new Chips(
  /** @type {any} */ ({ walk: { specials: [] }, home: () => undefined }),
);

/**
 * The label of each token of a word; part of a character says which of its bytes it is.
 * @param {Pick<Word, "tokens"|"apart">} word
 * @returns {Node[][]}
 */
export function labelsOf({ tokens, apart }) {
  if (apart) return tokens.flatMap((token) => labelsOf({ tokens: [token] }));
  const bytes = tokens.flatMap((token) => (typeof token === "string" ? [] : token));
  const places = charactersOf(bytes);
  let start = 0;
  return tokens.map((token) => {
    if (typeof token === "string") return [document.createTextNode(visible(token))];
    const label = chips.byteLabel(token, places.slice(start, start + token.length));
    start += token.length;
    return label;
  });
}

/** A question over tokens, by algorithm. @param {{algorithm: string, step: number}} ballot */
export function askedInWords({ algorithm, step: k }) {
  switch (algorithm) {
    case "wordpiece":
      return t("Step {k}: which two adjacent tokens have the highest score?", { k });
    case "encode":
      return t("Step {k}: which two adjacent tokens merge next in this word?", { k });
    case "unigram":
      return t("Which token will round {k} drop?", { k });
    default:
      return t("Step {k}: which two adjacent tokens merge next?", { k });
  }
}

/**
 * A written question in the language of this page, or else in the teacher's.
 * @param {any} ballot
 * @returns {{text: string, choices: string[]}}
 */
export const inOwnLanguage = (ballot) =>
  ballot.languages?.[document.documentElement.lang] ?? ballot;

/**
 * A choice as it is shown: "h + u", "hug", or the words of a written choice.
 * @param {any} ballot
 * @param {number} choice
 * @returns {Node}
 */
export function choiceLabel(ballot, choice) {
  if (ballot.kind === "choices") return el("bdi", inOwnLanguage(ballot).choices[choice]);
  const place = placeOf(ballot.words, choice);
  if (!place) return el("span");
  const labels = labelsOf(ballot.words[place.word]);
  const [left, right] = [labels[place.token], labels[place.token + 1]];
  if (asksForOne(ballot)) return chip(left);
  return el("span.pair", chip(left), " + ", chip(right));
}

/** @param {Node[]} label */
export const chip = (label) => el("bdi.chip", ...label);
