// Walking step by step: with controls, with keys, or automatically.

import { t } from "../../browser/sentences.js";
import { button, el, fill, isBrowsers } from "../../drawing/elements.js";
import { icon } from "../../drawing/icons.js";
import { Movement } from "../../drawing/movement.js";
import { wholeIn } from "../../drawing/numbers.js";

/**
 * @import { Part } from "../walker.d.ts"
 * @import { Turn } from "./turn.js"
 */

/**
 * @typedef {{step: number, model: {steps: number}, go(step: number): void, togglePlay(): void}}
 *   Walk
 */

/** @typedef {Pick<KeyboardEvent, "key"|"altKey"|"ctrlKey"|"metaKey">} Press */

/** Roles of elements that use the arrow keys themselves. */
const TAKES_KEYS = ["combobox", "listbox", "slider", "menu", "tablist", "radiogroup"]
  .map((role) => `[role="${role}"]`).join(", ");

/** @type {Record<string, (walk: Walk) => void>} */
const ACTIONS = {
  ArrowLeft: (walk) => walk.go(walk.step - 1),
  PageUp: (walk) => walk.go(walk.step - 1),
  ArrowRight: (walk) => walk.go(walk.step + 1),
  PageDown: (walk) => walk.go(walk.step + 1),
  Home: (walk) => walk.go(0),
  End: (walk) => walk.go(walk.model.steps),
  " ": (walk) => walk.togglePlay(),
};

/**
 * The action of a key on the walk; nothing if it is meant for the element with the focus.
 * @param {Press} press
 * @param {any} target what has the focus
 * @param {object} scrubber the walk's own slider, on which keys mean the walk
 */
export function actionOf(press, target, scrubber) {
  const { key } = press;
  if (isBrowsers(press) || (target !== scrubber && isTyping(target))) return undefined;
  const isPressed = /^(BUTTON|A|SUMMARY)$/.test(target?.tagName ?? "");
  if (key === " " && isPressed) return undefined; // Space presses what has the focus
  return Object.hasOwn(ACTIONS, key) ? ACTIONS[key] : undefined;
}

/** Whether a key pressed on an element is meant for that element. @param {any} target */
function isTyping(target) {
  const isField = /^(INPUT|TEXTAREA|SELECT)$/.test(target?.tagName ?? "");
  return Boolean(target?.isContentEditable || isField || target?.closest?.(TAKES_KEYS));
}

/**
 * The token that an arrow key leads to. Left and right lead to the adjacent token in reading order,
 * up and down to the first token of another word. With no token focused, any arrow leads to the
 * first one.
 * @param {string} key
 * @param {number} place of the token that has the focus; -1 for none
 * @param {number[]} starts the place of each word's first token
 * @param {number} total
 * @param {boolean} isRightToLeft the word is read that way
 * @returns {number|undefined} nothing for another key
 */
export function tokenByKey(key, place, starts, total, isRightToLeft) {
  if (!key.startsWith("Arrow") || !total) return undefined;
  if (place < 0) return 0;
  const word = starts.findLastIndex((start) => start <= place);
  const onwards = isRightToLeft ? "ArrowLeft" : "ArrowRight";
  if (key === "ArrowDown") return starts[word + 1] ?? place;
  if (key === "ArrowUp") return starts[Math.max(0, word - 1)];
  return Math.max(0, Math.min(total - 1, place + (key === onwards ? 1 : -1)));
}

const SPEEDS = [0.5, 1, 2, 4];

/**
 * The names of the controls: all of them, the place, its field and its slider; and why there are
 * no more steps.
 * @typedef {{
 *   controls: string, place?: string, field?: string, slider?: string, end?: string
 * }} Called
 */

/**
 * A button with an icon; only the one that is used most has its name on it.
 * @param {"first"|"previous"|"play"|"next"|"last"} className
 * @param {string} ariaLabel
 * @param {string} title
 * @param {() => void} onclick
 */
function control(className, ariaLabel, title, onclick) {
  const sign = className === "next" ? ariaLabel : icon(className);
  return button(sign, onclick, className, { ariaLabel, title });
}

/** First, back, play, next, last; the scrubber; the field for a step; the speed. */
export class Transport {
  /** @param {Player<any>} stepper @param {Called} called */
  constructor(stepper, called) {
    const { steps } = stepper.model;
    const by = (/** @type {number} */ steps) => () => stepper.go(stepper.step + steps);
    this.first = control("first", t("Start"), t("Start (Home key)"), () => stepper.go(0));
    this.previous = control("previous", t("Previous"), t("Previous (left arrow key)"), by(-1));
    const play = () => stepper.togglePlay();
    this.play = control("play", t("Play"), t("Play or pause (space bar)"), play);
    this.next = control("next", t("Next"), t("Next (right arrow key)"), by(1));
    this.last = control("last", t("Last"), t("Last (End key)"), () => stepper.go(steps));
    this.number = el("input", {
      type: "text",
      inputMode: "numeric",
      className: "number",
      ariaLabel: called.field ?? t("Step number"),
    });
    this.number.onchange = () => {
      const typed = this.number.value.replace(/[\s,]/g, "");
      if (/^\d+$/.test(typed)) stepper.go(Number(typed));
      this.number.value = String(stepper.step);
    };
    this.scrubber = el("input", {
      type: "range",
      max: String(steps),
      className: "scrubber",
      ariaLabel: called.slider ?? t("Drag to a step"),
    });
    this.inWords = (/** @type {number} */ _step) => "";
    /** Marks of events along the steps; screen readers have them in words. */
    this.marks = el("span.step-marks", { ariaHidden: "true" });
    this.track = el("span.step-track", this.scrubber, this.marks);
    this.scrubber.oninput = () => stepper.go(Number(this.scrubber.value));
    this.speed = el(
      "select.speed",
      { ariaLabel: t("Speed") },
      ...SPEEDS.map((x) => el("option", { value: String(x) }, `${x}×`)),
    );
    this.speed.value = "1";
    this.speed.onchange = () => {
      stepper.speed = Number(this.speed.value);
      stepper.tick();
    };
    const values = { k: this.number, n: stepper.number(steps) };
    const place = fill(called.place ?? t("step {k} of {n}"), values);
    this.node = el(
      "div.transport",
      { role: "group", ariaLabel: called.controls },
      el("div.buttons", this.first, this.previous, this.play, this.next, this.last),
      el("label.jump", place, " ", el("small", called.end ?? "")),
      this.track,
      this.speed,
    );
  }

  /**
   * Marks the slider. No step draws the marks again.
   * @param {HTMLElement[]} passed those that are seen once their step is reached
   * @param {HTMLElement[]} always those that are always seen
   * @param {(step: number) => string} inWords what those that are seen mean
   */
  mark(passed, always, inWords) {
    this.marks.replaceChildren(el("span.passed", ...passed), ...always);
    this.inWords = inWords;
  }

  /** Focuses the button for the next step, or the one for going back if there is none. */
  takeFocus() {
    (this.next.disabled ? this.previous : this.next).focus();
  }

  /** @param {Player<any>} stepper */
  update(stepper) {
    const { step, model, playing } = stepper;
    this.number.value = String(step);
    this.scrubber.value = String(step);
    this.scrubber.disabled = model.steps === 0;
    this.scrubber.title = this.inWords(step);
    this.marks.style.setProperty("--passed", `${(100 * step) / (model.steps || 1)}%`);
    this.first.disabled = this.previous.disabled = step === 0;
    this.next.disabled = this.last.disabled = step === model.steps;
    this.play.disabled = model.steps === 0;
    // A button that gets disabled loses the focus, which then moves to the other direction.
    const buttons = [this.first, this.previous, this.next, this.last];
    if (buttons.some((each) => each.disabled && each.matches(":focus"))) this.takeFocus();
    const label = playing ? t("Pause") : t("Play");
    if (this.play.ariaLabel === label) return;
    this.play.replaceChildren(icon(playing ? "pause" : "play"));
    this.play.ariaLabel = label;
  }
}

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

  tick() {
    clearInterval(this.ticking);
    if (!this.playing) return;
    this.ticking = setInterval(() => this.go(this.step + 1), 1000 * SECONDS_A_STEP / this.speed);
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
