import assert from "node:assert/strict";

import { changedBetween } from "../../../../pages/lessons/encode_decode/encoder/text_tokens.js";

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
