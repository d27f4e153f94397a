import { deepEqual as equal } from "node:assert/strict";

import mount from "../../../../pages/components/tokens/token_rows/token_rows.js";
import { componentOnPage } from "../plain_document.js";

const ROW = {
  ...{ name: "BPE", remark: "3 tokens", cells: [1, 1], bars: [[1, "50%"], [2, "100%"]] },
  chips: [["h", false], ["ug", false], ["<unk>", true]],
  words: [[0, 1], [2]],
  ...{ text: "hug?", last: "hug�", compared: "bpe" },
};

const drawn = (/** @type {any} */ more) => {
  const page = componentOnPage(mount);
  page.draw({ rows: [ROW], columns: [], layout: "panels", lang: "en", ...more });
  return page;
};

Deno.test("a row has its name, its remark, its texts and its tokens, unknown ones marked", () => {
  const { texts } = drawn({});
  equal([texts("h2"), texts(".remark")], [["BPE"], ["3 tokens"]]);
  equal([texts(".literal"), texts(".last")], [["hug?"], ["hug�"]]);
  equal([texts(".chip"), texts(".unknown")], [["h", "ug", "<unk>"], ["<unk>"]]);
});

Deno.test("a table has its words in their cells, and bars on one scale", () => {
  const { texts, found } = drawn({ columns: ["", "one", "other", "last", "a", "b"] });
  equal(texts("td"), ["hug ", "<unk> 3 tokens", "hug�", "50%", "100%"]);
  equal(found(".bar").map(({ style }) => style.width), ["50%", "100%"]);
  equal(found("td").map(({ dataset }) => dataset.column), ["one", "other", "last", "a", "b"]);
});
