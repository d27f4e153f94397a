import { deepEqual as equal } from "node:assert/strict";

import { el } from "../../../../../pages/components/drawing/elements.js";
import { Presenter } from "../../../../../pages/components/stepper/walking/presenter.js";
import { makeDocument } from "../../plain_document.js";

Deno.test("a stage hides what the link hides now, and no more", () => {
  makeDocument();
  /** @type {unknown[]} */
  const told = [];
  const node = el("div", { className: "stepper" });
  const presenter = new Presenter({ node }, (name) => told.push(name));
  presenter.dress({ present: true, hidden: ["bars", "growth"] });
  equal([...node.classList], [
    ...["stepper", "without-bars", "without-growth", "presenting", "spotlight"],
  ]);
  presenter.spot.click();
  presenter.dress({ present: true, hidden: ["growth"] });
  equal([...node.classList], ["stepper", "presenting", "without-growth"]);
  presenter.leave.click();
  equal(told, ["leave"]);
  presenter.dress({ present: false, hidden: [] });
  equal([[...node.classList], presenter.node.hidden], [["stepper"], true]);
});
