import assert from "node:assert/strict";

import { inOrder } from "../../../../pages/lessons/inside_vocabulary/life/replay.js";
import { stretches } from "../../../../pages/lessons/inside_vocabulary/tokens/stretches.js";

Deno.test("folded rows that follow each other are one stretch", () => {
  const rows = [false, true, true, false, true].map((folded, id) => ({ folded, id }));
  const found = stretches(rows).map(({ folded, items }) => [folded, items.map(({ id }) => id)]);
  assert.deepEqual(found, [[false, [0]], [true, [1, 2]], [false, [3]], [true, [4]]]);
  assert.deepEqual(stretches([]), []);
});

Deno.test("the rule that is applied comes first, then those of lower rank", () => {
  const rule = (/** @type {number} */ rank, chosen = false) => ({
    place: 0,
    rank,
    id: rank,
    spelling: "",
    chosen,
  });
  const ranks = inOrder([rule(9), rule(7), rule(3, true), rule(8)]).map(({ rank }) => rank);
  assert.deepEqual(ranks, [3, 7, 8, 9]);
});
