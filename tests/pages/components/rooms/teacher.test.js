// What a teacher's room shows on the projector, and what it tells the server.

import { deepStrictEqual as equal } from "node:assert/strict";

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
  first.onclose({ code: 4000 });
  equal(room.count.textContent, "4 joined");
});

Deno.test("a choice of hands that is made stays while the same question is open", () => {
  makeDocument();
  const hands = new Hands(() => {});
  hands.show(["h + u", "u + g"]);
  const [first] = hands.choice.children;
  hands.show(["h + u", "u + g"]);
  hands.node.open = true;
  hands.show(["h + u", "u + g"]);
  equal([hands.choice.children[0] === first, hands.node.open], [true, true]);
  hands.show(["u + n"]);
  const names = [...hands.choice.children].map(({ textContent }) => textContent);
  equal([names, hands.node.open], [["u + n"], false]);
});

const PHASES = ["waiting", "voting", "closed", "counted", "shown"];

Deno.test("a clicker leads on, goes back where nothing is lost, and any other key is no move", () => {
  const pressed = (/** @type {string} */ key, held = "", hasNext = true) =>
    PHASES.map((phase) => {
      const moment = /** @type {any} */ ({ phase, round: 1 });
      const press = { key, altKey: false, ctrlKey: false, metaKey: false, [held]: true };
      return moveByKey(press, movesAt(moment, hasNext), moment);
    });
  for (const key of ["PageDown", "ArrowRight", "ArrowDown"]) {
    equal(pressed(key), ["ask", "close", "again", "again", "carry_out"]);
    for (const held of ["altKey", "ctrlKey", "metaKey"]) equal(pressed(key, held)[1], undefined);
  }
  for (const key of ["PageUp", "ArrowLeft", "ArrowUp"]) {
    equal(pressed(key), [null, null, "back", "back", null]);
  }
  equal([pressed("Home")[1], pressed("PageDown", "", false)[0]], [undefined, null]);
  const [first, again] = [1, 2].map((round) => movesAt({ phase: "voting", round }, true, 1));
  equal([first, again], [["show", "close", "carry_out"], ["show", "close", "back"]]);
});

Deno.test("a countdown is read as minutes and seconds", () => {
  equal([90, 60, 9, 0].map(clockText), ["1:30", "1:00", "0:09", "0:00"]);
  equal([12_000, 3_001, 3_000, 1].map((end) => secondsUntil(end, 0)), [12, 4, 3, 1]);
  equal([0, -5_000].map((end) => secondsUntil(end, 0)), [0, 0]);
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
  /** @type {string[]} */
  const addresses = [];
  Object.assign(history, {
    replaceState: (/** @type {string[]} */ ...[, , to]) => addresses.push(to),
  });
  takeRoomFromAddress();
  equal(addresses, ["/encode?lang=en"]);
  equal(
    wayBack("http://192.0.2.7:8501/room/ABCDEF"),
    "http://192.0.2.7:8501/encode?lang=en#room=ABCDEF.secret",
  );
});
