// A question of the quiz as a room asks it: as text, without the right answer.

/**
 * @import { Values } from "../../../components/tokens/values.js"
 * @import { Question } from "./payload.d.ts"
 */

/**
 * The question for a room. The words that it is about are on the projector.
 * @param {Question} question
 * @param {number} place counted from 0
 * @param {Values} values
 * @param {{about: string, seed: number}} drawn what the quiz is about, and its seed
 */
export function roomQuestion(question, place, values, { about, seed }) {
  const sentence = document.createElement("p");
  sentence.append(values.sentence(question.ask, question.facts));
  return {
    question: {
      step: place + 1,
      text: sentence.textContent ?? "",
      choices: question.choices.map(({ value }) => choiceText(value, values)),
      right: question.right,
      form: about,
      seed,
      beliefs: question.choices.map(({ belief }) => belief ?? ""),
    },
  };
}

/**
 * A choice as text, with tokens kept apart, as chips are.
 * @param {any} value
 * @param {Values} values
 */
function choiceText(value, values) {
  const text = (/** @type {any} */ node) => node.textContent;
  if (value?.tokens) {
    return value.tokens.map((/** @type {any} */ t) => text(values.token(t))).join("|");
  }
  return String(text(values.node(value)));
}
