// The phone of a room: where a choice is, a second connection returns to its seat, and the solution.

import { deepEqual as equal } from "node:assert/strict";

import { Ballot } from "../../../../pages/components/rooms/phone/ballot.js";
import { choicesAt, placeOf } from "../../../../pages/components/rooms/phone/choices.js";
import { Seat, waitBefore } from "../../../../pages/components/rooms/phone/phone.js";
import { makeDocument } from "../plain_document.js";

const WORDS = [
  { tokens: ["h", "u", "g"], choices: [0, 1], count: 10 },
  { tokens: ["p", "u", "g", "s"], choices: [2, 1, 3], count: 5 },
];

Deno.test("a choice is found where it first occurs", () => {
  equal(placeOf(WORDS, 1), { word: 0, token: 1 });
  equal(placeOf(WORDS, 9), null);
});

/** A ballot that asks for one token: candidates, which stand apart, and a word. */
const TOKENS = {
  kind: "tokens",
  words: [
    { tokens: ["ug", "hug"], choices: [0, 1], count: null, apart: true },
    { tokens: ["p", "ug"], choices: [2, 0], count: 5 },
  ],
};

Deno.test("where one token is asked for, a token is a choice of its own", () => {
  equal([0, 1].map((token) => choicesAt(TOKENS, { word: 1, token })), [[2], [0]]);
  const pairs = { kind: "pairs", words: WORDS };
  equal([0, 1, 3].map((token) => choicesAt(pairs, { word: 1, token })), [[2], [2, 1], [3]]);
});

Deno.test("a choice is found in a word rather than among the candidates", () => {
  equal(placeOf(TOKENS.words, 0), { word: 1, token: 1 });
  equal(placeOf(TOKENS.words, 1), { word: 0, token: 1 });
});

Deno.test("a class does not come back all at once, and nobody waits for long", () => {
  equal([waitBefore(0, 0), waitBefore(0, 1), waitBefore(99, 1)], [250, 500, 10_000]);
});

Deno.test("a phone that opens the room again asks for the seat that it had there", () => {
  localStorage.clear();
  const at = (/** @type {string} */ code) =>
    new Seat(code, "ws://host/", { room: () => {}, away: () => {} });
  at("BCDFHJ").receive({ seat: "s1" });
  equal([at("BCDFHJ").seat, at("XXXXXX").seat], ["s1", null]);
});

/** @returns {any} a seat in a room, with what it sent and what it reported */
function seated() {
  /** @type {any[]} */
  const sent = [];
  const seat = new Seat("BCDFHJ", "ws://host/", { room: () => {}, away: () => {} });
  seat.socket = /** @type {any} */ ({
    readyState: 1,
    send: (/** @type {string} */ text) => sent.push(JSON.parse(text)),
  });
  return { seat, sent };
}

const VOTING = { phase: "voting", asked: 1, round: 1, ballot: {} };

Deno.test("a vote that was under way when the connection broke is sent again, in its round", () => {
  const { seat, sent } = seated();
  seat.receive({ room: VOTING, yours: null });
  seat.choose(2);
  seat.receive({ room: VOTING, yours: null }); // after a new connection
  equal(sent, [{ asked: 1, round: 1, vote: 2 }, { asked: 1, round: 1, vote: 2 }]);
  seat.receive({ asked: 1, round: 1, counts: 2, taken: true });
  equal([seat.vote, seat.wanted], [2, null]);
  seat.receive({ room: { ...VOTING, round: 2 }, yours: null });
  equal([sent.length, seat.vote], [2, null]);
});

Deno.test("the last of several quick votes is the one that is shown", () => {
  const { seat } = seated();
  seat.receive({ room: VOTING, yours: null });
  seat.choose(1);
  seat.choose(2);
  seat.receive({ asked: 1, round: 1, counts: 1, taken: true });
  equal(seat.vote, 2);
  seat.receive({ asked: 1, round: 1, counts: 2, taken: true });
  equal([seat.vote, seat.wanted], [2, null]);
});

Deno.test("a vote that came too late is taken back on the phone", () => {
  const { seat } = seated();
  seat.receive({ room: VOTING, yours: 0 });
  seat.choose(1);
  seat.receive({ asked: 1, round: 1, counts: 0, taken: false });
  equal([seat.vote, seat.wanted], [0, null]);
});

Deno.test("an answer to a vote in an earlier round or question changes nothing", () => {
  const { seat } = seated();
  seat.receive({ room: { ...VOTING, asked: 2, round: 2 }, yours: 3 });
  for (const [asked, round] of [[2, 1], [1, 2]]) {
    seat.receive({ asked, round, counts: 0, taken: true });
    equal(seat.vote, 3);
  }
});

Deno.test("an arrow moves along the words, and one with a modifier stays the browser's", () => {
  makeDocument();
  const drawn = new Ballot(() => {});
  const ballot = { algorithm: "bpe", kind: "pairs", step: 1, words: WORDS };
  drawn.show(/** @type {any} */ ({ asked: 1, round: 1, ballot, phase: "voting" }), null, true);
  const taken = [{}, { altKey: true }, { ctrlKey: true }, { metaKey: true }].map((more) => {
    let isTaken = false;
    const target = drawn.button({ word: 0, token: 0 });
    const event = { key: "ArrowRight", target, preventDefault: () => isTaken = true, ...more };
    drawn.key(/** @type {any} */ (event));
    return isTaken;
  });
  equal(taken, [true, false, false, false]);
});

Deno.test("of more than four right answers, a phone names three", () => {
  makeDocument();
  const words = [{ tokens: ["h", "u", "g", "s", "o"], choices: [0, 1, 2, 3], count: 10 }];
  const ballot = { algorithm: "bpe", kind: "pairs", step: 1, words, more: 4 };
  const drawn = new Ballot(() => {});
  const said = [[0, 1, 2, 3], [0, 1, 2, 3, 9]].map((right) => {
    drawn.show({ asked: 1, round: 1, ballot, phase: "shown", right }, null, true);
    return drawn.state.textContent;
  });
  equal(
    said,
    ["h + u or u + g or g + s or s + o.", "h + u or u + g or g + s or 2 others."]
      .map((right) => `Right: ${right}`),
  );
});
