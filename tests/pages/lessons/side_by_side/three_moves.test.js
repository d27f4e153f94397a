import { deepEqual as equal } from "node:assert/strict";

import { sentenceMove } from "../../../../pages/lessons/side_by_side/three_trainings.js";
import { el } from "../../../../pages/components/drawing/elements.js";
import { makeDocument } from "../../components/plain_document.js";

Deno.test("in a sentence, two tokens become a third; backwards, it becomes the two", () => {
  makeDocument();
  const chips = ["u", "g", "ug"].map((text) => el("bdi", { className: "chip" }, text));
  const row = el("p", { className: "headline" }, el("span", { className: "pair" }, ...chips));
  const inSight = { getBoundingClientRect: () => ({ top: 0, bottom: 10 }) };
  for (const node of [row, ...chips]) Object.assign(node, inSight);
  const moved = (/** @type {boolean} */ forwards) =>
    sentenceMove(/** @type {any} */ ({}), row, row, forwards).slice(1, 3)
      .map((/** @type {any} */ all) => all.map((/** @type {any} */ { chip }) => chip.textContent));
  equal(moved(true), [["u", "g"], ["ug"]]);
  equal(moved(false), [["ug"], ["u", "g"]]);
});
