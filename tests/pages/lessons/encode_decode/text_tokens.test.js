import assert from "node:assert/strict";

import { makeDocument } from "../../components/plain_document.js";
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

Deno.test("bytes say which part of which character of their row they are", () => {
  makeDocument();
  const tokens = [[[0xc3], false], [[0xa9], false], ["ab", false]];
  const chips = new TokenChips(/** @type {any} */ ({ words: [], tokens }));
  const shown = chips.row([2, 0, 1]).map(({ textContent }) => textContent);
  assert.deepEqual(shown, ["ab", "é 1/2C3", "é 2/2A9"]);
});
