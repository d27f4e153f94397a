/**
 * The stepper as the app shows it, with a room that a teacher can open. A file that is taken home
 * has the stepper alone.
 */

import mount from "./stepper.js";
import { offerRoom } from "./walking/offered_room.js";

/**
 * @import { Drawing } from "../component/newest_drawing.js"
 */

/**
 * A visit that began with the walk of its first page (`frame_parts/first_walk`) goes on with it.
 * @param {Drawing<Uint8Array>} drawing
 */
export default function mountWithRoom(drawing) {
  const { firstWalk } = /** @type {any} */ (globalThis);
  return firstWalk ? firstWalk(drawing) : mount(drawing, offerRoom);
}
