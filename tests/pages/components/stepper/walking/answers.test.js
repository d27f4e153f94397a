import assert from "node:assert/strict";

import { Answers } from "../../../../../pages/components/stepper/walking/answers.js";

/**
 * @import { Outcome } from "../../../../../pages/components/stepper/walking/answers.js"
 */

/**
 * Answers to the steps from 0 onwards: outcome and hints.
 * @param {string} key @param {[Outcome, number][]} given
 */
function answered(key, ...given) {
  const answers = new Answers(key);
  given.forEach(([outcome, hints], step) => answers.add({ step, pick: [1, 2], outcome, hints }));
  return answers;
}

Deno.test("the score counts answers, right ones, those without a hint, and the last row", () => {
  sessionStorage.clear();
  assert.deepEqual(answered("none").score(), { total: 0, right: 0, alone: 0, streak: 0 });
  const answers = answered("a", ["right", 0], ["wrong", 0], ["tied", 1], ["right", 0]);
  assert.deepEqual(answers.score(), { total: 4, right: 3, alone: 2, streak: 2 });
});

Deno.test("what was shown is not asked, and ends a row", () => {
  sessionStorage.clear();
  const answers = answered("a", ["right", 0], ["shown", 3], ["right", 0]);
  assert.deepEqual(answers.score(), { total: 2, right: 2, alone: 2, streak: 1 });
});

Deno.test("answers outlive what shows them, each walk has its own, and they can be cleared", () => {
  sessionStorage.clear();
  answered("a", ["right", 0]);
  answered("b", ["wrong", 0], ["wrong", 0]);
  assert.deepEqual([...new Answers("a").bySteps.keys()], [0]);
  assert.deepEqual([...new Answers("b").bySteps.keys()], [0, 1]);
  new Answers("a").clear();
  assert.equal(new Answers("a").bySteps.size, 0);
  assert.equal(new Answers("b").bySteps.size, 2);
});

Deno.test("of many walks the ones answered last are kept", () => {
  sessionStorage.clear();
  for (let i = 0; i < 25; i++) answered(`walk ${i}`, ["right", 0]);
  const kept = Array.from({ length: 25 }, (_, i) => new Answers(`walk ${i}`).bySteps.size);
  assert.deepEqual(kept, [...Array(5).fill(0), ...Array(20).fill(1)]);
});
