import { deepEqual as equal } from "node:assert/strict";

import { TokenViews } from "../../../../pages/components/vocabularies/token_views.js";
import { makeDocument } from "../plain_document.js";

Deno.test("a token of a file is drawn by its text or its bytes, and has the file's id", () => {
  makeDocument();
  const tokens = [{ id: 300, bytes: "6875" }, { id: 7, bytes: "", spelling: "g" }, "?"];
  const chips = new TokenViews(/** @type {any} */ (tokens)).all();
  equal(chips.map(({ textContent }) => textContent), ["hu", "g", "?"]);
  equal(chips.map(({ dataset }) => dataset.id), ["300", "7", ""]);
});
