import assert from "node:assert/strict";

import {
  codePoint,
  direction,
  sequenceLength,
  shortWord,
  visible,
} from "../../../../pages/components/tokens/spelling.js";

Deno.test("what has no shape of its own is shown by a sign or its code point", () => {
  const cases = [
    ["hug", "hug"],
    [" \n\t\r\u3000", "␣↵⇥␍␣"],
    ["\u00a0", "⟨U+00A0⟩"],
    ["\u202e", "⟨U+202E⟩"], // reverses the direction of what follows
    ["\u0000", "⟨U+0000⟩"],
    ["\ud800", "⟨U+D800⟩"],
    ["\u{e000}", "⟨U+E000⟩"],
    ["a\u200db", "a⟨U+200D⟩b"],
    ["a\ufe0f", "a⟨U+FE0F⟩"], // a variation selector that varies nothing
    ["\u3164", "⟨U+3164⟩"], // a filler, as wide as a letter
    ["哈", "哈"],
  ];
  for (const [text, shown] of cases) assert.equal(visible(text), shown);
});

Deno.test("joiners inside an emoji stay, and a flag's tags", () => {
  const family = "👩\u200d👩\u200d👧";
  const scotland = "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}";
  for (const emoji of [family, scotland, "👍🏽", "❤\ufe0f", "1\ufe0f\u20e3"]) {
    assert.equal(visible(emoji), emoji);
  }
});

Deno.test("tokens stand from the right where most letters do, and numbers never", () => {
  const cases = [
    ["الكلمات", "rtl"],
    ["Ġשלום", "rtl"], // after the letter that GPT-2 has for a space
    ["١٢٣", "ltr"],
    ["BPE בעברית שלום", "rtl"],
    ["Shalom is שלום", "ltr"],
    ["، 12", "ltr"],
  ];
  for (const [text, way] of cases) assert.equal(direction(text), way, text);
});

Deno.test("a combining mark that opens a token is on a dotted circle", () => {
  assert.equal(visible("\u0301a"), "◌\u0301a");
  assert.equal(visible("e\u0301"), "e\u0301");
});

Deno.test("a long word is cut after whole characters", () => {
  assert.equal(shortWord("a".repeat(40)), "a".repeat(40));
  assert.equal(shortWord("😀".repeat(41)), "😀".repeat(40) + "…");
});

Deno.test("a code point has four digits or more", () => {
  assert.equal(codePoint("a"), "⟨U+0061⟩");
  assert.equal(codePoint("😀"), "⟨U+1F600⟩");
});

Deno.test("how long a sequence is, by its first byte", () => {
  const lengths = Array.from({ length: 256 }, (_, byte) => sequenceLength(byte));
  const count = (/** @type {number} */ n) => lengths.filter((length) => length === n).length;
  assert.deepEqual([1, 2, 3, 4].map(count), [128, 30, 16, 5]); // RFC 3629
  assert.equal(count(0), 64 + 2 + 11); // continuations, C0 and C1, F5 to FF
});
