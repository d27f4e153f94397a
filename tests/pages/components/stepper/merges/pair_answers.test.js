import { deepEqual as equal } from "node:assert/strict";

import {
  pairOutcome,
  timesInOne,
} from "../../../../../pages/components/stepper/merges/pair_answers.js";

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
