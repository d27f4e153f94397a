import assert from "node:assert/strict";

import { actionOf, tokenByKey } from "../../../../../pages/components/stepper/walking/keys.js";

const PAGE = { tagName: "DIV", closest: () => null };
const SCRUBBER = { tagName: "INPUT", closest: () => null };

/** Presses a key at step 3 of 9; returns its effect, or nothing if it is not for the walk. */
function done(/** @type {Partial<KeyboardEvent>} */ press, /** @type {object} */ target = PAGE) {
  const plain = { key: "", altKey: false, ctrlKey: false, metaKey: false };
  const act = actionOf({ ...plain, ...press }, target, SCRUBBER);
  /** @type {(number|string)[]} */
  const said = [];
  const go = (/** @type {number} */ step) => void said.push(step);
  act?.({ step: 3, model: { steps: 9 }, go, togglePlay: () => void said.push("play") });
  return said[0];
}

Deno.test("arrows and page keys take a step, Home and End all of them, Space plays", () => {
  const keys = {
    ArrowLeft: 2,
    PageUp: 2,
    ArrowRight: 4,
    PageDown: 4,
    Home: 0,
    End: 9,
    " ": "play",
  };
  for (const [key, wanted] of Object.entries(keys)) assert.equal(done({ key }), wanted);
  for (const key of ["a", "Enter", "toString", "__proto__"]) assert.equal(done({ key }), undefined);
});

Deno.test("with another key held it is a shortcut of the browser", () => {
  for (const held of ["altKey", "ctrlKey", "metaKey"]) {
    assert.equal(done({ key: "ArrowRight", [held]: true }), undefined);
  }
});

Deno.test("what is typed into a field or chosen in a list is not for the walk", () => {
  for (const tagName of ["INPUT", "TEXTAREA", "SELECT"]) {
    assert.equal(done({ key: "ArrowRight" }, { ...PAGE, tagName }), undefined);
  }
  assert.equal(done({ key: "ArrowRight" }, { ...PAGE, isContentEditable: true }), undefined);
  const inSlider = (/** @type {string} */ roles) => roles.includes('[role="slider"]') ? {} : null;
  assert.equal(done({ key: "ArrowRight" }, { ...PAGE, closest: inSlider }), undefined);
  assert.equal(done({ key: "ArrowRight" }, SCRUBBER), 4);
});

Deno.test("Space presses the button that has the focus, and arrows still step", () => {
  for (const tagName of ["BUTTON", "A", "SUMMARY"]) {
    assert.equal(done({ key: " " }, { ...PAGE, tagName }), undefined);
    assert.equal(done({ key: "ArrowRight" }, { ...PAGE, tagName }), 4);
  }
});

Deno.test("arrows lead over the tokens: three words of 2, 1 and 3", () => {
  const to = (/** @type {string} */ key, /** @type {number} */ place, rtl = false) =>
    tokenByKey(`Arrow${key}`, place, [0, 2, 3], 6, rtl);
  const places = [0, 1, 2, 3, 4, 5];
  assert.deepEqual(places.map((place) => to("Right", place)), [1, 2, 3, 4, 5, 5]);
  assert.deepEqual(places.map((place) => to("Left", place)), [0, 0, 1, 2, 3, 4]);
  assert.deepEqual(places.map((place) => to("Left", place, true)), [1, 2, 3, 4, 5, 5]);
  assert.deepEqual(places.map((place) => to("Down", place)), [2, 2, 3, 3, 4, 5]);
  assert.deepEqual(places.map((place) => to("Up", place)), [0, 0, 0, 2, 2, 2]);
  assert.equal(to("Down", -1), 0);
  assert.equal(tokenByKey("Enter", 1, [0], 2, false), undefined);
  assert.equal(tokenByKey("ArrowDown", -1, [], 0, false), undefined);
});
