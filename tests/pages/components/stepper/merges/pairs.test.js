// Since when a pair that is pointed at has occurred.

import { equal } from "node:assert/strict";

import { lastBirth } from "../../../../../pages/components/stepper/merges/pairs.js";

/** There from the start, 12 and then 2 times, gone at step 4, and there again from step 6 on. */
const COUNTS = /** @type {[number, number, number][]} */ ([[0, 1, 12], [1, 4, 2], [6, 9, 5]]);

Deno.test("a pair has occurred since its last birth, whatever its count became", () => {
  for (const [step, born] of [[0, 0], [3, 0], [6, 6], [8, 6]]) {
    equal(lastBirth(COUNTS, step), born);
  }
});
