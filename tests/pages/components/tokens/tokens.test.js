import { deepStrictEqual as equal, ok } from "node:assert/strict";

import { el, fill } from "../../../../pages/components/drawing/elements.js";
import { Chips, directed, pairNode, withPair } from "../../../../pages/components/tokens/chips.js";
import { arcLevels, labelWidth } from "../../../../pages/components/tokens/lattice/diagram.js";
import {
  codePoint,
  direction,
  sequenceLength,
  shortWord,
  visible,
} from "../../../../pages/components/tokens/spelling.js";
import { makeDocument } from "../plain_document.js";

/** @param {string[]} tokens */
const chips = (...tokens) => tokens.map((token) => el("bdi", { className: "chip" }, token));

/** What stands beside each other, with the direction of each part. @param {Element} node */
const order = (node) =>
  [...node.children].map((child) =>
    child.className === "from-left"
      ? [...child.children].map(({ textContent }) => textContent)
      : child.textContent
  );

Deno.test("tokens of Arabic and Hebrew stand from the right, with the pairs of them", () => {
  makeDocument();
  equal(directed(el("span", {}, ...chips("شل", "وم"))).dir, "rtl");
  equal(directed(el("span", {}, ...chips("hu", "g"))).dir, "ltr");
  const [left, right] = chips("של", "ום");
  equal(pairNode(left, right).dir, "rtl");
});

Deno.test("neither a marker nor the bytes of a part of a character count as letters", () => {
  makeDocument();
  const marker = el("span", { className: "marker" }, "</word>");
  equal(directed(el("span", {}, el("bdi", { className: "chip" }, "م", marker))).dir, "rtl");
  const part = el("bdi", { className: "chip" }, "م 1/2", el("small", {}, "D9 AB"));
  equal(directed(el("span", {}, part)).dir, "rtl");
});

Deno.test("numbers and words from the left stay as they are among the others", () => {
  makeDocument();
  const row = directed(el("span", {}, ...chips("عام", " ", "20", "26", "كتاب", "GPT", "-", "4")));
  equal(row.dir, "rtl");
  equal(order(row), ["عام", " ", ["20", "26"], "كتاب", "GPT", "-", "4"]);
});

Deno.test("a sentence has its pair in one part, in the order of reading, and no other changed", () => {
  makeDocument();
  const [left, right, token] = chips("ل", "ا", "لا");
  const said = el(
    "p",
    {},
    withPair(fill("{left} + {right} → {token}", { left, right, token }), left, right),
  );
  equal(said.textContent, "ل + ا → لا");
  equal(/** @type {HTMLElement} */ (left.parentElement).dir, "rtl");
  equal(token.parentElement, said);
});

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
    ["\u0301a", "◌\u0301a"], // a combining mark that opens a token
    ["e\u0301", "e\u0301"],
  ];
  for (const [text, shown] of cases) equal(visible(text), shown);
});

Deno.test("joiners inside an emoji stay, and a flag's tags", () => {
  const family = "👩\u200d👩\u200d👧";
  const scotland = "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}";
  for (const emoji of [family, scotland, "👍🏽", "❤\ufe0f", "1\ufe0f\u20e3"]) {
    equal(visible(emoji), emoji);
  }
});

Deno.test("tokens stand from the right where most letters do, and numbers never", () => {
  const cases = [
    ["الكلمات", "rtl"],
    ["Ġשלום", "rtl"], // after the letter that GPT-2 has for a space
    ["١٢٣", "ltr"],
    ["BPE של", "ltr"],
    ["BPE שלו", "rtl"],
    ["، 12", "ltr"],
  ];
  for (const [text, way] of cases) equal(direction(text), way, text);
});

Deno.test("a long word is cut after whole characters", () => {
  equal(shortWord("a".repeat(40)), "a".repeat(40));
  equal(shortWord("😀".repeat(41)), "😀".repeat(40) + "…");
  makeDocument();
  const shown = (/** @type {any} */ spelled) => new Chips({ spell: () => spelled }).plain(0);
  for (const spell of [String, (/** @type {string} */ text) => [...text].map(() => 97)]) {
    equal([48, 49].map((n) => shown(spell("a".repeat(n)))), [
      "a".repeat(48),
      `${"a".repeat(36)}…aaaa (49)`,
    ]);
  }
  const marked = [3, 4].map((n) => new Chips({ spell: () => "a" + "\u0301".repeat(n) }).chip(0));
  equal(marked.map(({ classList }) => classList.contains("flooded")), [false, true]);
  equal(["a", "😀"].map(codePoint), ["⟨U+0061⟩", "⟨U+1F600⟩"]);
});

Deno.test("how long a sequence is, by its first byte", () => {
  const lengths = Array.from({ length: 256 }, (_, byte) => sequenceLength(byte));
  const count = (/** @type {number} */ n) => lengths.filter((length) => length === n).length;
  equal([1, 2, 3, 4].map(count), [128, 30, 16, 5]); // RFC 3629
  equal(count(0), 64 + 2 + 11); // continuations, C0 and C1, F5 to FF
});

/** Every token of up to `longest` units in a word of `length` units, each `unit` pixels wide. */
function lattice(
  /** @type {number} */ length,
  /** @type {number} */ longest,
  unit = 60,
  width = 54,
) {
  const arcs = [];
  for (let start = 0; start < length; start++) {
    for (let end = start + 1; end <= Math.min(length, start + longest); end++) {
      arcs.push({ start, end, middle: (unit * (start + end)) / 2, width });
    }
  }
  return arcs;
}

Deno.test("single units are on the ground, longer tokens above", () => {
  const arcs = lattice(3, 1);
  equal(arcLevels(arcs), [0, 0, 0]);
  equal(arcLevels([...arcs, { start: 0, end: 3, middle: 90, width: 54 }]), [0, 0, 0, 1]);
});

Deno.test("no two labels of one level lie over each other, however wide they are", () => {
  for (const [length, longest, width] of [[2, 2, 54], [12, 5, 54], [12, 12, 200], [24, 8, 130]]) {
    const arcs = lattice(length, longest, 60, width);
    const levels = arcLevels(arcs);
    arcs.forEach((one, i) =>
      arcs.slice(0, i).forEach((other, j) => {
        const apart = Math.abs(one.middle - other.middle) >= width;
        ok(levels[i] !== levels[j] || apart);
        const isLonger = one.end - one.start > other.end - other.start;
        const isOver = one.middle === other.middle;
        ok(!(isLonger && isOver) || levels[i] > levels[j]);
      })
    );
  }
});

Deno.test("a label is as wide as its columns: a Chinese character has two", () => {
  equal(labelWidth("a", 54), 54);
  equal(labelWidth("a", 0), 25);
  equal(labelWidth("abcdefgh", 54), 88);
  equal(labelWidth("哈哈哈哈", 54), labelWidth("abcdefgh", 54));
});
