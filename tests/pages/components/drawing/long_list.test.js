import { deepEqual as equal } from "node:assert/strict";

import { button } from "../../../../pages/components/drawing/elements.js";
import { LongList } from "../../../../pages/components/drawing/long_list.js";
import { makeDocument } from "../plain_document.js";

Deno.test("a list that is drawn again shows the row that is wanted, and keeps the focus", async () => {
  const document = makeDocument();
  const list = new LongList("Merges", (i) => button(`row ${i}`, () => {}));
  document.body.append(list.node);
  const drawn = async (/** @type {number} */ length, /** @type {number} */ wanted) => {
    list.update(length, wanted);
    await new Promise((done) => setTimeout(done));
    return /** @type {any[]} */ ([...list.node.querySelectorAll("button")])
      .map(({ textContent }) => textContent);
  };
  equal(await drawn(3, 2), ["row 0", "row 1", "row 2"]);
  list.node.querySelectorAll("button")[1].focus();
  await drawn(3, 2);
  equal(document.activeElement?.textContent, "row 1");
  const far = await drawn(1_000, 500);
  equal([far.includes("row 500"), far.length < 30], [true, true]);
});
