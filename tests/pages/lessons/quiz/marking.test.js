import assert from "node:assert/strict";

import { AnswerSheet } from "../../../../pages/lessons/quiz/rounds/marking.js";

/**
 * Questions, given by the number of choices and the position of the right one.
 * @param {...[number, number]} each
 */
const questions = (...each) =>
  each.map(([choices, right]) => ({
    ask: "",
    why: "",
    facts: {},
    choices: Array.from({ length: choices }, (_, i) => ({ value: i })),
    right,
    step: null,
    words: [],
    rules: [],
  }));

Deno.test("an empty sheet is open, and nothing on it is right", () => {
  const sheet = new AnswerSheet(questions([4, 0], [3, 2]), "");
  assert.equal(sheet.written, "--");
  assert.deepEqual([sheet.firstOpen, sheet.openTotal, sheet.rightTotal], [0, 2, 0]);
});

Deno.test("answers are marked by the place of the right choice", () => {
  const sheet = new AnswerSheet(questions([4, 0], [3, 2], [4, 3]), "01-");
  assert.deepEqual([0, 1, 2].map((place) => sheet.isRight(place)), [true, false, false]);
  assert.deepEqual([0, 1, 2].map((place) => sheet.isOpen(place)), [false, false, true]);
  sheet.choose(1, 2);
  sheet.choose(2, 3);
  assert.deepEqual([sheet.written, sheet.rightTotal, sheet.firstOpen], ["023", 3, -1]);
  sheet.clear();
  assert.equal(sheet.written, "---");
});

Deno.test("what a link says beside the choices is no answer", () => {
  for (const given of ["9", "x", " ", "", "-"]) {
    assert.equal(new AnswerSheet(questions([4, 1]), given).written, "-");
  }
});
