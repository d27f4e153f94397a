import { deepEqual as equal } from "node:assert/strict";

import { el, fill } from "../../../../pages/components/drawing/elements.js";
import { directed, pairNode, withPair } from "../../../../pages/components/tokens/chips.js";
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

Deno.test("the bytes of a part of a character do not count as letters", () => {
  makeDocument();
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
