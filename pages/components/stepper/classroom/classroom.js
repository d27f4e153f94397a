// The stepper, for a class: what a teacher hides, the presenter's view, the arrival, notes.

import { t } from "../../browser/sentences.js";
import { el, fill } from "../../drawing/elements.js";
import { Values } from "../../tokens/values.js";
import { Arrival } from "../arrival/arrival.js";
import { Presenter } from "../walking/presenter.js";

/**
 * @import { Tell } from "../../component/component.d.ts"
 * @import { ClassroomOptions, Note } from "../payload.d.ts"
 * @import { MergeStepper } from "../walker.d.ts"
 * @import { OfferedRoom } from "../walking/offered_room.js"
 */

/** The options without the app, and so without a class. @type {ClassroomOptions} */
const NOTHING_ON = { present: false, hidden: [], place: 0, notes: [] };

/** The sentences of a room where a step is a round of pruning. */
const roundsInWords = () => ({
  ask: t("Start a vote on the next round"),
  carryOut: t("Do the round"),
  way: (/** @type {number} */ k, /** @type {string} */ parts) =>
    t("round {k}: {parts}", { k, parts }),
});

/** The options of a lesson link beside the walk. When nothing is on, steps are no slower. */
export class Classroom {
  /** @param {MergeStepper} stepper @param {Tell} tell @param {typeof OfferedRoom} [Room] */
  constructor(stepper, tell, Room) {
    this.stepper = stepper;
    /** @type {ClassroomOptions} */
    this.options = stepper.model.walk.classroom ?? NOTHING_ON;
    this.presenter = new Presenter(stepper, tell);
    this.arrival = new Arrival(stepper, tell);
    this.notes = new Notes(stepper, this.options);
    this.node = el("div", { className: "classroom" }, this.presenter.node);
    this.Room = Room;
    /** @type {OfferedRoom|undefined} */
    this.room = undefined;
  }

  /** Lets a room ask about this walk: each step in turn. */
  predicted() {
    const { stepper } = this;
    const { prediction, model } = stepper;
    return {
      node: stepper.node,
      asks: model.walk.algorithm,
      question: () =>
        stepper.step < model.steps ? { key: model.walk.key, step: stepper.step } : null,
      isPredicted: () => prediction.on,
      predict: (/** @type {boolean} */ isOn) => prediction.set(isOn),
      go: (/** @type {number} */ step) => stepper.go(step),
      reached: () => stepper.step,
      labels: model.walk.algorithm === "unigram" ? roundsInWords() : undefined,
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
    this.room ??= this.Room && new this.Room(this.presenter, this.predicted());
    this.room?.offer(this.options);
    this.arrival.follow(this.options.place);
  }

  update() {
    this.arrival.update();
    this.notes.update();
    this.room?.update();
  }
}

class Notes {
  /** @param {MergeStepper} stepper @param {ClassroomOptions} options */
  constructor(stepper, { notes }) {
    this.stepper = stepper;
    this.values = new Values(stepper.model.walk.lang);
    /** @type {Map<number, Note[]>} */
    this.byStep = new Map();
    for (const note of notes) {
      this.byStep.set(note.step, [...(this.byStep.get(note.step) ?? []), note]);
    }
    this.node = el("div", { className: "notes" });
  }

  update() {
    const here = this.byStep.get(this.stepper.step) ?? [];
    if (here.length || this.node.firstChild) {
      this.node.replaceChildren(...here.map((note) => this.draw(note)));
    }
  }

  /** Draws a note. When closed it is one line, so the stage doesn't move. @param {Note} note */
  draw(note) {
    const belief = fill(t("Really? {belief}"), { belief: el("b", {}, note.belief) });
    return el(
      "details",
      { className: "note" },
      el("summary", {}, belief),
      el("p", {}, this.values.sentence(note.fact, note.facts)),
    );
  }
}
