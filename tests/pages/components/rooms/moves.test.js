// A clicker's two keys do all of a room.

import {
  moveByKey,
  movesAt,
  percent,
  shownChoices,
} from "../../../../pages/components/rooms/teacher/moves.js";

/** @param {unknown} found @param {unknown} wanted */
function equal(found, wanted) {
  const [a, b] = [JSON.stringify(found), JSON.stringify(wanted)];
  if (a !== b) throw new Error(`${a} is not ${b}`);
}

/** @param {string} key @param {any} phase @param {number} round */
const pressed = (key, phase, round) =>
  moveByKey(
    { key, altKey: false, ctrlKey: false, metaKey: false },
    movesAt({ phase, round }, true),
  );

Deno.test("onwards goes through one vote, and back votes again before or after it is shown", () => {
  const phases = ["waiting", "voting", "closed", "shown"];
  equal(phases.map((phase) => pressed("PageDown", phase, phase === "waiting" ? 0 : 1)), [
    "ask",
    "close",
    "show",
    "carry_out",
  ]);
  equal(phases.slice(1).map((phase) => pressed("PageUp", phase, 1)), [null, "again", "again"]);
});

Deno.test("there is no third vote", () => {
  equal(["closed", "shown"].map((phase) => pressed("PageUp", phase, 2)), [null, null]);
  equal(pressed("PageDown", "shown", 2), "carry_out");
});

Deno.test("after the last step nothing is asked, and other keys are the walk's", () => {
  equal(movesAt({ phase: "waiting", round: 0 }, false), []);
  equal(pressed("ArrowRight", "voting", 1), undefined);
});

Deno.test("the table shows what was voted for, most popular first, and all that is right", () => {
  equal(shownChoices([[3, 0, 1, 0]], [1], 8), [0, 2, 1]);
  equal(shownChoices([[3, 2, 1, 0], [0, 4, 1, 0]], [3], 2), [1, 2, 3]);
});

Deno.test("a part of nobody is nothing", () => {
  equal([percent(1, 3), percent(0, 0)], [33, 0]);
});
