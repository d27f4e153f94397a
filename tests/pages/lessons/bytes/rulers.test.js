import { deepEqual as equal } from "node:assert/strict";

import mountArriving from "../../../../pages/lessons/bytes/arriving/arriving.js";
import mountRulers from "../../../../pages/lessons/bytes/rulers/rulers.js";
import { componentOnPage } from "../../components/plain_document.js";

Deno.test("four rulers line up byte by byte, and what goes on in the next line says so", () => {
  const { draw, found, texts } = componentOnPage(mountRulers);
  found(".mount")[0].clientWidth = 36 + 6 * 34;
  const marks = [["哈", 0, 3], ["嘻", 3, 6], ["a", 6, 7]];
  draw({
    clusters: marks,
    points: marks,
    bytes: [0xe5, 0x93, 0x88, 0xe5, 0x98, 0xbb, 0x61],
    tokens: [[300, 0, 5, true], [65, 5, 7, false]],
    totals: [3, 3, 7, null],
    is_cut: true,
    lang: "en",
  });
  equal(texts(".sums li"), [
    "3 characters as people see them",
    "3 code points",
    "7 bytes in UTF-8",
  ]);
  equal(texts(".line"), ["哈嘻哈U+54C8嘻U+563BE59388E598BB30065", "aa6165"]);
  const looks = found(".cell.token").map(({ className, style }) => [className, style.gridArea]);
  equal(looks, [
    ["cell token merged", "4 / 1 / 5 / 6"],
    ["cell token goes", "4 / 6 / 5 / 7"],
    ["cell token came", "4 / 1 / 5 / 2"],
  ]);
  equal(texts(".more"), ["Only the start is drawn. The totals are for the whole text."]);
});

Deno.test("the rulers of a text begin on the side where it is read from", () => {
  for (const [letter, dir] of [["ש", "rtl"], ["é", "ltr"]]) {
    const { draw, found } = componentOnPage(mountRulers);
    found(".mount")[0].clientWidth = 36 + 6 * 34;
    const marks = [[letter, 0, 2]];
    const bytes = [...new TextEncoder().encode(letter)];
    draw({
      clusters: marks,
      points: marks,
      bytes,
      tokens: [],
      totals: [],
      is_cut: false,
      lang: "en",
    });
    equal(found(".line")[0].dir, dir);
  }
});

Deno.test("each token that arrives says what it does to two programs", () => {
  const { draw, press, texts, found } = componentOnPage(mountArriving);
  const step = (/** @type {string} */ says, /** @type {string} */ token, kept = "") => ({
    ...{ says, token, kept },
    alone: ["a", "�"],
    waiting: ["a"],
  });
  draw({
    lang: "en",
    steps: [
      step("start", ""),
      step("whole", "61"),
      step("part", "E5 93", "E5 93"),
      step("complete", "88"),
    ],
  });
  const said = [1, 2, 3, 4].map(() => {
    const [sentence] = texts(".headline");
    press("button.next");
    return sentence;
  });
  const begins = [
    "No token",
    "61 arrives: whole",
    "E5 93 arrives and ends",
    "88 arrives and compl",
  ];
  equal(said.map((sentence, i) => sentence.slice(0, begins[i].length)), begins);
  press("button.previous");
  equal(texts("td"), ["a�", "–", "a", "E5 93"]);
  equal(found(".wrong").length, 1);
});
