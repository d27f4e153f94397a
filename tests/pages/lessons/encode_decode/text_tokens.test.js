import assert from "node:assert/strict";

import { changedBetween, TokenChips } from "../../../../pages/lessons/encode_decode/text_tokens.js";

Deno.test("what an edit took away and brought, between what stayed", () => {
  const cases = /** @type {[number[], number[], [number, number, number]][]} */ ([
    [[], [], [0, 0, 0]],
    [[1, 2, 3], [1, 2, 3], [3, 0, 0]],
    [[1, 2, 3], [1, 9, 3], [1, 1, 1]],
    [[1, 2, 3], [1, 2, 3, 4], [3, 0, 1]],
    [[1, 2, 3], [2, 3], [0, 1, 0]],
    [[7, 7, 7], [7, 7], [2, 1, 0]],
    [[1, 2], [3, 4, 5], [0, 2, 3]],
  ]);
  for (const [one, other, wanted] of cases) assert.deepEqual(changedBetween(one, other), wanted);
});

Deno.test("bytes know their character, and tokens of characters need none", () => {
  const tokens = [[[0xc3], false], [[0xa9], false], ["é", false]];
  const { model } = new TokenChips(/** @type {any} */ ({ words: [], tokens }));
  assert.deepEqual(model.charactersOf([0, 1])?.map(({ char }) => char), ["é", "é"]);
  assert.equal(model.charactersOf([2]), undefined);
});
