// A value kept in a tab is only used if this version could have written it.

import assert from "node:assert/strict";

import {
  hasTexts,
  keepInTab,
  savedInTab,
} from "../../../../pages/components/browser/tab_memory.js";
import { savedRoom } from "../../../../pages/components/rooms/teacher/room_wire.js";
import { Answers } from "../../../../pages/components/stepper/walking/answers.js";

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
