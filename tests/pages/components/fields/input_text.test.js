import assert from "node:assert/strict";

import mount from "../../../../pages/components/fields/input_text.js";
import { makeDocument } from "../plain_document.js";

makeDocument();

/** Draws a field that sends what is typed; returns the area to type into, and all that was sent. */
function drawn() {
  const place = /** @type {any} */ (document.createElement("div"));
  /** @type {[string, unknown][]} */
  const sent = [];
  const data = { content: "hug", limit: 5, label: "Text", lang: "en" };
  mount(
    /** @type {any} */ ({
      data,
      parentElement: { querySelector: () => place },
      setTriggerValue: (/** @type {string} */ name, /** @type {unknown} */ value) =>
        sent.push([name, value]),
    }),
  );
  const [label] = place.children;
  return { area: label.children[0], sent };
}

Deno.test("a text is sent at once when its field is left, and then not again", () => {
  const { area, sent } = drawn();
  area.onblur();
  area.value = "pugs";
  area.oninput();
  area.onblur();
  area.onblur();
  assert.deepEqual(sent, [["text", "pugs"]]);
});

Deno.test("no more than the limit is sent, and nothing that was sent before", () => {
  const { area, sent } = drawn();
  for (const typed of ["pun 🍜🍜", "pun 🍜 bun"]) {
    area.value = typed;
    area.oninput();
    area.onblur();
  }
  assert.deepEqual(sent, [["text", "pun 🍜"]]);
});
