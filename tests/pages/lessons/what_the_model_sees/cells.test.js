import { deepEqual as equal } from "node:assert/strict";

import mount from "../../../../pages/lessons/what_the_model_sees/cells.js";
import { componentOnPage } from "../../components/plain_document.js";

Deno.test("a text can be cut before each cell but the first", () => {
  const { draw, found, told, texts } = componentOnPage(mount);
  draw({ rows: [{ name: "Text", cells: [["h", ""], ["u", "cut"], ["g", ""]] }], layout: "strip" });
  for (const cell of found(".cell")) cell.click();
  equal([told, texts(".cut")], [[["place", 1], ["place", 2]], ["u"]]);
});
