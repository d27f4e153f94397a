import { deepEqual as equal } from "node:assert/strict";

import cuts from "../../../../pages/lessons/before_merges/cuts.js";
import normalized from "../../../../pages/lessons/before_merges/normalized.js";
import patterns from "../../../../pages/lessons/before_merges/patterns.js";
import { componentOnPage } from "../../components/plain_document.js";

/** "ab, c" in two ways; of the last, the comma and the space are in no word. */
const DATA = {
  original: "ab, c",
  cuts: [
    {
      name: "gpt2",
      parts: [["ab", 0, 2], [",", 2, 3], ["Ġc", 3, 5]],
      more: 2,
      words: 3,
      dropped: 0,
    },
    {
      name: "own",
      parts: [["ab", 0, 2], [", ", 2, 4, true], ["c", 4, 5]],
      more: 0,
      words: 2,
      dropped: 2,
    },
  ],
  names: { gpt2: "GPT-2" },
  in_use: "gpt2",
  first: ["gpt2"],
  pattern: "\\w+",
  numbers: ["7,481"],
  number_words: [[["7", ",", "481"]]],
  lang: "en",
};

function drawn() {
  const page = componentOnPage(cuts);
  page.draw(DATA);
  return page;
}

Deno.test("each way says how many words there are, what is lost and where", () => {
  const { texts } = drawn();
  equal(texts(".cutting h3"), ["GPT-2used for training", "your own pattern"]);
  equal(texts(".said"), [
    "3 wordsloses nothing",
    "2 wordsin no word: 2 charactersYour pattern drops text at: 2–4 ,␣",
  ]);
  equal(texts(".parts .more"), ["and 2 more parts"]);
  equal(texts("td .chip"), ["7", ",", "481"]);
});

Deno.test("a part that is pointed at is found in the text, counted from 1", () => {
  const { found, texts } = drawn();
  const places = found(".parts .chip").map((chip) => {
    chip.focus();
    return [...texts(".place"), texts(".characters .pointed").join("")];
  });
  equal(places, [
    ["ab: characters 1 to 2 of your text", "ab"],
    [",: character 3 of your text", ","],
    ["Ġc: characters 4 to 5 of your text", "␣c"],
    ["ab: characters 1 to 2 of your text", "ab"],
    [",␣: in no word, characters 3 to 4 of your text", ",␣"],
    ["c: character 5 of your text", "c"],
  ]);
  equal(texts(".ring"), ["c"]);
});

Deno.test("arrows walk along a row, and a drawing once more keeps what was typed and opened", () => {
  const { document, draw, found, parentElement } = drawn();
  const press = (/** @type {string} */ key) =>
    document.activeElement.dispatchEvent({ type: "keydown", init: { key } });
  found(".parts .chip")[0].focus();
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft"]) press(key);
  equal(document.activeElement.textContent, ",");
  found("form.own input")[0].value = "x";
  found("details")[0].open = true;
  found("input[type=checkbox]")[0].click();
  draw({ ...DATA, in_use: "own" });
  equal(found("form.own input")[0].value, "x");
  equal(found("details").map(({ open }) => open), [true, false]);
  equal([found("input[type=checkbox]")[0].checked, found(".show-places").length], [true, 1]);
  equal(parentElement.querySelectorAll(".in-use").length, 1);
});

Deno.test("the learner's pattern is sent", () => {
  const { found, press, told } = drawn();
  found("form.own input")[0].value = "\\d";
  press("form.own button");
  equal(told, [["pattern", "\\d"]]);
});

const CHANGES = [
  { original: "①", text: "1", change: "lost", from: "U+2460", to: "U+0031", count: 1200 },
  { original: "é", text: "e\u0301", change: "equivalent", from: "U+00E9", to: "two", count: 1 },
  { original: "\u0301", text: "", change: "lost", from: "U+0301", to: "", count: 1 },
];
const RULES = {
  names: { nfkd: "NFKD" },
  pieces: [["a", "a", "same"], ["①", "1", "lost"], ["é", "e\u0301", "equivalent"]],
  changes: CHANGES,
  verdict: "Not reversible.",
  reversible: false,
  lang: "en",
};

Deno.test("each change says what it was, what it is now, and whether it is lost", () => {
  const { draw, texts, found } = componentOnPage(normalized);
  draw(RULES);
  equal(texts(".normalized .before"), ["①", "é"]);
  equal(found(".change").map(({ title }) => title), [
    "you wrote: ① · result: 1 · lost",
    "you wrote: é · result: e\u0301 · written differently",
  ]);
  equal(texts("td.kind"), ["× lost", "≈ written differently", "× lost"]);
  equal(texts("td.count"), ["1,200", "1", "1"]);
  equal(texts("td small"), ["U+2460", "U+0031", "U+00E9", "two", "U+0301", ""]);
  equal(texts(".verdict"), ["× Not reversible."]);
});

Deno.test("each normalization by itself says whether it can be taken back, and how", () => {
  const said = [
    { lost: 2, equivalent: 1, way: null },
    { lost: 1, equivalent: 0, way: null },
    { lost: 0, equivalent: 0, way: "" },
    { lost: 0, equivalent: 1, way: "nfc" },
    { lost: 0, equivalent: 1, way: null },
  ].map((one) => {
    const { draw, texts } = componentOnPage(normalized);
    draw({ ...RULES, each: [{ name: "nfkd", changes: CHANGES, more: 4, ...one }] });
    equal([texts("h3"), texts(".more")], [["NFKD"], ["and 4 more"]]);
    return texts(".said")[0];
  });
  equal(said, [
    "not reversible: lost 2 times",
    "not reversible: lost once",
    "changes nothing here",
    "reversible here, with NFC",
    "the same text for Unicode, but not byte for byte",
  ]);
});

Deno.test("another pattern has no alternative chosen, and the same one puts it back", () => {
  const { draw, found, press } = componentOnPage(patterns);
  const pieces = [["a", 0, false], ["!", 1, false]];
  const pattern = {
    used_by: "",
    alternatives: [["a", "", 1], ["!", "", 1]],
    pieces,
    cuts: 0,
    more: 0,
  };
  draw({ patterns: ["one", "other"].map((name) => ({ ...pattern, name })), lang: "en" });
  const marked = () => [
    found(".alternative[aria-pressed=true]").length,
    found(".chip.other").map(({ textContent }) => textContent),
  ];
  press(".alternative", 0);
  equal(marked(), [1, ["!2"]]);
  press(".pattern button", 1);
  equal(marked(), [0, []]);
  press(".alternative", 1);
  press(".alternative", 1);
  equal(marked(), [0, []]);
});
