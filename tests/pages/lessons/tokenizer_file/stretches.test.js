import assert from "node:assert/strict";

import { appliedIn, ruleAt } from "../../../../pages/lessons/tokenizer_file/life/rank_walk.js";
import { stretches } from "../../../../pages/lessons/tokenizer_file/tokens/token_list.js";

Deno.test("folded rows that follow each other are one stretch", () => {
  const rows = [false, true, true, false, true].map((folded, id) => ({ folded, id }));
  const found = stretches(rows).map(({ folded, items }) => [folded, items.map(({ id }) => id)]);
  assert.deepEqual(found, [[false, [0]], [true, [1, 2]], [false, [3]], [true, [4]]]);
  assert.deepEqual(stretches([]), []);
});

Deno.test("each pair of neighbours has the rule that fits it, and the applied ones are known", () => {
  const rule = (/** @type {number} */ place, chosen = false) => ({
    place,
    rank: 10 - place,
    id: place,
    spelling: "",
    chosen,
  });
  const ready = [rule(4, true), rule(1), rule(2, true)];
  assert.deepEqual(appliedIn(ready).map(({ place }) => place), [2, 4]);
  assert.equal(ruleAt(ready, 1)?.rank, 9);
  assert.equal(ruleAt(ready, 3), undefined);
});
