// Walking step by step: with controls, with keys, or automatically.

import { Movement } from "../../drawing/movement.js";
import { wholeIn } from "../../drawing/numbers.js";
import { actionOf } from "./keys.js";
import { Transport } from "./transport.js";

/**
 * @import { Part } from "../walker.d.ts"
 * @import { Called } from "./transport.js"
 * @import { Turn } from "./turn.js"
 */

const SECONDS_A_STEP = 1.2;
/** Milliseconds without another step after which a step is reported. */
const QUIET_MS = 300;

/**
 * Something that is walked step by step: with its controls, with keys, or automatically. It draws
 * its parts; what makes a walk its own is which parts it has.
 * @template {{steps: number}} M
 */
export class Player {
  /** All that is drawn at each step, in this order. @type {Part[]} */
  parts = [];
  /** "Your turn", where steps can be predicted. @type {Turn<any>|undefined} */
  prediction = undefined;
  /** Told of the step after a pause. @type {((step: number) => void)|undefined} */
  report = undefined;
  speed = 1;
  playing = false;
  /** The step that is drawn; NaN for none. */
  drawn = NaN;

  /**
   * @param {M} model what is walked
   * @param {number} step where the walk starts
   * @param {Called} called what the controls are called
   * @param {string} lang the language in which numbers are written
   */
  constructor(model, step, called, lang) {
    this.model = model;
    this.step = Math.min(step, model.steps);
    this.number = wholeIn(lang);
    this.movement = new Movement();
    this.transport = new Transport(this, called);
  }

  /** @param {number} step */
  go(step) {
    const to = Math.max(0, Math.min(this.model.steps, step));
    if (to === this.model.steps && this.playing) this.togglePlay();
    if (to === this.step) return;
    this.step = to;
    this.arrive();
  }

  /** Called when the step has changed. */
  arrive() {
    this.update();
    clearTimeout(this.reporting);
    if (this.report) this.reporting = setTimeout(() => this.report?.(this.step), QUIET_MS);
  }

  /** Draws the step, which moves if it is a neighbour of the one that was drawn. */
  update() {
    const from = this.drawn;
    this.drawn = this.step;
    const moves = this.movement.begin(this.speed) && Math.abs(this.step - from) === 1 &&
      this.mayMove();
    if (moves) this.prepare(from);
    this.drawStep();
    this.movement.soon(() => {
      this.measure(moves ? from : undefined);
      if (moves) this.move(this.step > from);
    });
  }

  drawStep() {
    this.transport.update(this);
    for (const part of this.parts) part.update?.();
  }

  /** Called before a step that moves is drawn. @param {number} from */
  prepare(from) {
    for (const part of this.parts) part.prepare?.(from);
  }

  /**
   * Called in the next frame. All is measured before the first part moves: what is read after a
   * change is laid out again.
   * @param {number|undefined} from the step from which it moves, if it does
   */
  measure(from) {
    for (const part of this.parts) part.measure?.(from);
  }

  /** Shows the step that is drawn as one movement. @param {boolean} forwards */
  move(forwards) {
    for (const part of this.parts) part.move?.(this.movement, forwards);
  }

  /** Whether a step may move: not while the learner has to answer first. */
  mayMove() {
    return !this.prediction?.on;
  }

  /** Plays or pauses, except while the learner predicts: each step needs an answer. */
  togglePlay() {
    if (!this.playing && this.prediction?.on) return;
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

  /** Takes the focus that was in the walk before this one. */
  takeFocus() {
    this.transport.takeFocus();
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
    clearTimeout(this.reporting);
  }
}
