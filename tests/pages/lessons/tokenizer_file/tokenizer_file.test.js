import assert from "node:assert/strict";

import { partingOf } from "../../../../pages/lessons/tokenizer_file/overlay.js";

/** Tokens that end at these bytes. @param {number[]} ends @returns {[number, number][]} */
const ending = (...ends) => ends.map((end, i) => [ends[i - 1] ?? 0, end]);

Deno.test("a place where two cuts part is a stretch between borders that both have", () => {
  const cases = /** @type {[number[], number[], number, number, boolean[]][]} */ ([
    [[3, 5], [3, 5], 0, 5, [false, false]],
    [[4, 5, 7], [2, 4, 5, 6, 7], 2, 1, [true, false, true]],
    [[2, 4], [1, 2, 3, 4], 2, 0, [true, true]],
    [[2, 4], [1, 3, 4], 1, 0, [true, true]], // they cross each other
    [[2, 2], [2], 0, 2, [false, false]], // a token of no byte
  ]);
  for (const [one, other, places, same, parted] of cases) {
    const [there, back] = [[one, other], [other, one]].map(([a, b]) =>
      partingOf(ending(...a), ending(...b))
    );
    assert.deepEqual([there.places, there.same, there.one, back.other], [
      ...[places, same, parted, parted],
    ]);
  }
});
