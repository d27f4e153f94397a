import assert from "node:assert/strict";

import { followKeptStep, keptStep } from "../../../../pages/components/walk_follower/walk_place.js";

/** @param {Record<string, string>} dataset */
const openPage = (dataset) =>
  Object.assign(globalThis, { document: { documentElement: { dataset } } });

Deno.test("a walk that is drawn again goes on from the last step, not from the kept one", () => {
  openPage({ keptStep: "3" });
  followKeptStep(4);
  assert.equal(keptStep(), 4);
  followKeptStep(0);
  assert.equal(keptStep(), 0);
});

Deno.test("no step is kept while the server hears each of them", () => {
  openPage({});
  followKeptStep(4);
  assert.equal(keptStep(), undefined);
});
