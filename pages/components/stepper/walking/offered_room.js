// Lets a teacher open a room from the presenter view of a lesson with predictions. A room that this
// tab has is also shown in the normal view: a vote may be open.

import { t } from "../../browser/sentences.js";
import { TeachersRoom } from "../../rooms/teacher/room.js";
import { savedRoom } from "../../rooms/teacher/room_wire.js";
import { appRoot } from "./trace_source.js";

/**
 * @import { AboutCorpus } from "../payload.d.ts"
 * @import { Asker, Labels } from "../../rooms/teacher/room.js"
 * @import { Presenter } from "./mounted.js"
 */

/**
 * A walk that a room asks about: a training, or a word on its way to its tokens.
 * @typedef {Partial<Asker> & Pick<Asker, "question"|"carryOut"> & {
 *   node: HTMLElement, asks: string, predict(isOn: boolean): void, isPredicted(): boolean
 * }} Predicted  `asks` is the algorithm of what is asked; `predict` switches on or off that steps
 *   are predicted
 */

/** The labels where questions are about merges. @returns {Labels} */
export const stepsInWords = () => ({
  ask: t("Start a vote on the next step"),
  carryOut: t("Do the merge"),
  way: (k, parts) => t("step {k}: {parts}", { k, parts }),
});

export class OfferedRoom {
  /** @param {Presenter} presenter @param {Predicted} lesson */
  constructor(presenter, lesson) {
    this.presenter = presenter;
    this.lesson = lesson;
    this.isOpen = false;
    this.wasPredicted = false;
    /** @type {TeachersRoom|undefined} */
    this.room = undefined;
  }

  /**
   * Offers a room where Python says that there can be one.
   * @param {{present: boolean, about?: AboutCorpus}} options
   */
  offer({ present, about }) {
    if (!this.room && about && (present || savedRoom())) {
      this.room = new TeachersRoom(appRoot(), {
        labels: stepsInWords(),
        ...this.lesson,
        source: [this.lesson.asks, about.corpus, "", null],
        open: (isOpen) => this.open(isOpen),
        hold: (isHeld) => this.lesson.node.classList.toggle("room-asks", isHeld),
      }, about);
      this.presenter.node.prepend(this.room.button);
      this.presenter.node.after(this.room.node);
      this.room.comeBack();
    }
  }

  /** @param {boolean} isOpen */
  open(isOpen) {
    const { lesson } = this;
    if (isOpen) this.wasPredicted = lesson.isPredicted();
    this.isOpen = isOpen;
    lesson.node.classList.toggle("in-room", isOpen);
    lesson.predict(isOpen || this.wasPredicted);
  }

  /** Called when the lesson is at another step. */
  update() {
    this.room?.update();
  }

  /** Handles a clicker's key; says whether it was one. @param {KeyboardEvent} event */
  key(event) {
    return this.room?.key(event) ?? false;
  }

  /** Leaves the room to what comes in place of this one, on this page or another. */
  leave() {
    this.room?.leave();
  }
}
