import assert, { deepEqual as equal } from "node:assert/strict";

import { TokenViews } from "../../../../pages/components/vocabularies/token_views.js";
import mount from "../../../../pages/components/vocabularies/tokenizer_upload.js";
import { expired } from "../../../../pages/components/vocabularies/saved_files.js";
import { componentOnPage, makeDocument } from "../plain_document.js";

const HAS = {
  ...{ held: [], lacking: [], opening: false, digest: "", limit: 8, lang: "en" },
  ...{ session: "1", id: "", parts: 0, part_bytes: 100, state: "open" },
};
const file = (/** @type {string} */ name, /** @type {string} */ text) => ({
  name,
  size: text.length,
  arrayBuffer: () => new TextEncoder().encode(text).buffer,
});

Deno.test("files go as one, which says where the first ends; too many, or too large ones, do not", async () => {
  const { draw, told, found, texts } = componentOnPage(mount);
  draw(HAS);
  const choose = async (/** @type {any[]} */ ...files) => {
    const input = found("input[type=file]")[0];
    input.files = files;
    await input.onchange();
    for (let i = 0; i < 20; i++) await new Promise((done) => setTimeout(done));
    return texts(".message")[0];
  };
  equal(await choose(file("a", "123456789")), "This file has 9 bytes; the limit is 8.");
  const many = [file("a", "1"), file("b", "2"), file("c", "3")];
  equal(await choose(...many), "Choose one file, or vocab.json and merges.txt together.");
  equal(told.length, 0);
  equal(await choose(file("vocab.json", "123"), file("merges.txt", "45678")), "");
  const { name, packed, whole, first, data } = /** @type {any} */ (told[0][1]);
  equal([name, whole, first], ["vocab.json + merges.txt", 8, 3]);
  equal([packed, atob(data)], [false, "12345678"]);
});

const HOUR = 60 * 60 * 1000;
const there = { now: 30 * HOUR, tab: "mine", digests: ["used"], tabs: new Set(["mine", "other"]) };

Deno.test("a file is kept while its tab is there and uses it, for a day", () => {
  assert(!expired(["mine", "used", 29 * HOUR], there));
  assert(!expired(["other", "whatever", 29 * HOUR], there));
  assert(expired(["mine", "no longer used", 29 * HOUR], there));
  assert(expired(["ended", "used", 29 * HOUR], there));
  assert(expired(["mine", "used", 6 * HOUR], there));
});

Deno.test("where nobody tells which tabs are there, a day decides", () => {
  assert(!expired(["ended", "used", 29 * HOUR], { ...there, tabs: undefined }));
  assert(expired(["ended", "used", 6 * HOUR], { ...there, tabs: undefined }));
});

Deno.test("a token of a file is drawn by its text or its bytes, and has the file's id", () => {
  makeDocument();
  const tokens = [{ id: 300, bytes: "6875" }, { id: 7, bytes: "", spelling: "g" }, "?"];
  const chips = new TokenViews(/** @type {any} */ (tokens)).all();
  equal(chips.map(({ textContent }) => textContent), ["hu", "g", "?"]);
  equal(chips.map(({ dataset }) => dataset.id), ["300", "7", ""]);
});
