// What a teacher's room shows on the projector, and what it tells the server.

import { deepEqual as equal } from "node:assert/strict";

import {
  darkens,
  moveByKey,
  movesAt,
  percent,
  shownChoices,
  stageAt,
} from "../../../../pages/components/rooms/teacher/moves.js";
import { TeachersRoom } from "../../../../pages/components/rooms/teacher/room.js";
import {
  clockText,
  Hands,
  secondsUntil,
} from "../../../../pages/components/rooms/teacher/room_panels.js";
import {
  takeRoomFromAddress,
  wayBack,
} from "../../../../pages/components/rooms/teacher/room_wire.js";
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

/** @typedef {{phase: any, round: number}} Moment */

/** @param {string} key @param {Moment} moment @param {number} [votes] */
const pressed = (key, moment, votes) =>
  moveByKey(
    { key, altKey: false, ctrlKey: false, metaKey: false },
    movesAt(moment, true, votes),
    moment,
  );

/** The moment after a move, as in `classroom/voting/room.py`. @type {Record<string, any>} */
const AFTER = {
  ask: () => ({ phase: "voting", round: 1 }),
  close: (/** @type {Moment} */ { round }) => ({ phase: "closed", round }),
  again: (/** @type {Moment} */ { round }) => ({ phase: "voting", round: round + 1 }),
  count: (/** @type {Moment} */ { round }) => ({ phase: "counted", round }),
  show: (/** @type {Moment} */ { round }) => ({ phase: "shown", round }),
  carry_out: () => ({ phase: "waiting", round: 0 }),
  back: (/** @type {Moment} */ { phase, round }) =>
    phase === "closed"
      ? { phase: "voting", round }
      : { phase: "closed", round: phase === "voting" ? round - 1 : round },
};

/**
 * The moves that keys make one after another, starting from a waiting room.
 * @param {string[]} keys @param {number} [votes]
 */
function made(keys, votes) {
  let moment = { phase: "waiting", round: 0 };
  return keys.map((key) => {
    const move = pressed(key, moment, votes);
    if (move) moment = AFTER[move](moment);
    return move;
  });
}

const ON = "PageDown", BACK = "PageUp";

Deno.test("one key leads through vote, talk, vote and explanation, with nothing shown before", () => {
  equal(made([ON, ON, ON, ON, ON, ON]), ["ask", "close", "again", "show", "carry_out", "ask"]);
});

Deno.test("where a class votes once, two presses are a question", () => {
  equal(made([ON, ON, ON, ON], 1), ["ask", "show", "carry_out", "ask"]);
});

Deno.test("a clicker goes back only where nothing is lost", () => {
  equal(made([ON, BACK, ON, BACK, ON]), ["ask", null, "close", "back", "close"]);
  equal(made([ON, ON, ON, BACK, ON, BACK]), ["ask", "close", "again", null, "show", null]);
});

Deno.test("every stage but the first can be gone back from, and skipped", () => {
  const stages = new Set();
  /** @type {Moment[]} */
  const open = [{ phase: "waiting", round: 0 }];
  for (const moment of open) {
    const name = `${moment.phase} ${moment.round}`;
    if (stages.has(name)) continue;
    stages.add(name);
    const moves = movesAt(moment, true);
    const hasAnswer = ["waiting", "shown"].includes(moment.phase);
    equal(moves.includes("show"), !hasAnswer);
    equal(moves.includes("back"), !["waiting 0", "voting 1"].includes(name));
    open.push(...moves.map((move) => AFTER[move](moment)));
  }
  equal([...stages].sort(), [
    "closed 1",
    "closed 2",
    "counted 1",
    "shown 1",
    "shown 2",
    "voting 1",
    "voting 2",
    "waiting 0",
  ]);
});

Deno.test("the stage is the one that the class is at", () => {
  const moments = [["waiting", 0], ["voting", 1], ["closed", 1], ["counted", 1], ["voting", 2]];
  const stages = [null, "vote", "talk", "talk", "again"];
  equal(moments.map(([phase, round]) => stageAt(/** @type {any} */ ({ phase, round }))), stages);
  equal(stageAt({ phase: "shown", round: 1 }), "explain");
});

Deno.test("a clicker that sends arrows does the same", () => {
  const moment = { phase: "closed", round: 1 };
  const all = [ON, "ArrowRight", "ArrowDown", BACK, "ArrowLeft", "ArrowUp"];
  const moves = ["again", "again", "again", "back", "back", "back"];
  equal(all.map((key) => pressed(key, moment)), moves);
});

Deno.test("b and the full stop darken the screen, unless they are a shortcut", () => {
  const press = { altKey: false, ctrlKey: false, metaKey: false };
  const keys = ["b", "B", ".", "PageDown", " "];
  equal(keys.map((key) => darkens({ ...press, key })), [true, true, true, false, false]);
  equal(darkens({ ...press, key: "b", ctrlKey: true }), false);
});

Deno.test("a countdown is read as minutes and seconds", () => {
  equal([90, 60, 9, 0].map(clockText), ["1:30", "1:00", "0:09", "0:00"]);
  equal([12_000, 3_001, 3_000, 1].map((end) => secondsUntil(end, 0)), [12, 4, 3, 1]);
  equal([0, -5_000].map((end) => secondsUntil(end, 0)), [0, 0]);
});

Deno.test("after the last step nothing is asked, and other keys are no moves", () => {
  equal(movesAt({ phase: "waiting", round: 0 }, false), []);
  equal(pressed("Home", { phase: "voting", round: 1 }), undefined);
});

Deno.test("the table shows what was voted for, most popular first, and all that is right", () => {
  equal(shownChoices([[3, 0, 1, 0]], [1], 8), [0, 2, 1]);
  equal(shownChoices([[3, 2, 1, 0], [0, 4, 1, 0]], [3], 2), [1, 2, 3]);
});

Deno.test("of many right answers, the table shows one that nobody chose, and all that somebody did", () => {
  equal(shownChoices([[0, 0, 0, 0, 2, 1]], [0, 1, 2, 3, 5], 1), [4, 5]);
  equal(shownChoices([[0, 0, 0, 0, 2, 0]], [0, 1, 2, 3], 1), [4, 0]);
  equal(shownChoices([[0, 0, 0, 0]], [0, 1, 2, 3], 3), [0, 1, 2]);
});

Deno.test("a part of nobody is nothing", () => {
  equal([percent(1, 3), percent(0, 0)], [33, 0]);
});

Deno.test("the private link has the host of the room's address", () => {
  const location = new URL("http://localhost:8501/encode?lang=en#room=ABCDEF.secret");
  makeDocument();
  Object.assign(globalThis, { location });
  Object.assign(history, { replaceState() {} });
  takeRoomFromAddress();
  equal(
    wayBack("http://192.0.2.7:8501/room/ABCDEF"),
    "http://192.0.2.7:8501/encode?lang=en#room=ABCDEF.secret",
  );
});
