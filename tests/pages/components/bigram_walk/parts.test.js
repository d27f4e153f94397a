// The parts of "What tokens are for" in a room.

import { deepEqual as equal } from "node:assert/strict";

import { NextTokens } from "../../../../pages/components/bigram_walk/parts.js";

Deno.test("once the room has seen a row, it is drawn, and the room is told that it asks no more", () => {
  /** @type {unknown[]} */
  const done = [];
  const part = {
    outcome: "",
    update: () => done.push(part.outcome),
    walk: { room: { update: () => done.push("room") } },
  };
  NextTokens.prototype.open.call(/** @type {any} */ (part));
  equal(done, ["touched", "room"]);
});

Deno.test("once the question about a row is answered, the room is told", () => {
  let isTold = false;
  const part = {
    update: () => {},
    body: { querySelector: () => null },
    walk: { room: { update: () => (isTold = true) } },
  };
  NextTokens.prototype.again.call(/** @type {any} */ (part));
  equal(isTold, true);
});
