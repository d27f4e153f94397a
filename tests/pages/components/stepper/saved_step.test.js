import assert from "node:assert/strict";

import { keepInTab } from "../../../../pages/components/browser/tab_memory.js";
import { Arrival } from "../../../../pages/components/stepper/arrival/arrival.js";
import mountFollower from "../../../../pages/components/walk_follower/walk_follower.js";
import {
  announce,
  followSavedStep,
  savedStep,
} from "../../../../pages/components/walk_follower/walk_place.js";
import { componentOnPage, makeDocument } from "../plain_document.js";

/** @param {Record<string, string>} dataset */
const openPage = (dataset) =>
  Object.assign(globalThis, { document: { documentElement: { dataset } } });

Deno.test("a walk that is drawn again goes on from the last step, not from the kept one", () => {
  openPage({ savedStep: "3" });
  followSavedStep(4);
  assert.equal(savedStep(), 4);
  followSavedStep(0);
  assert.equal(savedStep(), 0);
});

Deno.test("no step is kept while the server hears each of them", () => {
  openPage({});
  followSavedStep(4);
  assert.equal(savedStep(), undefined);
});

Deno.test("a reload comes back to the arrival's last place, a link to the one that it names", () => {
  makeDocument();
  keepInTab("arrival_place", 4);
  const opened = (/** @type {string} */ search, /** @type {number} */ place) => {
    history.replaceState(null, "", new URL(`http://app/${search}`));
    let shown;
    Arrival.prototype.follow.call(
      /** @type {any} */ ({
        isOn: false,
        stepper: { prediction: { answers: { clear() {} } } },
        show: (/** @type {number} */ to) => shown = to,
      }),
      place,
    );
    return shown;
  };
  const places = [["", 1], ["?arrival=1", 1], ["?arrival=3", 3], ["", 0]];
  assert.deepEqual(places.map(([search, n]) => opened(String(search), Number(n))), [4, 1, 3, 0]);
});

Deno.test("on leaving, the address gets the step and the corpus that it belongs to", () => {
  const { document, draw } = componentOnPage(mountFollower);
  const wayOut = document.createElement("header");
  const place = document.createElement("div");
  place.className = "st-key-walk_place";
  document.body.append(wayOut, place);
  draw({ step: 0, walk: 1, corpus: "quit", lang: "en" });
  const leave = (/** @type {string} */ search) => {
    history.replaceState(null, "", new URL(`http://app/wordpiece${search}`));
    announce({ step: 3 });
    wayOut.dispatchEvent(/** @type {any} */ ({ type: "pointerdown" }));
    return location.search;
  };
  assert.equal(leave("?lang=en"), "?lang=en&corpus=quit&step=3");
  assert.equal(leave("?lang=en&corpus=low&step=1"), "?lang=en&corpus=low&step=3");
});
