// The phone of a room: where a choice is, a second connection returns to its seat, and the solution.

import { deepStrictEqual as equal } from "node:assert/strict";

import { Ballot } from "../../../../pages/components/rooms/phone/ballot.js";
import {
  inOwnLanguage,
  labelsOf,
  placeByKey,
  placeOf,
} from "../../../../pages/components/rooms/phone/choices.js";
import { Seat, waitBefore } from "../../../../pages/components/rooms/phone/phone.js";
import { makeDocument, Wire } from "../plain_document.js";

const WORDS = [
  { tokens: ["h", "u", "g"], choices: [0, 1], count: 10 },
  { tokens: ["p", "u", "g", "s"], choices: [2, 1, 3], count: 5 },
];

Deno.test("a choice is found where it first occurs, in a word rather than among candidates", () => {
  const apart = { tokens: ["ug", "hug", "s"], choices: [1, 9, 3], count: null, apart: true };
  const found = [1, 9, 3, 7].map((choice) => placeOf([apart, ...WORDS], choice));
  const places = [{ word: 1, token: 1 }, { word: 0, token: 1 }, { word: 2, token: 2 }, null];
  equal(found, places);
  // An arrow up leads to the end of a shorter word.
  equal(placeByKey(WORDS, { word: 1, token: 3 }, "ArrowUp"), { word: 0, token: 2 });
  const along = (/** @type {string} */ key, /** @type {any} */ at) => {
    const tokens = [];
    for (; at; at = placeByKey(WORDS, at, key)) tokens.push(at.token);
    return tokens;
  };
  const ways = [
    along("ArrowRight", { word: 1, token: 0 }),
    along("ArrowLeft", { word: 1, token: 3 }),
  ];
  equal(ways, [[0, 1, 2, 3], [3, 2, 1, 0]]);
  // Of a character's bytes, a word says which they are; candidates stand for themselves.
  makeDocument();
  const said = [false, true].map((apart) =>
    labelsOf({ tokens: [[0xc3], [0xa9]], apart }).map(([label]) => label.textContent)
  );
  equal(said, [["é 1/2C3", "é 2/2A9"], ["C3", "A9"]]);
});

Deno.test("a written question is asked in the language of the page, or else in the teacher's", () => {
  const { documentElement } = makeDocument();
  const ballot = { text: "What?", languages: { zh: { text: "什么？" } } };
  const asked = ["zh", "en"].map((lang) => {
    documentElement.lang = lang;
    return inOwnLanguage(ballot).text;
  });
  equal(asked, ["什么？", "What?"]);
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

/** A seat in a room, connected. */
function seated() {
  Object.assign(globalThis, { WebSocket: Wire });
  const seat = new Seat("BCDFHJ", "ws://host/", { room: () => {}, away: () => {} });
  seat.connect();
  return seat;
}

const VOTING = /** @type {any} */ ({ phase: "voting", asked: 1, round: 2, ballot: {} });

Deno.test("a vote that was under way when the connection broke is sent again, in its round", () => {
  const seat = seated();
  seat.receive({ room: VOTING, yours: null });
  seat.choose(2);
  const broken = Wire.last;
  seat.connect();
  broken.say({ room: { ...VOTING, phase: "closed" }, yours: 0 }); // too late
  broken.onclose({ code: 4000 });
  Wire.last.say({ room: VOTING, yours: null });
  const { sent } = Wire.last;
  equal([seat.isOver, sent], [false, [{ asked: 1, round: 2, vote: 2 }]]);
  for (const later of [{ round: 3 }, { asked: 2 }, { phase: "closed" }]) {
    seat.receive({ room: VOTING, yours: null });
    seat.choose(2);
    sent.length = 0;
    seat.receive({ room: { ...VOTING, ...later }, yours: null });
    equal([sent, seat.vote], [[], null]);
  }
  seat.choose(1); // the round is closed
  equal([sent, seat.vote], [[], null]);
});

Deno.test("an answer to a vote in an earlier round or question changes nothing", () => {
  const seat = seated();
  seat.receive({ room: { ...VOTING, asked: 2 }, yours: 3 });
  for (const [asked, round] of [[2, 1], [1, 2]]) {
    seat.receive({ asked, round, counts: 0, taken: true });
    equal(seat.vote, 3);
  }
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
