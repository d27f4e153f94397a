import assert from "node:assert/strict";
import { deepEqual as equal } from "node:assert/strict";

import mount from "../../../../pages/lessons/the_code/expression_walk.js";
import { countRows } from "../../../../pages/lessons/the_code/recorded_run.js";
import { componentOnPage } from "../../components/plain_document.js";

const WORD = [["5", "0", "%"], true];
const step = (/** @type {string} */ says, pair = ["5", "0"], ended = "") => ({
  says,
  pair,
  ended,
  words: [[WORD, [["50", "%"], false], ended ? null : WORD]],
});

Deno.test("each step says which program goes wrong and why, and marks what it has made", () => {
  const page = componentOnPage(mount);
  const { texts, press, draw, found } = page;
  const kinds = ["agrees", "replaced", "expression"];
  const steps = [
    step("start", []),
    ...kinds.map((each) => step(each)),
    step("ended", ["5"], "bad escape"),
  ];
  draw({ lang: "en", steps });
  const said = steps.map(() => {
    const [sentence] = texts(".headline");
    press("button.next");
    return sentence;
  });
  const begins = [
    "Before the first merge",
    "Merge 5 + 0: this goes as in the textbook's program.",
    "Merge 5 + 0: str.replace finds it inside a longer token",
    "Merge 5 + 0: the expression, too, finds it inside a token",
    "Merge 5: a backslash has a meaning o",
  ];
  equal(said.map((sentence, i) => sentence.slice(0, begins[i].length)), begins);
  equal(said[4].endsWith("ends with an error: bad escape"), true);
  equal(texts("tbody td"), ["50% ✓", "50% ≠", "–"]);
  equal(found("td.wrong").length, 2);
});

Deno.test("a walk in another language keeps the focus of whoever steps with keys", () => {
  const { document, draw, found } = componentOnPage(mount);
  const steps = [step("start", []), step("agrees")];
  draw({ lang: "en", steps });
  found("button.next")[0].focus();
  draw({ lang: "zh", steps });
  equal(document.activeElement.className, "next");
});

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
