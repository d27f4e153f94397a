import { deepEqual as equal } from "node:assert/strict";

import { keepPresses } from "../../../pages/frame_parts/page_notices/kept_presses.js";
import { makeDocument } from "../components/plain_document.js";

/** A press on a button that is drawn again meanwhile: how often the new one is clicked. */
function pressed(/** @type {string} */ label, /** @type {string} */ then, button = 0) {
  const document = makeDocument();
  Object.assign(globalThis, {
    MouseEvent: class {
      constructor(/** @type {string} */ type) {
        this.type = type;
      }
    },
  });
  keepPresses();
  const make = (/** @type {string} */ text) => {
    const made = document.createElement("button");
    made.append(text);
    document.body.replaceChildren(made);
    return made;
  };
  let clicks = 0;
  make(label).dispatchEvent({ type: "mousedown" });
  const again = make(then);
  again.onclick = () => clicks++;
  again.dispatchEvent({ type: "mouseup", init: { button } });
  return clicks;
}

Deno.test("a press on a button that is drawn again counts on the new one", () => {
  equal(pressed("Next", "Next"), 1);
  equal(pressed("Next", "Previous"), 0);
  equal(pressed("Next", "Next", 2), 0); // with the other button of the mouse
});
