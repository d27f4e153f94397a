import { deepEqual as equal } from "node:assert/strict";

import mount from "../../../../pages/lessons/what_the_model_sees/cells.js";
import { componentOnPage } from "../../components/plain_document.js";

Deno.test("a text can be cut before each cell but the first", () => {
  const { draw, found, told, texts } = componentOnPage(mount);
  draw({ rows: [{ name: "Text", cells: [["h", ""], ["u", "cut"], ["g", ""]] }], layout: "strip" });
  for (const cell of found(".cell")) cell.click();
  equal([told, texts(".cut")], [[["place", 1], ["place", 2]], ["u"]]);
});

Deno.test("rows in columns end in one line", () => {
  const { draw, texts, found } = componentOnPage(mount);
  const row = (/** @type {string} */ name) => ({ name, cells: [...name].map((c) => [c, ""]) });
  draw({ rows: [row("1234"), row("56")], layout: "columns" });
  equal(texts("td"), ["1", "2", "3", "4", "", "", "5", "6"]);
  equal(found("td.cell").length, 6);
});
