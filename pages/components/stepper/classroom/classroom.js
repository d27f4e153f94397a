// The stepper, for a class: what a teacher hides, the presenter's view, the guided lesson, notes.

import { el } from "../../drawing/elements.js";
import { TeachersRoom } from "../../rooms/teacher/room.js";
import { appRoot } from "../walking/app_root.js";
import { Presenter } from "../walking/presenter.js";
import { Guide } from "./guide.js";
import { Notes } from "./notes.js";

/**
 * @import { Tell } from "../../component/component.d.ts"
 * @import { ClassroomOptions } from "../payload.d.ts"
 * @import { MergeStepper } from "../walker.d.ts"
 */

/** The options without the app, and so without a class. @type {ClassroomOptions} */
const NOTHING_ON = { present: false, hidden: [], card: 0, notes: [], text: {} };

/** What a lesson link switches on beside the walk. When nothing is on, steps are no slower. */
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
    /** @type {TeachersRoom|undefined} */
    this.room = undefined;
  }

  /** Opens a room in which the class predicts this walk, once Python offers one. */
  offerRoom() {
    const { room: text, present } = this.options;
    if (!this.room && text && present) {
      this.room = new TeachersRoom(appRoot(), text, this.asker());
      this.presenter.node.prepend(this.room.button);
      this.presenter.node.after(this.room.node);
      this.room.comeBack();
    }
    this.room?.button.toggleAttribute("disabled", !text);
  }

  /** What a room needs from this walk: each step in turn. */
  asker() {
    const { stepper } = this;
    const { prediction, model } = stepper;
    let wasOn = prediction.on;
    return {
      question: () =>
        stepper.step < model.steps ? { key: model.walk.key, step: stepper.step } : null,
      open: (/** @type {boolean} */ isOn) => {
        if (isOn) wasOn = prediction.on;
        stepper.node.classList.toggle("in-room", isOn);
        prediction.set(isOn || wasOn);
      },
      carryOut: (/** @type {number} */ step) => stepper.go(step),
    };
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
    this.offerRoom();
    this.guide.follow(this.options.card);
  }

  update() {
    this.guide.update();
    this.notes.update();
    this.room?.update();
  }
}
