// The controls of a walk.

import { t } from "../../browser/sentences.js";
import { el, fill } from "../../drawing/elements.js";
import { icon } from "../../drawing/icons.js";

/**
 * @import { Player } from "./player.js"
 */

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
  return el("button", { type: "button", className, ariaLabel, title, onclick }, sign);
}

/** First, back, play, next, last; the scrubber; the field for a step; the speed. */
export class Transport {
  /** @param {Player<any>} stepper @param {Called} called */
  constructor(stepper, called) {
    const steps = stepper.model.steps;
    this.called = called;
    const by = (/** @type {number} */ steps) => () => stepper.go(stepper.step + steps);
    this.first = control("first", t("Start"), t("Start (Home key)"), () => stepper.go(0));
    this.previous = control("previous", t("Previous"), t("Previous (left arrow key)"), by(-1));
    this.play = control(
      "play",
      t("Play"),
      t("Play or pause (space bar)"),
      () => stepper.togglePlay(),
    );
    this.next = control("next", t("Next"), t("Next (right arrow key)"), by(1));
    this.last = control("last", t("Last"), t("Last (End key)"), () => stepper.go(steps));
    this.number = el("input", {
      type: "text",
      inputMode: "numeric",
      className: "number",
      ariaLabel: called.field ?? t("Step number"),
    });
    this.number.onchange = () => this.jump(stepper);
    this.scrubber = el("input", {
      type: "range",
      min: "0",
      max: String(steps),
      step: "1",
      className: "scrubber",
      ariaLabel: called.slider ?? t("Drag to a step"),
    });
    this.inWords = (/** @type {number} */ _step) => "";
    /** Marks of events along the steps; screen readers have them in words. */
    this.marks = el("span.step-marks");
    this.marks.setAttribute("aria-hidden", "true");
    this.track = el("span.step-track", this.scrubber, this.marks);
    this.scrubber.oninput = () => stepper.go(Number(this.scrubber.value));
    this.speed = el(
      "select.speed",
      { ariaLabel: t("Speed") },
      ...SPEEDS.map((x) => el("option", { value: String(x) }, `${x}×`)),
    );
    this.speed.value = "1";
    this.speed.onchange = () => stepper.setSpeed(Number(this.speed.value));
    this.node = this.frame(stepper.number(steps));
  }

  /** @param {string} last the number of the last step */
  frame(last) {
    return el(
      "div.transport",
      { role: "group", ariaLabel: this.called.controls },
      el("div.buttons", this.first, this.previous, this.play, this.next, this.last),
      el(
        "label.jump",
        fill(this.called.place ?? t("step {k} of {n}"), { k: this.number, n: last }),
        " ",
        el("small", this.called.end ?? ""),
      ),
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
  jump(stepper) {
    const typed = this.number.value.replace(/[\s,]/g, "");
    if (/^\d+$/.test(typed)) stepper.go(Number(typed));
    this.number.value = String(stepper.step);
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
    const pressed = [this.first, this.previous, this.next, this.last].find((button) =>
      button.disabled && button.matches(":focus")
    );
    if (pressed) this.takeFocus();
    const label = playing ? t("Pause") : t("Play");
    if (this.play.ariaLabel === label) return;
    this.play.replaceChildren(icon(playing ? "pause" : "play"));
    this.play.ariaLabel = label;
  }
}
