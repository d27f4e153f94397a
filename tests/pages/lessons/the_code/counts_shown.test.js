import assert from "node:assert/strict";

import { countRows } from "../../../../pages/lessons/the_code/program_walk/shown_values.js";

/** @param {[number, number, number][]} rows */
const counts = (...rows) => ({
  dict: /** @type {any} */ (rows.map(([left, right, n]) => [{ tuple: [left, right], of: 2 }, n])),
  of: rows.length,
});

Deno.test("the table is sorted for the choice, and the first of a tie was met first", () => {
  const table = counts([0, 1, 2], [1, 2, 5], [0, 0, 5]);
  const seen = countRows(table, true).map(({ pair, isMost }) => [pair, isMost]);
  assert.deepEqual(seen.map(([pair]) => /** @type {any} */ (pair).tuple), [[1, 2], [0, 0], [0, 1]]);
  assert.deepEqual(seen.map(([, isMost]) => isMost), [true, true, false]);
});

Deno.test("while it is counted, the table stays as it is", () => {
  const table = counts([0, 1, 2], [1, 2, 5]);
  assert.deepEqual(countRows(table, false).map(({ count }) => count), [2, 5]);
  assert.deepEqual(countRows(undefined, false), []);
});
