// The choices of a ballot: how taps on tokens make one, how each is shown in visible characters, so
// that nothing in them is hidden, and how it is worked out: "hug 10 + pug 5 + hugs 5 = 20".
// Two neighbours, in either order, are a pair. Where one token is asked for, each tap is a choice.

import { t } from "../../browser/sentences.js";
import { el, fill } from "../../drawing/elements.js";
import { wholeIn } from "../../drawing/numbers.js";
import { amountIn } from "../../drawing/amounts.js";
import { Chips } from "../../tokens/chips.js";
import { charactersOf, shortWord, visible } from "../../tokens/spelling.js";

/**
 * @typedef {{word: number, token: number}} Place  a token in the words
 * @typedef {object} Word a word, or tokens that stand apart, among which there are no neighbours
 * @property {(string|number[])[]} tokens
 * @property {number[]} choices one between each two tokens, or one for each token
 * @property {number|null} count
 * @property {boolean} [apart]
 */

/** Whether a ballot asks for one token, and not for two. @param {{kind: string}} ballot */
export const asksForOne = ({ kind }) => kind === "tokens";

/**
 * The choices that contain a token.
 * @param {{kind: string, words: Word[]}} ballot
 * @param {Place} place
 */
export function choicesAt(ballot, { word, token }) {
  const first = asksForOne(ballot) ? token : Math.max(0, token - 1);
  return ballot.words[word].choices.slice(first, token + 1);
}

/**
 * The token that is picked after a tap, and the choice if the tap completes one.
 * @param {Word[]} words
 * @param {Place|null} picked
 * @param {Place} tapped
 * @returns {{picked: Place|null, choice: number|null}}
 */
export function tap(words, picked, tapped) {
  if (!picked || picked.word !== tapped.word) return { picked: tapped, choice: null };
  const apart = tapped.token - picked.token;
  if (apart === 0) return { picked: null, choice: null };
  if (Math.abs(apart) > 1) return { picked: tapped, choice: null };
  const left = Math.min(picked.token, tapped.token);
  return { picked: null, choice: words[tapped.word].choices[left] };
}

/**
 * Where a choice first occurs, in a word if possible: the place of its first token.
 * @param {Word[]} words
 * @param {number} choice
 * @returns {Place|null}
 */
export function placeOf(words, choice) {
  const places = words.map(({ choices }, word) => ({ word, token: choices.indexOf(choice) }));
  const found = places.filter(({ token }) => token >= 0);
  return found.find(({ word }) => !words[word].apart) ?? found[0] ?? null;
}

/**
 * Where an arrow key leads from a token: along its word, or to the word above or below.
 * @param {Word[]} words
 * @param {Place} from
 * @param {string} key
 * @returns {Place|null}
 */
export function placeByKey(words, { word, token }, key) {
  const last = words[word].tokens.length - 1;
  if (key === "ArrowRight") return token < last ? { word, token: token + 1 } : null;
  if (key === "ArrowLeft") return token > 0 ? { word, token: token - 1 } : null;
  const to = word + (key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0);
  if (to === word || !words[to]) return null;
  return { word: to, token: Math.min(token, words[to].tokens.length - 1) };
}

const chips = new Chips({ spell: () => "" });

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
  /** @type {Record<string, string>} */
  const words = {
    wordpiece: t("Step {k}: which two adjacent tokens have the highest score?", { k }),
    encode: t("Step {k}: which two adjacent tokens merge next in this word?", { k }),
    unigram: t("Which token will round {k} drop?", { k }),
  };
  return words[algorithm] ?? t("Step {k}: which two adjacent tokens merge next?", { k });
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
      `\u00a0${inDigits(n)}`,
      times > 1 ? ` × ${inDigits(times)}` : "",
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
