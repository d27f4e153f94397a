import { deepEqual as equal } from "node:assert/strict";

import mount from "../../../../pages/components/vocabularies/tokenizer_upload/file_field.js";
import { componentOnPage } from "../plain_document.js";

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
