// What a teacher's room shows on the projector, and what it tells the server.

import { deepEqual as equal } from "node:assert/strict";

import {
  moveByKey,
  movesAt,
  shownChoices,
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

Deno.test("what an earlier connection says counts no more", () => {
  makeDocument();
  Object.assign(globalThis, { WebSocket: Wire });
  const about = { corpus: "hug", is_large: false, suited: [] };
  const asker = { source: [], question: () => null, open() {}, hold() {}, labels: {} };
  const room = new TeachersRoom("https://a.example/", /** @type {any} */ (asker), about);
  room.open();
  const first = Wire.last;
  const voters = (/** @type {any} */ wire, /** @type {number} */ here) => {
    wire.say({ room: { phase: "waiting", round: 0, here, past: [], ballot: null, source: [] } });
    return room.count.textContent;
  };
  equal(voters(first, 3), "3 joined");
  room.wire?.connect();
  equal([voters(first, 99), voters(Wire.last, 4)], ["3 joined", "4 joined"]);
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
  equal(pressed(BACK, { phase: "counted", round: 1 }), "back");
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
  equal(shownChoices([[0, 2, 1, 3, 1], [0, 4, 1, 0, 0]], [0], 3), [1, 2, 3, 0]);
});

Deno.test("of many right answers, the table shows one that nobody chose, and all that somebody did", () => {
  equal(shownChoices([[0, 0, 0, 0, 2, 1]], [0, 1, 2, 3, 5], 1), [4, 5]);
  equal(shownChoices([[2, 1, 0, 3, 1]], [1, 4], 1), [3, 1, 4]);
  equal(shownChoices([[0, 0, 0, 0, 2, 0]], [0, 1, 2, 3], 1), [4, 0]);
  equal(shownChoices([[0, 0, 0, 0]], [0, 1, 2, 3], 3), [0, 1, 2]);
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
