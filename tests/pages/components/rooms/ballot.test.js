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

Deno.test("a phone says how its vote stands at each stage, and what was right", () => {
  makeDocument();
  const words = [{ tokens: ["h", "u", "g", "s", "o"], choices: [0, 1, 2, 3], count: 10 }];
  const ballot = { algorithm: "bpe", kind: "pairs", step: 1, words, more: 4 };
  const drawn = new Ballot(() => {});
  const said = (/** @type {any} */ moment, /** @type {number|null} */ vote, isSent = true) => {
    drawn.show({ asked: 1, round: 1, ballot, ...moment }, vote, isSent);
    return drawn.state.textContent;
  };
  const talk = "Talk to your neighbour: what did you choose, and why?";
  equal(said({ phase: "voting" }, null), "There is a new question. Vote below.");
  equal(said({ phase: "voting" }, null, false), "Sending your vote…");
  const open = "Your vote: h + u. You can change it until the vote is closed.";
  equal(said({ phase: "voting" }, 0), open);
  const looks = () =>
    [...drawn.body.querySelectorAll("button")].map(({ className, ariaPressed, ariaDisabled }) =>
      [className, ariaPressed, ariaDisabled].join(" ")
    );
  const [voted, not] = ["chip voted true false", "chip false false"];
  equal(looks(), [voted, voted, not, not, not]);
  equal(said({ phase: "closed" }, 0), `The vote is closed. Your vote: h + u. ${talk}`);
  equal(looks()[4], "chip false true");
  equal(said({ phase: "counted" }, null), "The vote is closed.");
  equal(said({ phase: "shown", right: [0] }, 0), "Right: h + u.");
  equal(said({ phase: "shown", right: [0] }, 1), "You voted for u + g. Right: h + u.");
  const four = said({ phase: "shown", right: [0, 1, 2, 3] }, null);
  equal(four, "Right: h + u or u + g or g + s or s + o.");
  const five = said({ phase: "shown", right: [0, 1, 2, 3, 9] }, null);
  equal(five, "Right: h + u or u + g or g + s or 2 others.");
  equal(drawn.body.textContent?.endsWith("× 10More words, not shown: 4."), true);
  const again = said({ phase: "voting", round: 2 }, null);
  equal(again, "The same question again. Vote once more below.");
  equal(drawn.body.querySelector("h2")?.textContent, "Second vote");
});

Deno.test("two taps vote for a pair, and only while the vote is open", () => {
  makeDocument();
  const words = [{ tokens: ["h", "u", "g"], choices: [0, 1], count: 10 }];
  const ballot = { algorithm: "bpe", kind: "pairs", step: 1, words };
  /** @type {number[]} */
  const chosen = [];
  const drawn = new Ballot((choice) => chosen.push(choice));
  const tap = (/** @type {number} */ token) => drawn.button({ word: 0, token })?.click();
  const show = (/** @type {any} */ phase) =>
    drawn.show({ phase, asked: 1, round: 1, ballot }, null, true);
  show("closed");
  tap(1);
  tap(2);
  equal(chosen, []);
  show("voting");
  tap(1);
  const picked = "You have picked u. Now tap the token before or after it.";
  equal([drawn.state.textContent, chosen], [picked, []]);
  tap(2);
  equal(chosen, [1]);
});
