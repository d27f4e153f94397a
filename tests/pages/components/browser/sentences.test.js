import assert from "node:assert/strict";

import { speak, t } from "../../../../pages/components/browser/sentences.js";

Deno.test("what has no translation is said in English, with its values", () => {
  speak({ "Step {k}": "第 {k} 步" });
  assert.equal(t("Step {k}", { k: 3 }), "第 3 步");
  assert.equal(t("{n} of {n}", { n: 2 }), "2 of 2");
  speak();
  assert.equal(t("Step {k}", { k: 3 }), "Step 3");
});

Deno.test("a value is put in as it is, and a place without one stays for a node", () => {
  assert.equal(t("{a} {b} {c}", { a: "{b}", b: "$&" }), "{b} $& {c}");
  assert.equal(t("{token}"), "{token}");
});
