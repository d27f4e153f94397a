import { deepEqual as equal } from "node:assert/strict";

import mount from "../../../../pages/lessons/before_merges/pipeline/cuts.js";
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
  const page = componentOnPage(mount);
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
