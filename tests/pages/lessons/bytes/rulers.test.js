import { deepEqual as equal } from "node:assert/strict";

import mountArriving from "../../../../pages/lessons/bytes/arriving.js";
import mountAlphabet from "../../../../pages/lessons/bytes/alphabet.js";
import mountRulers from "../../../../pages/lessons/bytes/rulers.js";
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

Deno.test("each byte says what it is in UTF-8, what is written for it, and how often it occurs", () => {
  const { document, draw, found, texts } = componentOnPage(mountAlphabet);
  const used = Array(256).fill(0);
  [used[0x61], used[0xe5]] = [1, 1200];
  const moved = Array.from({ length: 256 }, (_, byte) => byte < 33 ? byte : -1);
  const characters = Array.from(
    { length: 256 },
    (_, byte) => String.fromCodePoint(byte < 33 ? 256 + byte : byte),
  );
  const listed = [{ text: "哈", points: ["U+54C8"], bytes: [0xe5, 0x93], more: 1 }];
  draw({ characters, moved, used, listed, spelled: "åĵĪ", lang: "en" });
  const said = [0x61, 0x20, 0xe5, 0x93, 0xc0].map((byte) => {
    found(".alphabet button")[byte].focus();
    return texts(".about")[0];
  });
  const roles = [
    ...["is a whole character: ASCII", "is a whole character: ASCII"],
    ...["begins a character of 3 bytes", "continues a character", "never occurs"],
  ];
  const times = ["occurs once", "does not occur", "occurs 1,200 times"];
  said.forEach((about, i) => {
    const end = `In UTF-8 it ${roles[i]}. It ${times[i] ?? times[1]} in your text.`;
    equal(about.slice(-end.length), end);
  });
  equal(
    said[0].startsWith("Byte 61 is 97, and character 97 of Unicode can be displayed: a."),
    true,
  );
  equal(said[1].includes("character 256 + 32 = 288, which is U+0120: Ġ."), true);
  equal(texts("td"), ["哈", "U+54C8", "E5 93 and 1 more", "å\x93"]);
  equal(texts("p").at(-1), "So other tools show the start of your text as åĵĪ");
  document.activeElement.dispatchEvent({ type: "keydown", init: { key: "ArrowLeft" } });
  equal([document.activeElement.ariaLabel, found(".used").length], ["Byte BF: ¿", 2]);
});
