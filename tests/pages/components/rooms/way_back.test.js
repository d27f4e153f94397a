// The private link names a host that other devices find, not the teacher's `localhost`.

import { equal } from "node:assert/strict";

import {
  takeRoomFromAddress,
  wayBack,
} from "../../../../pages/components/rooms/teacher/room_wire.js";

Deno.test("the private link has the host of the room's address", () => {
  const location = new URL("http://localhost:8501/encode?lang=en#room=ABCDEF.secret");
  Object.assign(globalThis, { location, history: { replaceState() {} } });
  takeRoomFromAddress();
  equal(
    wayBack("http://192.0.2.7:8501/room/ABCDEF"),
    "http://192.0.2.7:8501/encode?lang=en#room=ABCDEF.secret",
  );
});
