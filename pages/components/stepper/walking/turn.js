// "Your turn": the learner answers a question about the next step before it is shown.

import { t } from "../../browser/sentences.js";
import { isRecord, keepInTab, savedInTab } from "../../browser/tab_memory.js";
import { button, el } from "../../drawing/elements.js";
import { panel } from "../../drawing/panel.js";

/**
 * @import { Tell } from "../../component/newest_drawing.js"
 * @import { Asked } from "../walker.d.ts"
 */

const WALKS_KEPT = 20;
const KEPT = "merge-by-merge-predictions";
/**
 * @typedef {"right"|"tied"|"wrong"|"shown"} Outcome  tied is right; shown means not answered
 */

/** @typedef {{step: number, pick: number[], outcome: Outcome, hints: number}} Answer */

const OUTCOMES = ["right", "tied", "wrong", "shown"];

/** @param {any} value @returns {value is Answer} */
const isAnswer = (value) =>
  isRecord(value) && [value.step, value.hints].every(Number.isInteger) &&
  Array.isArray(value.pick) && value.pick.every(Number.isInteger) &&
  OUTCOMES.includes(String(value.outcome));

/** All walks with their answers, the most recently answered last. @returns {Record<string, any>} */
const savedWalks = () => savedInTab(KEPT, isRecord) ?? {};

/**
 * The answers given in this browser tab, in order. They outlive reruns, lessons and reloads.
 */
export class Answers {
  /** @param {string} key of the walk */
  constructor(key) {
    this.key = key;
    const given = savedWalks()[key];
    const answers = Array.isArray(given) ? given.filter(isAnswer) : [];
    /** @type {Map<number, Answer>} */
    this.bySteps = new Map(answers.map((answer) => [answer.step, answer]));
  }

  /** @param {Answer} answer */
  add(answer) {
    this.bySteps.set(answer.step, answer);
    this.keep();
  }

  clear() {
    this.bySteps.clear();
    this.keep();
  }

  keep() {
    const { [this.key]: _, ...others } = savedWalks();
    const walks = [...Object.entries(others), [this.key, [...this.bySteps.values()]]];
    keepInTab(KEPT, Object.fromEntries(walks.slice(-WALKS_KEPT)));
  }

  /**
   * The number of answers, of right ones, of right ones without a hint, and the current streak.
   */
  score() {
    const given = [...this.bySteps.values()];
    const isRight = (/** @type {Answer} */ { outcome }) =>
      outcome === "right" || outcome === "tied";
    const last = given.findLastIndex((answer) => !isRight(answer));
    return {
      n: given.filter(({ outcome }) => outcome !== "shown").length,
      right: given.filter(isRight).length,
      alone: given.filter((answer) => isRight(answer) && !answer.hints).length,
      streak: given.length - 1 - last,
    };
  }
}

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
    const title = t("Guess each step before you see it");
    this.switch = el("label.predict", { title }, this.box, " ", t("Predict"));
    this.score = el("span.score");
    this.again = button(t("Start again"), () => this.reset(), "again");
    this.body = el("div.question");
    this.result = el("div.tools.result", this.score, this.again);
    this.node = panel(t("Your turn"), "turn", null, this.body, this.result);
    this.node.hidden = !this.on;
  }

  /** The question at this step. @returns {any} nodes */
  question() {}

  /** Whether an answer was right, and why. @param {Answer} _answer @returns {any} nodes, or text */
  reveal(_answer) {}

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
    const states = { predicting: this.on, asking: this.asking, answered: this.isAnswered };
    for (const [name, is] of Object.entries(states)) node.classList.toggle(name, is);
  }

  /** The score in words. @param {Record<string, string>} numbers */
  scored(numbers) {
    return t("{right} of {n} right. In a row: {streak}.", numbers);
  }

  draw() {
    const { step, model, number } = this.stepper;
    const score = this.answers.score();
    const numbers = Object.entries(score).map(([name, n]) => [name, number(n)]);
    this.score.textContent = score.n ? this.scored(Object.fromEntries(numbers)) : "";
    this.result.hidden = this.answers.bySteps.size === 0;
    const answer = this.answers.bySteps.get(step);
    const end = el("p", t("This is the last step: nothing is left to predict."));
    if (step === model.steps) this.body.replaceChildren(end);
    else if (answer) this.body.replaceChildren(...this.reveal(answer), this.goOn());
    else this.body.replaceChildren(...this.question());
  }

  goOn() {
    return button(t("Take this step"), () => this.stepper.go(this.stepper.step + 1), "go-on");
  }
}
