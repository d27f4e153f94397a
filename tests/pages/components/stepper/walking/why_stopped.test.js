// Why there are fewer merges than were asked for.

import assert from "node:assert/strict";

import { whyNoMore } from "../../../../../pages/components/stepper/walking/why_stopped.js";

Deno.test("a training that was cut short says why beside its number of steps", () => {
  assert.equal(whyNoMore({ stopped: "nothing_left" }), "(then no pair is left)");
  assert.equal(
    whyNoMore({ stopped: "min_frequency", min_frequency: 2 }),
    "(then no count reaches 2)",
  );
  for (const stopped of ["token_length", "time_limit"]) {
    assert.equal(whyNoMore({ stopped }), "(then a limit is reached)");
  }
  for (const asked of ["num_merges", "vocab_size"]) assert.equal(whyNoMore({ stopped: asked }), "");
});
