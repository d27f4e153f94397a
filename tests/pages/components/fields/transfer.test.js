// A text of one's own on its way, as the element sees it that sends it.

import { deepEqual as equal } from "node:assert/strict";

import { handOver } from "../../../../pages/components/fields/own_text/hand_over.js";
import mount from "../../../../pages/components/fields/own_text/transfer.js";
import { Transfer } from "../../../../pages/components/fields/sending/sending.js";
import { componentOnPage, makeDocument } from "../plain_document.js";

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

Deno.test("a part is lost if a run has ended since it was sent, and it is still lacking", () => {
  const app = makeDocument().createElement("div");
  app.dataset.testid = "stApp";
  app.dataset.testConnectionState = "CONNECTED";
  document.body.append(app);
  const { setTimeout, clearTimeout } = globalThis;
  /** Sends a part while the page draws or rests; then it does so in turn, and time goes by. */
  const isLost = (/** @type {string} */ first, /** @type {string[]} */ ...then) => {
    /** @type {(() => void)|undefined} */
    let later;
    Object.assign(globalThis, {
      setTimeout: (/** @type {() => void} */ call) => later = call,
      clearTimeout: () => later = undefined,
    });
    const transfer = new Transfer({ metadata: {}, bytes: BYTES });
    let lost = false;
    app.dataset.testScriptState = first;
    transfer.go(HAS, () => {});
    for (const state of then) {
      app.dataset.testScriptState = state;
      transfer.findLost(() => lost = true);
    }
    later?.();
    Object.assign(globalThis, { setTimeout, clearTimeout });
    return lost;
  };
  equal(isLost("notRunning", "running", "notRunning"), true);
  equal(isLost("running", "notRunning"), true);
  equal(isLost("notRunning", "running"), false);
  equal(isLost("running", "notRunning", "running"), false);
});
