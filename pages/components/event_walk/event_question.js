// "Your turn" in a walk over events: one of a few answers says what the next step does.

import { t } from "../browser/sentences.js";
import { button, el } from "../drawing/elements.js";
import { keepFocus } from "../drawing/kept_focus.js";
import { Turn } from "../stepper/walking/turn.js";

/**
 * @import { Answer } from "../stepper/walking/answers.js"
 * @import { Events } from "./event_walk.js"
 */

/** @extends {Turn<Events>} */
export class EventQuestion extends Turn {
  /** The question at this step, if any. */
  get now() {
    return this.stepper.model.walk.events[this.stepper.step].question;
  }

  /** @override */
  get asking() {
    return super.asking && this.now !== null;
  }

  update() {
    if (!this.on && !this.stepper.node.classList.contains("predicting")) return;
    this.markStates();
    if (this.on) this.draw();
  }

  /** @override */
  draw() {
    keepFocus(this.body, () => super.draw(), this.again);
  }

  /** @override */
  question() {
    const question = this.now;
    if (!question) {
      return [el("p", {}, t("There is nothing to choose here. Take the next step.")), this.goOn()];
    }
    const { stepper } = this;
    const choices = question.choices.map((choice, i) =>
      button(stepper.draw(choice), () => this.check(i))
    );
    return [
      el("p", { className: "asked", role: "status" }, stepper.sentence(question)),
      el("div", { className: "choices" }, ...choices),
    ];
  }

  /** @param {number} pick */
  check(pick) {
    const { step } = this.stepper;
    const isRight = this.now?.right.includes(pick);
    this.answers.add({ step, pick: [pick], outcome: isRight ? "right" : "wrong", hints: 0 });
    this.stepper.update();
  }

  /** The verdict, and what the next step says. @override @param {Answer} answer */
  reveal({ step, outcome }) {
    const { stepper } = this;
    return [
      this.verdictLine(outcome, outcome === "right" ? t("Right.") : t("Not right.")),
      el("p", {}, stepper.sentence(stepper.model.walk.events[step + 1])),
    ];
  }
}
