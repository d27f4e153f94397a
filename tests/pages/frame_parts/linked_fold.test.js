import { deepEqual as equal } from "node:assert/strict";

import { showHeading } from "../../../pages/frame_parts/first_drawing/first_drawing.js";
import { el } from "../../../pages/components/drawing/elements.js";
import { makeDocument } from "../components/plain_document.js";

/** A page whose content comes later; whether its changes are watched. */
function page(linked = "sizes") {
  const document = makeDocument();
  /** @type {any} */
  const watch = {};
  class Observer {
    constructor(/** @type {() => void} */ look) {
      watch.look = look;
    }
    observe() {
      watch.isOn = true;
    }
    disconnect() {
      watch.isOn = false;
    }
  }
  Object.assign(globalThis, { MutationObserver: Observer });
  document.getElementById = (/** @type {string} */ id) => document.querySelector(`#${id}`);
  showHeading(linked, document, () => {});
  return { document, watch };
}

Deno.test("the fold that a link names is opened when it comes, once", () => {
  const { document, watch } = page();
  let presses = 0;
  const summary = el("summary", { onclick: () => presses++ });
  document.body.append(el("details", {}, summary, el("h2", { id: "sizes" })));
  watch.look();
  watch.look();
  equal([presses, watch.isOn], [1, true]);
});

Deno.test("a heading is found by the name that it had once", () => {
  for (
    const [linked, now] of [
      ["then-it-is-cut-into-words", "how-text-is-cut-into-words"],
      ["from-here", "5-text-it-has-not-read"],
    ]
  ) {
    const { document, watch } = page(linked);
    const heading = el("h2", { id: now });
    let times = 0;
    heading.scrollIntoView = () => times++;
    document.body.append(heading);
    watch.look();
    equal(times, 1, linked);
  }
});

Deno.test("whatever the visitor does first, the page stays where they are", () => {
  for (const type of ["pointerdown", "keydown", "wheel"]) {
    const { document, watch } = page();
    document.body.dispatchEvent({ type });
    equal(watch.isOn, false, type);
  }
});
