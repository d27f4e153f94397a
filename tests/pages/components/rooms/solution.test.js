import { deepEqual as equal } from "node:assert/strict";

import { solutionOf, whatHasChanged } from "../../../../pages/components/rooms/phone/solution.js";
import { makeDocument } from "../plain_document.js";

/** @param {(Node|string)[]} nodes */
const read = (nodes) =>
  nodes.map((node) => (typeof node === "string" ? node : node.textContent)).join("");

Deno.test("what decides about a choice is worked out: a sum, a score, a cost, a rule", () => {
  makeDocument();
  equal(
    [
      { count: 1020, words: [["hug", 2, 10], ["hugs", 1, 1000]], more: 3 },
      { count: 5, tokens: [20, 5] },
      { cost: 0.5 },
      { rule: 7 },
      { rule: null },
    ].map((worked) => read(solutionOf(/** @type {any} */ (worked)))),
    [
      "hug\u00a010 × 2 + hugs\u00a01,000 + more words (3) = 1,020",
      "score = 5 / (20 × 5) = 0.05",
      "costs 0.5",
      "rule 7",
      "",
    ],
  );
});

Deno.test("a count that has become less says since which merge", () => {
  makeDocument();
  const worked = /** @type {any} */ ({ count: 12, was: 17, since: [1, ["u", "g"]] });
  equal(read(whatHasChanged(worked)), "17 at the start; since step 1 merged u + g, 12.");
  equal(whatHasChanged({ count: 12 }), []);
});
