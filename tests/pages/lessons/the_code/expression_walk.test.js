import { deepEqual as equal } from "node:assert/strict";

import mount from "../../../../pages/lessons/the_code/expression_walk/expression_walk.js";
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
