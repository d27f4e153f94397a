// Why a training has stopped, and why there are fewer merges than were asked for.

import assert from "node:assert/strict";

import {
  whyNoMore,
  whyStopped,
} from "../../../../../pages/components/stepper/walking/why_stopped.js";

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

Deno.test("each reason to stop is told by what stopped", () => {
  const told = (/** @type {string} */ stopped, algorithm = "bpe") =>
    whyStopped(/** @type {any} */ ({ stopped, algorithm })).replace("Training stops here: ", "");
  assert.deepEqual(
    ["num_merges", "vocab_size", "min_frequency", "token_length", "time_limit"].map((each) =>
      told(each)
    ),
    [
      "you asked for this many merges.",
      "the vocabulary has the size you asked for.",
      "no pair reaches the minimum frequency.",
      "the next token would be longer than 4,096 bytes.",
      "the time limit was reached.",
    ],
  );
  assert.deepEqual(told("nothing_left"), "no pairs are left, and each word is one token.");
  assert.deepEqual(
    told("nothing_left", "unigram"),
    "the seed vocabulary has no more tokens to drop.",
  );
});
