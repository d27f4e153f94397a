import { deepEqual as equal } from "node:assert/strict";

import mount from "../../../../pages/components/charts/chart_menu.js";
import { componentOnPage } from "../plain_document.js";

const CHART = {
  ...{ within: "chart", name: "Tokens", words: "From 9 to 3." },
  columns: ["step", "Tokens"],
  rows: [["0", "9"], ["1", "3"]],
};

Deno.test("the sheet of a chart has its words and figures; Escape closes it and keeps the focus", () => {
  const { document, draw, press, texts, found } = componentOnPage(mount);
  draw(CHART);
  const button = found("button.more")[0];
  equal(texts(".sheet")[0], "");
  press("button.more");
  equal([texts(".words"), texts("td")], [["From 9 to 3."], ["9", "3"]]);
  found(".figures")[0].focus();
  document.activeElement.dispatchEvent({
    type: "keydown",
    init: { key: "Escape" },
  });
  equal([button.getAttribute("aria-expanded"), found(".sheet")[0].hidden], ["false", true]);
  equal(document.activeElement, button);
});
