// The stepper, for a class: what a teacher hides, the presenter's view, the guided lesson, notes.

import { el } from "../../drawing/elements.js";
import { Presenter } from "../walking/presenter.js";
import { Guide } from "./guide.js";
import { Notes } from "./notes.js";

/**
 * @import { Tell } from "../../component/component.d.ts"
 * @import { ClassroomOptions } from "../payload.d.ts"
 * @import { MergeStepper } from "../walker.d.ts"
 */

/** Where there is no app, and so no class. @type {ClassroomOptions} */
const NOTHING_ON = { present: false, hidden: [], card: 0, notes: [], text: {} };

/** What a lesson link switches on, beside the walk. It costs a step nothing where nothing is on. */
export class Classroom {
  /** @param {MergeStepper} stepper @param {Tell} tell */
  constructor(stepper, tell) {
    this.stepper = stepper;
    /** @type {ClassroomOptions} */
    this.options = stepper.model.walk.classroom ?? NOTHING_ON;
    this.presenter = new Presenter(stepper, this.options.text, tell);
    this.guide = new Guide(stepper, this.options.text, tell);
    this.notes = new Notes(stepper, this.options);
    this.node = el("div", { className: "classroom" }, this.presenter.node, this.guide.node);
  }

  /** @param {ClassroomOptions|undefined} options what Python sends now */
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
