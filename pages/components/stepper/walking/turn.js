// "Your turn": the learner answers a question about the next step before it is shown.

import { t } from "../../browser/sentences.js";
import { button, el } from "../../drawing/elements.js";
import { panel } from "../../drawing/panel.js";
import { Answers } from "./answers.js";

/**
 * @import { Tell } from "../../component/component.d.ts"
 * @import { Asked } from "../walker.d.ts"
 * @import { Answer } from "./answers.js"
 */

/**
 * A walk's question, its switch and its score. Subclasses say what is asked, in `question`, and
 * what is shown after an answer, in `reveal`.
 * @template {Asked} S
 */
export class Turn {
  /** @param {S} stepper @param {Tell} tell */
  constructor(stepper, tell) {
    const { walk } = stepper.model;
    this.stepper = stepper;
    this.answers = new Answers(walk.key);
    this.on = Boolean(walk.predict);
    this.box = el("input", { type: "checkbox", checked: this.on });
    this.box.onchange = () => {
      this.set(this.box.checked);
      tell("predict", this.on ? "on" : "off");
    };
    this.switch = el(
      "label.predict",
      { title: t("Guess each step before you see it") },
      this.box,
      " ",
      t("Predict"),
    );
    this.score = el("span.score");
    this.again = button(t("Start again"), () => this.reset(), "again");
    this.body = el("div.question");
    this.result = el("div.tools.result", this.score, this.again);
    this.node = panel(t("Your turn"), "turn", null, this.body, this.result);
    this.node.hidden = !this.on;
  }

  /** The question at this step. @returns {Node[]} */
  question() {
    return [];
  }

  /** Whether an answer was right, and why. @param {Answer} _answer @returns {(Node|string)[]} */
  reveal(_answer) {
    return [];
  }

  /** Whether an answer was right, in words. @param {string} outcome @param {Node|string} words */
  verdictLine(outcome, words) {
    return el("p", { className: `answer ${outcome}`, role: "status" }, words);
  }

  /** Whether the learner has to answer before the next step is shown. */
  get asking() {
    const { step, model } = this.stepper;
    return this.on && step < model.steps && !this.answers.bySteps.has(step);
  }

  /** Whether the learner has answered, and the next step is still to be taken. */
  get isAnswered() {
    return this.on && this.answers.bySteps.has(this.stepper.step);
  }

  /** @param {boolean} on */
  set(on) {
    if (on === this.on) return;
    this.on = this.box.checked = on;
    this.node.hidden = !on;
    if (this.stepper.playing) this.stepper.togglePlay();
    this.stepper.update();
  }

  reset() {
    this.answers.clear();
    this.stepper.update();
  }

  /** Says to the style what is hidden now. */
  markStates() {
    const { node } = this.stepper;
    const states = {
      predicting: this.on,
      asking: this.asking,
      answered: this.isAnswered,
    };
    for (const [name, is] of Object.entries(states)) node.classList.toggle(name, is);
  }

  /** The score in words. @param {Record<string, string>} numbers */
  scored(numbers) {
    return t("{right} of {n} right. In a row: {streak}.", numbers);
  }

  draw() {
    const { step, model, number } = this.stepper;
    const { total, right, alone, streak } = this.answers.score();
    this.score.textContent = total
      ? this.scored({
        right: number(right),
        n: number(total),
        alone: number(alone),
        streak: number(streak),
      })
      : "";
    this.result.hidden = this.answers.bySteps.size === 0;
    const answer = this.answers.bySteps.get(step);
    if (step === model.steps) {
      this.body.replaceChildren(
        el("p", t("This is the last step: nothing is left to predict.")),
      );
    } else if (answer) this.body.replaceChildren(...this.reveal(answer), this.goOn());
    else this.body.replaceChildren(...this.question());
  }

  goOn() {
    return button(t("Take this step"), () => this.stepper.go(this.stepper.step + 1), "go-on");
  }
}
