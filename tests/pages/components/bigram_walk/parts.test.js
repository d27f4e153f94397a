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
