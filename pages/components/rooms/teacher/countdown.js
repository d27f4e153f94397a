// A countdown on the projector. At its end, the vote is closed.

import { el } from "../../drawing/elements.js";

/** @param {number} seconds */
export const clockText = (seconds) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/**
 * Whole seconds until a moment, both in milliseconds; none when it is over.
 * @param {number} end
 * @param {number} now
 */
export const secondsUntil = (end, now) => Math.max(0, Math.ceil((end - now) / 1_000));

export class Countdown {
  /** @param {() => void} atEnd */
  constructor(atEnd) {
    this.atEnd = atEnd;
    this.end = 0; // when it is over, in milliseconds
    this.node = el("b", { className: "countdown", role: "timer", hidden: true });
  }

  /** @param {number} seconds */
  start(seconds) {
    this.stop();
    this.end = Date.now() + 1_000 * seconds;
    this.node.hidden = false;
    this.ticking = setInterval(() => this.tick(), 200);
    this.tick();
  }

  stop() {
    clearInterval(this.ticking);
    this.node.hidden = true;
  }

  tick() {
    const left = secondsUntil(this.end, Date.now());
    this.node.textContent = clockText(left);
    if (left) return;
    this.stop();
    this.atEnd();
  }
}
