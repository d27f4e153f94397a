import { deepEqual as equal } from "node:assert/strict";

import { scrollBox } from "../../../../pages/components/drawing/panel.js";
import { Plot } from "../../../../pages/components/drawing/plot.js";
import { makeDocument } from "../plain_document.js";

Deno.test("the keyboard reaches a box that may scroll, and its name is said", () => {
  makeDocument();
  const box = scrollBox("scroll", { ariaLabel: "Words" }, "hug");
  equal([box.tabIndex, box.role, box.ariaLabel], [0, "group", "Words"]);
});

Deno.test("a level's name stands on the side that it is given, and a point's where there is room", () => {
  makeDocument();
  const plot = new Plot("growth");
  plot.level("words", 0.25, true, "words 7");
  plot.level("characters", 0.75, false, "characters 9");
  plot.point("here", { x: 0.75, y: 0.2 }, "BPE");
  const points = [.../** @type {any} */ (plot.node).querySelectorAll(".point")].map((point) => [
    point.textContent,
    ...["above", "below", "leftwards", "high"].filter((name) => point.classList.contains(name)),
    point.style.bottom,
  ]);
  equal(points, [
    ["words 7", "above", "leftwards", "25%"],
    ["characters 9", "below", "leftwards", "high", "75%"],
    ["BPE", "leftwards", "20%"],
  ]);
});
