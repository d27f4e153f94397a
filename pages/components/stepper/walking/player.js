// Walking step by step: with controls, with keys, or automatically.

import { actionOf } from "./keys.js";
import { Transport } from "./transport.js";

/**
 * @import { Called } from "./transport.js"
 */

const SECONDS_A_STEP = 1.2;

/**
 * Something that is walked step by step: with its controls, with keys, or automatically. Subclasses
 * draw themselves in `arrive`.
 * @template {{steps: number}} M
 */
export class Player {
  /**
   * @param {M} model what is walked
   * @param {number} step where the walk starts
   * @param {Called} called what the controls are called
   * @param {(n: number) => string} number how a number is written
   */
  constructor(model, step, called, number) {
    this.model = model;
    this.step = Math.min(step, model.steps);
    this.number = number;
    this.speed = 1;
    this.playing = false;
    this.transport = new Transport(this, called);
  }

  /** Called when the step has changed. Subclasses draw it. */
  arrive() {}

  /** @param {number} step */
  go(step) {
    const to = Math.max(0, Math.min(this.model.steps, step));
    if (to === this.model.steps && this.playing) this.togglePlay();
    if (to === this.step) return;
    this.step = to;
    this.arrive();
  }

  togglePlay() {
    this.playing = !this.playing;
    if (this.playing && this.step === this.model.steps) this.go(0);
    this.tick();
    this.transport.update(this);
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.speed = speed;
    this.tick();
  }

  tick() {
    clearInterval(this.ticking);
    if (this.playing) {
      this.ticking = setInterval(
        () => this.go(this.step + 1),
        (1000 * SECONDS_A_STEP) / this.speed,
      );
    }
  }

  /** Whether keys are currently meant for something else. */
  isBusy() {
    return false;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const act = actionOf(event, event.composedPath()[0], this.transport.scrubber);
    if (!act || this.isBusy()) return;
    event.preventDefault();
    act(this);
  }

  stop() {
    clearInterval(this.ticking);
  }
}
