// A figure of each step as a line under the slider, which is its axis.

import { el, svg } from "../../drawing/elements.js";
import { pathThrough, Plot, sampled } from "../../drawing/plot.js";

/**
 * @import { Movement } from "../../drawing/movement.js"
 * @import { Walker } from "../walker.d.ts"
 * @import { CorpusModel } from "../walking/corpus_model.js"
 */

/** When, in a step's movement, the winner is lit. */
const LIT = /** @type {[number, number]} */ ([0, 0.22]);

/** A line of the figure that decided each step; a click goes to the step above it. */
export class StepLine {
  /** @param {Walker<CorpusModel<any, any>> & {go(step: number): void}} stepper */
  constructor(stepper) {
    this.stepper = stepper;
    const { model } = stepper;
    this.plot = new Plot("step-line");
    this.node = this.plot.node;
    this.first = model.firstDecided;
    const steps = sampled(model.steps - this.first + 1).map((i) => i + this.first);
    if (model.steps >= this.first) {
      this.plot.line("decided", steps.map((step) => this.place(step, model.decidedBy(step))));
    }
    /** How often the pair that is pointed at occurred. */
    this.pointed = svg("path", { class: "pointed" });
    this.plot.lines.append(this.pointed);
    this.value = el("span");
    this.here = this.plot.addHere(this.value);
    this.node.onclick = (event) => {
      const { left, width } = this.node.getBoundingClientRect();
      stepper.go(Math.round(((event.clientX - left) / width) * model.steps));
    };
  }

  /** @param {number} step @param {number} amount */
  place(step, amount) {
    const { model } = this.stepper;
    return { x: step / (model.steps || 1), y: Math.min(1, amount / (model.mostDecided || 1)) };
  }

  /**
   * Draws how often a pair occurred up to the step that is shown; nothing without it.
   * @param {[number, number, number][]} [counts] the first step with a count, the next without it
   */
  follow(counts = []) {
    const { step } = this.stepper;
    const points = counts.filter(([first]) => first <= step).flatMap(([first, next, count]) =>
      [first, Math.min(next, step)].map((at) => this.place(at, count))
    );
    this.pointed.setAttribute("d", points.length ? pathThrough(points) : "");
  }

  measure() {
    this.plot.measure();
  }

  /** Shows the line go on. @param {Movement} movement */
  move(movement) {
    if (!this.here.hidden) this.plot.move(movement, LIT);
  }

  update() {
    const { step, model, amount } = this.stepper;
    const isDecided = step >= this.first;
    this.here.hidden = !isDecided;
    const decided = isDecided ? model.decidedBy(step) : 0;
    this.value.textContent = amount(decided);
    this.plot.arrive(this.place(step, decided));
    if (!isDecided) this.plot.now = undefined; // no step comes from there
    this.follow();
  }
}
