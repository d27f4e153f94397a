// The learner's answers, and which of them are right.

/**
 * @import { Value } from "../../components/stepper/payload.d.ts"
 * @import { Spelled } from "../../components/tokens/tokens.d.ts"
 */

/**
 * A choice; if it is wrong and the belief behind it is known, with its name.
 * @typedef {{value: Value, why?: string, belief?: string}} Choice
 *
 * `why` is the reason of the right answer, "" if the choices explain it. `right` is the index of
 * the right choice, and `step` the step at which the words are shown. `running` has the words as a
 * text, if their order matters. A rule is its left token, its right one, and what they become.
 * @typedef {{
 *   ask: string, why: string, facts: Record<string, Value>, choices: Choice[], right: number,
 *   step: number|null, words: [Spelled[], number][], running?: string,
 *   rules: [Spelled, Spelled, Spelled][]
 * }} Question
 */

export const OPEN = "-"; // a question without an answer

/** One answer per question: the index of a choice, as a character. */
export class AnswerSheet {
  /** @param {Question[]} questions @param {string} given what was answered before */
  constructor(questions, given) {
    this.questions = questions;
    this.answers = questions.map(({ choices }, place) => {
      const isChoice = choices.some((_, i) => String(i) === given[place]);
      return isChoice ? given[place] : OPEN;
    });
  }

  /** The first question without an answer; -1 for none. */
  get firstOpen() {
    return this.answers.indexOf(OPEN);
  }

  get openTotal() {
    return this.answers.filter((answer) => answer === OPEN).length;
  }

  get rightTotal() {
    return this.questions.filter((_, place) => this.isRight(place)).length;
  }

  /** @param {number} place */
  isOpen(place) {
    return this.answers[place] === OPEN;
  }

  /** @param {number} place @param {number} choice */
  isChosen(place, choice) {
    return this.answers[place] === String(choice);
  }

  /** @param {number} place */
  isRight(place) {
    return this.isChosen(place, this.questions[place].right);
  }

  /** @param {number} place @param {number} choice */
  choose(place, choice) {
    this.answers[place] = String(choice);
  }

  clear() {
    this.answers.fill(OPEN);
  }

  /** The answers as stored and reported: a character for each question. */
  get written() {
    return this.answers.join("");
  }
}
