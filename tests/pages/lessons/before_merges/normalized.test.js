import { deepEqual as equal } from "node:assert/strict";

import mount from "../../../../pages/lessons/before_merges/pipeline/normalized.js";
import { componentOnPage } from "../../components/plain_document.js";

const CHANGES = [
  { original: "①", text: "1", change: "lost", from: "U+2460", to: "U+0031", count: 1200 },
  { original: "é", text: "e\u0301", change: "equivalent", from: "U+00E9", to: "two", count: 1 },
  { original: "\u0301", text: "", change: "lost", from: "U+0301", to: "", count: 1 },
];
const DATA = {
  names: { nfkd: "NFKD" },
  pieces: [["a", "a", "same"], ["①", "1", "lost"], ["é", "e\u0301", "equivalent"]],
  changes: CHANGES,
  verdict: "Not reversible.",
  reversible: false,
  lang: "en",
};

Deno.test("each change says what it was, what it is now, and whether it is lost", () => {
  const { draw, texts, found } = componentOnPage(mount);
  draw(DATA);
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
    const { draw, texts } = componentOnPage(mount);
    draw({ ...DATA, each: [{ name: "nfkd", changes: CHANGES, more: 4, ...one }] });
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
