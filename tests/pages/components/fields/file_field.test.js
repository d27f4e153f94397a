import { deepEqual as equal } from "node:assert/strict";

import mount from "../../../../pages/components/fields/file_field.js";
import { componentOnPage } from "../plain_document.js";

Deno.test("a file is sent if it is no larger than the limit, and again to a server that lost it", async () => {
  const { draw, found, told, texts, press } = componentOnPage(mount);
  const data = { digest: "", session: "1", lang: "en", limit: 3 };
  draw(data);
  const choose = async (/** @type {string} */ text) => {
    const arrayBuffer = () => new TextEncoder().encode(text).buffer;
    const input = found("input")[0];
    Object.assign(input, { files: [{ name: "merges.txt", size: text.length, arrayBuffer }] });
    await input.onchange();
  };
  await choose("h ug");
  equal([told, texts(".message")], [[], ["This file has 4 bytes; the limit is 3."]]);
  await choose("h u");
  const sent = ["sent", { name: "merges.txt", file: btoa("h u") }];
  equal([told, texts(".message")], [[sent], [""]]);
  draw({ ...data, digest: "d" });
  draw({ ...data, session: "2" });
  equal(told, [sent, sent]);
  draw({ ...data, session: "2", digest: "d" });
  press("button.choose");
  equal(told.at(-1), ["removed", "d"]);
  draw({ ...data, session: "2" });
  draw({ ...data, session: "3" });
  equal(told.length, 3);
});
