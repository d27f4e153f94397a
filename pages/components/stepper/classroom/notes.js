// Notes on the beliefs that a step disproves.

import { t } from "../../browser/sentences.js";
import { el, fill } from "../../drawing/elements.js";
import { Values } from "../../tokens/values.js";

/**
 * @import { ClassroomOptions, Note } from "../payload.d.ts"
 * @import { MergeStepper } from "../walker.d.ts"
 */

export class Notes {
  /** @param {MergeStepper} stepper @param {ClassroomOptions} options */
  constructor(stepper, { notes }) {
    this.stepper = stepper;
    this.values = new Values(stepper.model.walk.lang);
    /** @type {Map<number, Note[]>} */
    this.byStep = new Map();
    for (const note of notes) {
      this.byStep.set(note.step, [...(this.byStep.get(note.step) ?? []), note]);
    }
    this.node = el("div.notes");
  }

  update() {
    const here = this.byStep.get(this.stepper.step) ?? [];
    if (here.length || this.node.firstChild) {
      this.node.replaceChildren(...here.map((note) => this.draw(note)));
    }
  }

  /** Draws a note. When closed it is one line, so the stage doesn't move. @param {Note} note */
  draw(note) {
    const belief = fill(t("Really? {belief}"), { belief: el("b", note.belief) });
    return el(
      "details.note",
      el("summary", belief),
      el("p", this.values.sentence(note.fact, note.facts)),
    );
  }
}
