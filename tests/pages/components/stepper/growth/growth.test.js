// Where steps, characters and whole words are on the chart of what was gained, and what is said.

import assert from "node:assert/strict";

import { scaled } from "../../../../../pages/components/stepper/growth/over_steps.js";
import {
  betterFor,
  tradeOff,
  unknownWords,
} from "../../../../../pages/components/stepper/growth/trade_off.js";

/** hug ×10, pug ×5, pun ×12, bun ×4, hugs ×5: 7 characters, 113 in all; 36 words, 5 of them. */
const HUG = /** @type {any} */ ({
  walk: {
    name: "BPE",
    characters: [7, 113],
    whole_words: [5, 36],
    word_total: 5,
    unit: "char",
    words: ["hug", "pug", "pun", "bun", "hugs"].map((word) => [...word]),
  },
  steps: 7,
  tokenCounts: [113, 93, 77, 62, 50, 45, 40, 36],
  sizeAt: (/** @type {number} */ step) => 7 + step,
  isCut: () => false,
  textOf: (/** @type {number} */ word) => HUG.walk.words[word].join(""),
});
/** The same text with more different words than the vocabulary ever has. */
const MANY = { ...HUG, walk: { ...HUG.walk, whole_words: [28, 36] } };

/** @param {number} one @param {number} other */
const assertClose = (one, other) =>
  assert.ok(Math.abs(one - other) < 1e-9, `${one} is not ${other}`);

Deno.test("a walk goes from characters to its last size, over the tokens that are needed", () => {
  const { characters, words, at } = tradeOff(MANY);
  const x = (/** @type {number} */ size) => Math.log(size / 7) / Math.log(28 / 7);
  assertClose(characters.x, 0);
  assertClose(characters.y, 1);
  assertClose(words.x, 1);
  assertClose(words.y, 36 / 113);
  assertClose(at(0).x, characters.x);
  assertClose(at(3).x, x(10));
  assertClose(at(3).y, 62 / 113);
  assertClose(at(7).x, x(14));
  assertClose(at(7).y, words.y);
});

Deno.test("few words are drawn by how many would be unknown: those with a letter of their own", () => {
  // Only bun has a b, and only hugs an s.
  assert.deepEqual(unknownWords(HUG), { words: 5, characters: 2, pieces: 2 });
  const bytes = { ...HUG, walk: { ...HUG.walk, unit: "byte" } };
  assert.deepEqual(unknownWords(bytes), { words: 5, characters: 2, pieces: 0 });
  const { characters, words, at } = tradeOff(HUG);
  assertClose(words.x, 1);
  for (const place of [characters, at(0), at(7)]) assertClose(place.x, 2 / 5);
  assertClose(at(7).y, words.y);
});

Deno.test("the size is drawn where few words tell nothing, or not all of them were sent whole", () => {
  const partly = { ...HUG, walk: { ...HUG.walk, word_total: 6 } };
  const inLines = { ...HUG, walk: { ...HUG.walk, lines: true } };
  const words = ["ab", "cd", "ef", "gh", "ij"].map((word) => [...word]);
  const unlike = { ...HUG, walk: { ...HUG.walk, words } };
  for (const model of [MANY, partly, inLines, unlike, { ...HUG, isCut: () => true }]) {
    assert.deepEqual(unknownWords(model), undefined);
  }
});

Deno.test("each step says what words, characters and BPE are better for", () => {
  const said = (/** @type {any} */ model, /** @type {number} */ step) =>
    betterFor(model, step, String);
  const words = "Whole words need 36 tokens, but cannot read anything new.";
  assert.deepEqual(said(HUG, 0), `${words} Characters can, in 113 tokens; BPE does no better yet.`);
  const smaller = "Of those that can: smaller vocabulary, characters (7, not 11);";
  assert.deepEqual(said(HUG, 4), `${words} ${smaller} fewer tokens, BPE (50, not 113).`);
  // Thousands of different characters, as in Chinese cut into bytes.
  const walk = { ...HUG.walk, characters: [3000, 113] };
  const both =
    "Of those that can: smaller vocabulary, BPE (11, not 3000); fewer tokens, BPE (50, not 113).";
  assert.deepEqual(said({ ...HUG, walk }, 4), `${words} ${both}`);
});

Deno.test("a corpus without words, or of one word, has a chart", () => {
  for (const walk of [[0, 0, 0], [1, 1, 1]]) {
    const [size, words, tokens] = walk;
    const model = /** @type {any} */ ({
      walk: {
        characters: [size, tokens],
        whole_words: [words, words],
        name: "BPE",
        word_total: words,
        words: words ? [["a"]] : [],
      },
      steps: 0,
      tokenCounts: [tokens],
      sizeAt: () => size,
      isCut: () => false,
      textOf: () => "a",
    });
    const { at } = tradeOff(model);
    assertClose(at(0).x, 0);
    assertClose(at(0).y, tokens ? 1 : 0);
    const said = "Whole words need 1 token, but cannot read anything new. " +
      "Characters can, in 1 token; BPE does no better yet.";
    assert.deepEqual(betterFor(model, 0, String), words ? said : "");
  }
});

/** hug ×10, pug ×5, pun ×12, bun ×4, hugs ×5: 113 characters, 36 words. */
const TOKENS = [113, 93, 77, 62, 50, 45, 40, 36];

Deno.test("the largest figure is at the top, and the last step at the right", () => {
  const { level, place } = scaled([0, 1, 2, 3, 4, 5, 6, 7], (step) => TOKENS[step], 113, 36);
  assert.deepEqual(place(0), { x: 0, y: 1 });
  assert.deepEqual(place(7), { x: 1, y: 36 / 113 });
  assert.equal(level(36), place(7).y);
});

Deno.test("words may need a larger vocabulary than any step, and a walk may have no step", () => {
  assert.equal(scaled([0, 1], (step) => 7 + step, 7, 16).place(1).y, 0.5);
  assert.deepEqual(scaled([0], () => 0, 0, 0).place(0), { x: 0, y: 0 });
});
