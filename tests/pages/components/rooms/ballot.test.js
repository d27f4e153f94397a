import { deepEqual as equal } from "node:assert/strict";

import { Ballot } from "../../../../pages/components/rooms/phone/ballot.js";
import { makeDocument } from "../plain_document.js";

Deno.test("a question asks for taps only while the vote is open", () => {
  makeDocument();
  const words = [{ tokens: ["h", "u", "g"], choices: [0, 1], count: 10 }];
  const asked = [["bpe", "pairs"], ["unigram", "tokens"]].map(([algorithm, kind]) => {
    const ballot = { algorithm, kind, step: 1, words };
    const drawn = new Ballot(() => {});
    return ["voting", "closed", "shown"].map((phase) => {
      drawn.show(/** @type {any} */ ({ phase, asked: 1, round: 1, ballot }), null, true);
      return drawn.node.querySelector(".asked")?.textContent?.trim();
    });
  });
  const pair = "Step 1: which two adjacent tokens merge next?";
  const token = "Which token will round 1 drop?";
  equal(asked, [[`${pair} Tap them.`, pair, pair], [`${token} Tap one.`, token, token]]);
});

Deno.test("a phone that is in before the first question waits for it", () => {
  makeDocument();
  const drawn = new Ballot(() => {});
  drawn.show(
    /** @type {any} */ ({ phase: "waiting", asked: 0, round: 1, ballot: null }),
    null,
    true,
  );
  equal(drawn.state.textContent, "You are in. Wait for the next question.");
});
