// The stepper, for a class: what a teacher hides, the presenter's view, the guided lesson, notes.

import { el } from "../../drawing/elements.js";
import { Presenter } from "../walking/presenter.js";
import { Guide } from "./guide.js";
import { Notes } from "./notes.js";

/**
 * @import { Stepper } from "../stepper.js"
 */

/** What a lesson link switches on, beside the walk. It costs a step nothing where nothing is on. */
export class Classroom {
  /** @param {Stepper} stepper @param {(name: string, value: any) => void} tell */
  constructor(stepper, tell) {
    const { classroom } = /** @type {any} */ (stepper.model.walk);
    this.stepper = stepper;
    this.options = classroom ?? { present: false, hidden: [], card: 0, notes: [], text: {} };
    this.presenter = new Presenter(stepper, this.options.text, tell);
    this.guide = new Guide(stepper, this.options.text, tell);
    this.notes = new Notes(stepper, this.options);
    this.node = el("div", { className: "classroom" }, this.presenter.node, this.guide.node);
  }

  /** @param {any} options what Python sends now */
  take(options) {
    if (!options) return;
    this.options = options;
    this.dress();
  }

  /** Once the stepper is drawn, and again when the options change. */
  dress() {
    this.presenter.dress(this.options);
    this.guide.show(this.options.card);
  }

  update() {
    this.guide.update();
    this.notes.update();
  }
}
