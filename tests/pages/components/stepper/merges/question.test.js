// The word with which a walk begins its question.

import { equal } from "node:assert/strict";

import { exampleWord } from "../../../../../pages/components/stepper/merges/question.js";

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
