// The panels of a walk of merges: when a pair was first there, what an answer says, and the marks.

import assert from "node:assert/strict";
import { deepEqual as equal } from "node:assert/strict";

import {
  pairOutcome,
  timesInOne,
} from "../../../../../pages/components/stepper/merges/pair_prediction.js";
import { Fork } from "../../../../../pages/components/stepper/merges/fork.js";
import { lastBirth } from "../../../../../pages/components/stepper/merges/pairs.js";
import { exampleWord } from "../../../../../pages/components/stepper/merges/question.js";
import { placesOf } from "../../../../../pages/components/stepper/merges/merge_panels.js";
import { makeDocument } from "../../plain_document.js";

/** There from the start, 12 and then 2 times, gone at step 4, and there again from step 6 on. */
const COUNTS = /** @type {[number, number, number][]} */ ([[0, 1, 12], [1, 4, 2], [6, 9, 5]]);

Deno.test("a pair has occurred since its last birth, whatever its count became", () => {
  for (const [step, born] of [[0, 0], [3, 0], [6, 6], [8, 6]]) {
    equal(lastBirth(COUNTS, step), born);
  }
});

/** A pair's sum: how often it occurs, and for scores how often its two tokens do. */
const sum = (/** @type {number[]} */ pair, /** @type {number[]} */ tokens) => /** @type {any} */ ({
  pairs: pair,
  words: [],
  word_total: 0,
  token_counts: tokens,
});

Deno.test("a pair with the winner's score that is too rare would win under no tie rule", () => {
  const next = { left: 0, right: 1 };
  const view = sum([0, 1, 6], [12, 6]); // 1/12
  const outcome = (/** @type {any} */ chosen) =>
    pairOutcome(next, view, chosen, { min_frequency: 2 });
  equal(outcome(sum([0, 1, 6], [12, 6])), "right");
  equal(outcome(sum([2, 3, 2], [6, 4])), "tied");
  equal(outcome(sum([2, 3, 1], [3, 4])), "wrong");
});

Deno.test("where pairs cross spaces, what repeats a pair is a line and no word", () => {
  const said = [undefined, [0, 4]].map((lines) =>
    timesInOne(/** @type {any} */ ({ model: { walk: { lines } }, number: String }), 8)
  );
  equal(said, ["(× 8: 8 times in the word)", "(× 8: 8 times in the line)"]);
});

/** The example among words, of which each is left in so many pieces. @param {Record<string, number>} pieces */
function example(pieces) {
  const texts = Object.keys(pieces);
  const model = {
    walk: { words: texts.map((text) => [...text].map(() => 0)), shown: texts.length, marker: -1 },
    steps: 9,
    textOf: (/** @type {number} */ word) => texts[word],
    tokensAt: (/** @type {number} */ word) => Array(pieces[texts[word]]),
  };
  const word = exampleWord(/** @type {any} */ (model));
  return word === undefined ? word : texts[word];
}

Deno.test("the word is whole, of letters, and left in pieces; then long enough, then frequent", () => {
  for (
    const [pieces, wanted] of /** @type {[Record<string, number>, string|undefined][]} */ ([
      [{ " have": 2, "The": 1, "There": 2, "It": 1, "“Tell": 2 }, "There"],
      [{ hug: 1, pun: 1, hugs: 1 }, "hugs"],
      [{ 一个芽: 2, 一个玻璃杯: 2, 就觉得它们是渴了: 3 }, "一个玻璃杯"],
      [{ " the": 1, " harbour": 2 }, " harbour"],
      [{ a: 1, happilyhappily: 2 }, undefined],
    ])
  ) {
    equal(example(pieces), wanted);
  }
});

Deno.test("each step of a short walk has a place of its own, where the slider has it", () => {
  assert.deepEqual(placesOf([1, 1, 4, 2], 5), [
    { at: 0.2, share: 1 },
    { at: 0.8, share: 1 },
    { at: 1, share: 1 },
  ]);
});

Deno.test("a long walk has a hundred places, each of which says how many of its steps it is", () => {
  const places = placesOf([1, 20, 1_001, 5], 2_000);
  assert.deepEqual(places.map(({ share }) => share), [1, 0.25]);
  assert.ok(placesOf([1, 32_001], 32_001).length === 100);
});

Deno.test("a walk without steps has no marks", () => {
  assert.deepEqual(placesOf([], 0), []);
});

Deno.test("of two trainings, the one that ends with fewer tokens is better", () => {
  makeDocument();
  const training = (/** @type {number[]} */ ...tokenCounts) => ({
    model: { tokenCounts, steps: tokenCounts.length - 1 },
  });
  const said = (/** @type {boolean} */ isHandedIn) =>
    [8, 10, 13].map((end) => {
      const stepper = { ...training(20, 12, 10), step: 2 };
      const fork = { ...training(20, end), stepper, isHandedIn, number: String };
      const all = { ...fork, gained: Fork.prototype.gained };
      const { className, textContent } = Fork.prototype.verdict.call(/** @type {any} */ (all));
      const table = Fork.prototype.table.call(/** @type {any} */ (fork), true);
      const rows = [...table.querySelectorAll("tr")].map((row) => row.textContent);
      const fewer = [...table.querySelectorAll(".fewer")].map((cell) => cell.textContent);
      return [className, textContent, rows.slice(1), fewer];
    });
  const ends = (/** @type {number} */ end) => [`tokens at the end10${end}`, "merges in all21"];
  const now = (/** @type {number} */ end) => [`tokens at step 210${end}`, ...ends(end)];
  const better = "You beat greedy BPE.";
  const worse = "Here the greedy choice was better.";
  const even = "Both end with the same number of tokens.";
  equal(said(false), [
    ["answer fork_beats", `Tokens saved by your choice: 2. ${better}`, ends(8), ["8"]],
    ["answer fork_even", even, ends(10), []],
    ["answer fork_loses", `Tokens added by your choice: 3. ${worse}`, ends(13), ["10"]],
  ]);
  equal(said(true), [
    ["answer fork_beats", "Tokens saved by your merges: 2.", now(8), ["8", "8"]],
    ["answer fork_even", even, now(10), []],
    ["answer fork_loses", "Tokens added by your merges: 3.", now(13), ["10", "10"]],
  ]);
});
