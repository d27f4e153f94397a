import assert from "node:assert/strict";
import { Buffer } from "node:buffer";

import { base64, bytesOf, wellFormed } from "../../../../pages/components/browser/text.js";

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
