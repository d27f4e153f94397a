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

/**
 * Offers a room where Python says that there can be one. In it, each step is predicted.
 * @param {Presenter} presenter
 * @param {Predicted} lesson
 * @param {{present: boolean, about?: AboutCorpus}} options
 */
export function offerRoom(presenter, lesson, { present, about }) {
  if (!about || !(present || savedRoom())) return undefined;
  const { classList } = lesson.node;
  let wasPredicted = false;
  const room = new TeachersRoom(appRoot(), {
    labels: stepsInWords(),
    ...lesson,
    source: [lesson.asks, about.corpus, "", null],
    open(isOpen) {
      if (isOpen) wasPredicted = lesson.isPredicted();
      classList.toggle("in-room", isOpen);
      lesson.predict(isOpen || wasPredicted);
    },
    hold: (isHeld) => classList.toggle("room-asks", isHeld),
  }, about);
  presenter.node.prepend(room.button);
  presenter.node.after(room.node);
  room.comeBack();
  return room;
}
