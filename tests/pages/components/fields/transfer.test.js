// A text of one's own on its way, as the element sees it that sends it.

import { deepEqual as equal } from "node:assert/strict";

import { handOver } from "../../../../pages/components/fields/own_text/hand_over.js";
import mount from "../../../../pages/components/fields/own_text/transfer.js";
import { componentOnPage } from "../plain_document.js";

const HAS = { digest: "", session: "1", id: "", parts: 0, part_bytes: 4, state: "open" };
const BYTES = new TextEncoder().encode("hug pug");

Deno.test("a text goes part by part, and again to a session that has none, which is told so", () => {
  const { draw, told, texts } = componentOnPage(mount);
  draw(HAS);
  handOver({ name: "a.txt" }, BYTES);
  const [[, { id, data, ...first }]] = /** @type {any[]} */ (told);
  equal([atob(data), first], ["hug ", { part: 0, name: "a.txt", size: 7 }]);
  draw({ ...HAS, id, parts: 1 });
  equal(told[1], ["part", { id, part: 1, data: btoa("pug") }]);
  equal(texts("label"), ["Sending your text: 50%"]);
  draw({ ...HAS, id, parts: 2, state: "used", digest: "d" });
  draw({ ...HAS, session: "2" });
  const { name, again } = /** @type {any} */ (told[2][1]);
  equal([told.length, name, again], [3, "a.txt", true]);
  draw({ ...HAS, session: "2" }); // which has been offered it
  equal(told.length, 3);
});

Deno.test("a text that is taken back is sent no further", () => {
  const { draw, told, press } = componentOnPage(mount);
  draw({ ...HAS, digest: "d" });
  handOver({}, BYTES);
  const { id } = /** @type {any} */ (told.at(-1))[1];
  press("button");
  const cancelled = ["part", { id, cancelled: true }];
  equal(told.at(-1), cancelled);
  draw({ ...HAS, digest: "d", id, parts: 1 });
  equal(told.at(-1), cancelled);
});
