// The fields: a text of one's own on its way, a text to encode, and a file.

import assert, { deepEqual as equal } from "node:assert/strict";

import { savedInTab } from "../../../../pages/components/browser/tab_memory.js";
import fileField from "../../../../pages/components/fields/file_field.js";
import inputText from "../../../../pages/components/fields/input_text.js";
import { HANDED_OVER, handOver, Transfer } from "../../../../pages/components/fields/sending.js";
import transfer from "../../../../pages/components/fields/own_text_transfer.js";
import { componentOnPage, makeDocument } from "../plain_document.js";

const HAS = { digest: "", session: "1", id: "", parts: 0, part_bytes: 4, state: "open" };
const BYTES = new TextEncoder().encode("hug pug");

Deno.test("a text goes part by part, and again to a session that has none, which is told so", () => {
  const { draw, told, texts } = componentOnPage(transfer);
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
  const { draw, told, press } = componentOnPage(transfer);
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

makeDocument();

/** Draws a field that sends what is typed; returns the area to type into, and all that was sent. */
function drawn() {
  const place = /** @type {any} */ (document.createElement("div"));
  /** @type {[string, unknown][]} */
  const sent = [];
  const data = { content: "hug", limit: 5, label: "Text", lang: "en" };
  inputText(
    /** @type {any} */ ({
      data,
      parentElement: { querySelector: () => place },
      setTriggerValue: (/** @type {string} */ name, /** @type {unknown} */ value) =>
        sent.push([name, value]),
    }),
  );
  const [label, message] = place.children;
  return { area: label.children[0], message, sent };
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
  const { area, message, sent } = drawn();
  const warned = ["🍜🍜🍜🍜", "pun 🍜🍜", "pun 🍜 bun"].map((typed) => {
    area.value = typed;
    area.oninput();
    area.onblur();
    return message.textContent;
  });
  assert.deepEqual(sent, [["text", "🍜🍜🍜🍜"], ["text", "pun 🍜"]]);
  const warning = "Only the first 5 characters are used.";
  assert.deepEqual(warned, ["", warning, warning]);
});

Deno.test("a file is sent if it is no larger than the limit, and again to a server that lost it", async () => {
  const { draw, found, told, texts, press } = componentOnPage(fileField);
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
  equal(savedInTab("merge-by-merge: tokenizer_file_field", () => true), sent[1]); // for a reload
  draw({ ...data, session: "2" });
  equal(told, [sent, sent]);
  draw({ ...data, session: "2", digest: "d" });
  press("button.choose");
  equal(told.at(-1), ["removed", "d"]);
  draw({ ...data, session: "2" });
  draw({ ...data, session: "3" });
  equal(told.length, 3);
});

Deno.test("a text that nobody takes is handed over again", async () => {
  makeDocument();
  const bytes = new Uint8Array([104]);
  /** @type {any[]} */
  const handed = [];
  await new Promise((done) => {
    document.addEventListener(HANDED_OVER, (/** @type {any} */ event) => {
      handed.push(event.detail);
      if (handed.length < 2) return;
      event.preventDefault();
      done(null);
    });
    handOver({ name: "a.txt" }, bytes);
  });
  equal(handed, Array(2).fill({ metadata: { name: "a.txt" }, bytes }));
});
