import assert from "node:assert/strict";
import { Buffer } from "node:buffer";

import { speak, t } from "../../../../pages/components/browser/sentences.js";
import {
  hasTexts,
  keepInTab,
  savedInTab,
} from "../../../../pages/components/browser/tab_memory.js";
import { base64, bytesOf, wellFormed } from "../../../../pages/components/browser/text.js";
import { savedRoom } from "../../../../pages/components/rooms/teacher/room_wire.js";
import { Answers } from "../../../../pages/components/stepper/walking/turn.js";

Deno.test("each half character is replaced and counted", () => {
  const cases = /** @type {[string, string, number][]} */ ([
    ["hug 😀", "hug 😀", 0],
    ["\ud83d", "\ufffd", 1],
    ["\ude00\ud83d", "\ufffd\ufffd", 2],
    ["a\ud83d😀b", "a\ufffd😀b", 1],
    ["", "", 0],
  ]);
  for (const [text, whole, replaced] of cases) {
    assert.deepEqual(wellFormed(text), { whole, replaced });
    assert.equal(whole, text.toWellFormed());
  }
});

Deno.test("bytes come back as they went, many of them too", () => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, i) => (i * 7919) % 256);
  assert.deepEqual(bytesOf(base64(bytes)), bytes);
  assert.equal(base64(new TextEncoder().encode("hug")), "aHVn"); // RFC 4648
});

Deno.test("bytes are written alike where a browser cannot do it at once", () => {
  for (const length of [0, 1, 2, 3, 100_000]) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 7919) % 256);
    const expected = Buffer.from(bytes).toString("base64");
    assert.equal(base64(bytes), expected);
    Object.defineProperty(bytes, "toBase64", { value: undefined });
    assert.equal(base64(bytes), expected);
  }
});

/** Values that another version, or somebody else, may have left under a name. */
const STRANGE = ["null", "", "{", "[]", "[null]", "7", '"text"', "true", "{}", '{"walk": null}'];

/** @param {any} value */
const isFile = (value) => hasTexts(value, "name", "file");

Deno.test("a value of another form counts as nothing kept", () => {
  for (const left of [...STRANGE, '{"name": 1, "file": "x"}']) {
    sessionStorage.setItem("file", left);
    assert.equal(savedInTab("file", isFile), null, left);
  }
  keepInTab("file", { name: "a", file: "b" });
  assert.deepEqual(savedInTab("file", isFile), { name: "a", file: "b" });
});

Deno.test("a value for which there is no room leaves nothing of an older one", () => {
  keepInTab("text", "short");
  keepInTab("text", "x".repeat(30_000_000));
  assert.equal(savedInTab("text", () => true), null);
});

Deno.test("strange answers are no answers, and those of other walks stay", () => {
  const answer = { step: 1, pick: [1, 2], outcome: "right", hints: 0 };
  const strange = [null, 7, {}, { ...answer, pick: null }, { ...answer, outcome: "maybe" }];
  for (const left of [...STRANGE, JSON.stringify({ walk: strange })]) {
    sessionStorage.setItem("merge-by-merge-predictions", left);
    assert.equal(new Answers("walk").score().total, 0, left);
  }
  sessionStorage.setItem("merge-by-merge-predictions", JSON.stringify({ walk: [answer, null] }));
  new Answers("other").add({ ...answer, step: 0, outcome: "right" });
  assert.equal(new Answers("walk").score().right, 1);
});

Deno.test("a strange room is no room", () => {
  for (const left of STRANGE) {
    sessionStorage.setItem("merge-by-merge.room", left);
    assert.equal(savedRoom(), null, left);
  }
});

Deno.test("what has no translation is said in English, with its values", () => {
  speak({ "Step {k}": "第 {k} 步" });
  assert.equal(t("Step {k}", { k: 3 }), "第 3 步");
  assert.equal(t("{n} of {n}", { n: 2 }), "2 of 2");
  speak();
  assert.equal(t("Step {k}", { k: 3 }), "Step 3");
});

Deno.test("a value is put in as it is, and a place without one stays for a node", () => {
  assert.equal(t("{a} {b} {c} {n}", { a: "{b}", b: "$&", n: 0 }), "{b} $& {c} 0");
  assert.equal(t("{token}"), "{token}");
});
