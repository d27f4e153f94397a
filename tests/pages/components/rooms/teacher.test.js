// What a teacher's room shows on the projector, and what it tells the server.

import { deepEqual as equal } from "node:assert/strict";

import { Hands } from "../../../../pages/components/rooms/teacher/room_panels.js";
import { TeachersRoom } from "../../../../pages/components/rooms/teacher/room.js";
import { makeDocument, Wire } from "../plain_document.js";

const OPENED = {
  code: "BCDFHJ",
  token: "secret",
  address: "https://a.example/room/BCDFHJ",
  qr: "data:,",
  reach: "In the same network.",
  texts: {},
};
const ROOM = {
  phase: "waiting",
  round: 0,
  here: 3,
  voted: 0,
  ballot: null,
  source: ["bpe", "hug"],
  past: [],
  choices: null,
  rounds: null,
  closed: false,
};

/** A room that is open, and what happens in its lesson. */
function opened(asker = {}) {
  makeDocument();
  sessionStorage.clear();
  Object.assign(globalThis, { WebSocket: Wire });
  /** @type {unknown[][]} */
  const done = [];
  const note = (/** @type {string} */ what) => (/** @type {unknown} */ how) =>
    done.push([what, how]);
  const room = new TeachersRoom(
    "https://a.example/",
    /** @type {any} */ ({
      source: ["bpe", "hug"],
      question: () => ({ key: "k", step: 0 }),
      open: note("open"),
      hold: note("hold"),
      carryOut: note("carry out"),
      labels: { ask: "Ask", carryOut: "Merge", way: (/** @type {number} */ k) => `step ${k}` },
      ...asker,
    }),
    { corpus: "hug", is_large: false, suited: [] },
  );
  document.body.append(room.node);
  room.open();
  Wire.last.onopen();
  Wire.last.say({ opened: OPENED });
  const read = (/** @type {string} */ selector) =>
    /** @type {any[]} */ ([...room.node.querySelectorAll(selector)]).map((each) =>
      each.textContent
    );
  return {
    room,
    done,
    read,
    wire: Wire.last,
    says: (/** @type {any} */ now) => Wire.last.say({ room: { ...ROOM, ...now } }),
  };
}

const moves = (/** @type {any} */ read) => read(".moves:not(.tools) button");

const BALLOT = { kind: "pairs", algorithm: "bpe", step: 1, words: [] };

Deno.test("each phase has its count, its stage and its moves", () => {
  const { read, says, done } = opened();
  const shown = () => [...read(".voters"), ...read(".stages [aria-current]"), ...moves(read)];
  const at = (/** @type {string} */ phase, round = 1) => {
    says({ phase, round, voted: 2, ballot: phase === "waiting" ? null : BALLOT });
    return shown();
  };
  equal(at("waiting", 0), ["3 joined", "Ask"]);
  equal(at("voting"), ["2 of 3 have voted", "Vote", "Close the vote", "Show the answer"]);
  equal(at("closed").slice(0, 3), ["2 of 3 have voted", "Talk", "Vote again"]);
  equal(read(".talk"), ["Talk to your neighbour: what did you choose, and why?"]);
  equal(at("voting", 2).slice(0, 3), [
    "Second vote: 2 of 3 have voted",
    "Vote again",
    "Show the answer",
  ]);
  equal(done, [["open", true], ["hold", false], ["hold", true], ["hold", true], ["hold", true]]);
});

Deno.test("each algorithm's question is its own", () => {
  const asked = ["bpe", "wordpiece", "encode", "unigram"].map((algorithm) => {
    const { read, says } = opened();
    const word = { tokens: ["h", "ug"], choices: [0], count: 5 };
    says({ phase: "voting", round: 1, ballot: { ...BALLOT, algorithm, step: 2, words: [word] } });
    equal(read(".asked-words li"), ["hug×5"]);
    return read(".asked-large h2")[0];
  });
  equal(asked, [
    "Step 2: which two adjacent tokens merge next?",
    "Step 2: which two adjacent tokens have the highest score?",
    "Step 2: which two adjacent tokens merge next in this word?",
    "Which token will round 2 drop?",
  ]);
});

Deno.test("a lesson carries out the step that it asked about, and no other lesson's", () => {
  for (const [source, carried] of [[["bpe", "hug"], [["carry out", 2]]], [["bpe", "low"], []]]) {
    const { says, wire, done } = opened();
    says({});
    says({ phase: "shown", round: 1, source, ballot: { ...BALLOT, step: 2 } });
    wire.say({ did: "carry_out" });
    equal(done.filter(([what]) => what === "carry out"), carried);
  }
});

Deno.test("what an earlier connection says counts no more", () => {
  const { room, wire, read, says } = opened();
  says({});
  room.wire?.connect();
  wire.say({ room: { ...ROOM, here: 99 } });
  equal(read(".voters"), ["3 joined"]);
  Wire.last.say({ room: { ...ROOM, here: 4 } });
  equal(read(".voters"), ["4 joined"]);
});

Deno.test("a room that is over leaves nothing of itself", () => {
  const { room, wire, read, says, done } = opened();
  says({ phase: "voting", round: 1, voted: 1, ballot: BALLOT });
  wire.onclose({ code: 4_000 });
  equal([read(".voters"), read(".where"), read(".way-in"), moves(read)], [[""], [""], [""], []]);
  equal(read(".told"), ["The room is closed."]);
  equal(sessionStorage.getItem("merge-by-merge.room"), null);
  equal(done.slice(-2), [["open", false], ["hold", false]]);
  equal(room.key(/** @type {any} */ ({ key: "PageDown" })), false);
});

Deno.test("a choice of hands that is made stays while the same question is open", () => {
  makeDocument();
  const hands = new Hands(() => {});
  hands.show(["h + u", "u + g"]);
  const [first] = hands.choice.children;
  hands.show(["h + u", "u + g"]);
  equal(hands.choice.children[0] === first, true);
  hands.show(["u + n"]);
  equal([...hands.choice.children].map(({ textContent }) => textContent), ["u + n"]);
});
