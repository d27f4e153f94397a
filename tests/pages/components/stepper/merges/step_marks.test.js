import assert from "node:assert/strict";

import { placesOf } from "../../../../../pages/components/stepper/merges/step_marks.js";

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
