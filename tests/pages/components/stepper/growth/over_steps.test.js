// Where each step, characters and whole words are on the charts over the steps.

import assert from "node:assert/strict";

import { scaled } from "../../../../../pages/components/stepper/growth/over_steps.js";

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
