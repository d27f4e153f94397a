// A walk whose data is sent again: it stays on the screen as long as it is the same walk.

import { savedStep } from "../../walk_follower/walk_place.js";

/**
 * @import { Mounted } from "./mounted.js"
 */

/**
 * @template {import("./player.js").Player<any>} W
 * @typedef {{walk: W, identity: string, visit: number}} Drawn
 */

/**
 * Draws a walk, or updates the one that is there. Returns what ends it.
 * @template {import("./player.js").Player<any>} W
 * @param {Mounted<Drawn<W>>} mounted
 * @param {HTMLElement} place
 * @param {{key: string, lang: string, step: number, visit: number}} sent
 * @param {() => W} start
 * @param {(walk: W, isBack: boolean) => void} refresh takes what was sent; the visitor may have
 *   come back to this step
 */
export function drawWalk(mounted, place, sent, start, refresh) {
  const known = mounted.at(place);
  const identity = `${sent.key} ${sent.lang}`;
  if (known?.identity === identity) {
    const isBack = sent.visit !== known.visit;
    refresh(known.walk, isBack);
    if (isBack) known.walk.go(sent.step);
    known.visit = sent.visit;
  } else {
    known?.walk.stop();
    if (!known) sent.step = savedStep() ?? sent.step;
    mounted.put(place, { walk: start(), identity, visit: sent.visit });
  }
  return mounted.end(place);
}
