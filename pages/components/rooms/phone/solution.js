// Works out on the words what decides about a choice: "hug 10 + pug 5 + hugs 5 = 20".

import { t } from "../../browser/sentences.js";
import { amountIn, wholeIn } from "../../drawing/numbers.js";
import { el, fill } from "../../drawing/elements.js";
import { shortWord } from "../../tokens/spelling.js";
import { chip, labelsOf } from "./labels.js";

/**
 * A choice as the server works it out, when the answer is shown: a pair's count, the words that add
 * to it (each with how often the pair is in it, and its count), how many more words there are, what
 * the count was at the start and since which merge it is less, and for scores the counts of the two
 * tokens; or what it costs to remove a token; or the number of a pair's rule.
 * @typedef {object} Worked
 * @property {number} [count]
 * @property {[string, number, number][]} [words]
 * @property {number} [more]
 * @property {number} [was]
 * @property {[number, (string|number[])[]]} [since]
 * @property {[number, number]} [tokens]
 * @property {number} [cost]
 * @property {number|null} [rule]
 */

/** Numbers in the language of the page. @param {number} n */
const inDigits = (n) => wholeIn(document.documentElement.lang)(n);
/** @param {number} n */
const inThreeDigits = (n) => amountIn(document.documentElement.lang)(n);

/** @param {Worked} worked @param {number} count @returns {Node[]} */
function sumOfWords({ words = [], more = 0 }, count) {
  const addends = words.map(([word, times, n]) =>
    el(
      "span.addend",
      el("bdi", shortWord(word)),
      `\u00a0${inDigits(n)}${times > 1 ? ` × ${inDigits(times)}` : ""}`,
    )
  );
  if (more) addends.push(el("span", t("more words ({n})", { n: inDigits(more) })));
  const parts = addends.flatMap((addend, i) => i ? [" + ", addend] : [addend]);
  return [el("span", ...parts, " = ", el("b", inDigits(count)))];
}

/** 5 / (20 × 5) = 0.05 @param {number} count @param {[number, number]} tokens */
const scoreOfPair = (count, [left, right]) =>
  fill(t("score = {count} / ({left} × {right}) = {score}"), {
    count: inDigits(count),
    left: inDigits(left),
    right: inDigits(right),
    score: el("b", inThreeDigits(count / (left * right))),
  });

/**
 * The sum or cost that decides about a choice; nothing where it is not known.
 * @param {Worked|undefined} worked
 * @returns {(Node|string)[]}
 */
export function solutionOf(worked) {
  if (worked?.count !== undefined) {
    const { count, tokens } = worked;
    return tokens ? [el("span", scoreOfPair(count, tokens))] : sumOfWords(worked, count);
  }
  if (worked?.cost !== undefined) return [t("costs {cost}", { cost: inThreeDigits(worked.cost) })];
  return worked?.rule ? [t("rule {rule}", { rule: inDigits(worked.rule) })] : [];
}

/**
 * Why a pair counts less than at the start; nothing where it does not.
 * @param {Worked|undefined} worked
 * @returns {Node[]}
 */
export function whatHasChanged(worked) {
  if (worked?.was === undefined || !worked.since) return [];
  const [k, tokens] = worked.since;
  const [left, right] = labelsOf({ tokens }).map(chip);
  const sentence = t("{was} at the start; since step {k} merged {pair}, {count}.");
  return [
    el(
      "span",
      fill(sentence, {
        was: inDigits(worked.was),
        k: inDigits(k),
        pair: el("span.pair", left, " + ", right),
        count: el("b", inDigits(worked.count ?? 0)),
      }),
    ),
  ];
}
