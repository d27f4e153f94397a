// A clicker's two keys are enough to lead a room.

import { deepEqual as equal } from "node:assert/strict";

import { clockText, secondsUntil } from "../../../../pages/components/rooms/teacher/countdown.js";
import {
  darkens,
  moveByKey,
  movesAt,
  percent,
  shownChoices,
} from "../../../../pages/components/rooms/teacher/moves.js";

/** @param {string} key @param {any} phase @param {number} round */
const pressed = (key, phase, round) =>
  moveByKey(
    { key, altKey: false, ctrlKey: false, metaKey: false },
    movesAt({ phase, round }, true),
  );

/** What a move turns a moment into, as in `classroom/voting/room.py`. @type {Record<string, any>} */
const AFTER = {
  ask: () => ({ phase: "voting", round: 1 }),
  close: (/** @type {any} */ { round }) => ({ phase: "closed", round }),
  again: (/** @type {any} */ { round }) => ({ phase: "voting", round: round + 1 }),
  count: (/** @type {any} */ { round }) => ({ phase: "counted", round }),
  show: (/** @type {any} */ { round }) => ({ phase: "shown", round }),
  carry_out: () => ({ phase: "waiting", round: 0 }),
};

/**
 * The moves that keys make one after another, starting from a waiting room.
 * @param {string[]} keys
 */
function made(keys) {
  let moment = { phase: "waiting", round: 0 };
  return keys.map((key) => {
    const move = pressed(key, moment.phase, moment.round);
    if (move) moment = AFTER[move](moment);
    return move;
  });
}

const ON = "PageDown", BACK = "PageUp";

Deno.test("onwards goes through two votes, and shows nothing between them", () => {
  equal(made([ON, ON, ON, ON, ON, ON, ON]), [
    "ask",
    "close",
    "again",
    "close",
    "show",
    "carry_out",
    "ask",
  ]);
});

Deno.test("back shows the first vote; after that, onwards votes again, and back shows the answer", () => {
  equal(made([ON, BACK, ON, BACK, ON]), ["ask", null, "close", "count", "again"]);
  equal(made([ON, ON, BACK, BACK, ON]), ["ask", "close", "count", "show", "carry_out"]);
  equal(made([ON, ON, BACK, BACK, BACK]), ["ask", "close", "count", "show", "again"]);
});

Deno.test("there is no third vote", () => {
  equal(["closed", "shown"].map((phase) => pressed(BACK, phase, 2)), [null, null]);
  equal(pressed(ON, "shown", 2), "carry_out");
});

Deno.test("a clicker that sends arrows does the same", () => {
  const all = [ON, "ArrowRight", "ArrowDown", BACK, "ArrowLeft", "ArrowUp"];
  const counted = ["again", "again", "again", "count", "count", "count"];
  equal(all.map((key) => pressed(key, "closed", 1)), counted);
  equal(all.map((key) => pressed(key, "voting", 1)).slice(0, 3), ["close", "close", "close"]);
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
  equal(pressed("Home", "voting", 1), undefined);
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
