import assert from "node:assert/strict";

import {
  followSavedStep,
  savedStep,
} from "../../../../pages/components/walk_follower/walk_place.js";

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
