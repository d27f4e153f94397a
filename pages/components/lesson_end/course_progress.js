// Keeps the course in this browser alone: which lessons were finished, and which questions
// were answered when, so that they can be asked again.

import { t } from "../browser/sentences.js";
import { isRecord } from "../browser/tab_memory.js";
import { button, el, inARow } from "../drawing/elements.js";

const KEY = "merge-by-merge-course";
const ANSWERS = "merge-by-merge-answers";
const DAY = 24 * 3600 * 1000;
/** How many questions are asked again at a time. */
const ASKED_AGAIN = 3;

/**
 * The answer that was given last: when, to a question of which lesson, and whether it was wrong.
 * @typedef {{at: number, lesson: string, missed: boolean}} Answer
 */

/**
 * The value kept under a name; nothing if it is not JSON, or if the browser keeps nothing.
 * @param {string} name
 * @returns {unknown}
 */
function kept(name) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} name @param {unknown} value */
function keep(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // A private window may refuse to keep anything: the course works without.
  }
}

/**
 * The addresses of the finished lessons. Whatever else is stored, such as another version's data,
 * counts as nothing.
 * @returns {string[]}
 */
export function finishedLessons() {
  const found = kept(KEY);
  return Array.isArray(found) ? found.filter((one) => typeof one === "string") : [];
}

/** Remembers that a lesson was finished. @param {string} lesson */
export const finish = (lesson) => keep(KEY, [...new Set(finishedLessons()).add(lesson)]);

/** The answers that were given, by the names of the questions. @returns {[string, Answer][]} */
function answers() {
  const found = kept(ANSWERS);
  const all = /** @type {[string, any][]} */ (isRecord(found) ? Object.entries(found) : []);
  return all.filter(([, one]) => isRecord(one) && Number.isFinite(one.at));
}

/**
 * Remembers the first answer to a question that is asked now.
 * @param {string} question
 * @param {Answer} answer
 */
export const noteAnswer = (question, answer) =>
  keep(ANSWERS, { ...Object.fromEntries(answers()), [question]: answer });

/**
 * The questions to ask again: of lessons that were finished, a day after they were asked last.
 * Those that were missed come first, then those that were asked the longest ago.
 * @param {number} now milliseconds
 */
export function questionsToAsk(now) {
  const finished = new Set(finishedLessons());
  return answers()
    .filter(([, { at, lesson }]) => now - at >= DAY && finished.has(lesson))
    .sort(([, a], [, b]) => Number(b.missed) - Number(a.missed) || a.at - b.at)
    .slice(0, ASKED_AGAIN)
    .map(([question]) => question);
}

/**
 * A question: `choices` are texts, and why each is right or wrong; `right` is the place of the one
 * that is, and `lesson` the address of the lesson that it is about.
 * @typedef {{
 *   name: string, lesson: string, ask: string, choices: [string, string][], right: number
 * }} Question
 */

/**
 * A question whose choices say at a click whether they are right, and why.
 * @param {Question} question
 * @param {() => void} answered is called when the right choice is found
 */
export function questionCard(question, answered) {
  const { name, lesson, ask, choices, right } = question;
  const verdict = el("p.verdict", { role: "status" });
  let [isFirst, isOpen] = [true, true];
  const buttons = choices.map(([choice, why], i) => {
    const chosen = button(choice, () => {
      const isRight = i === right;
      chosen.classList.add(isRight ? "right" : "wrong");
      verdict.replaceChildren(inARow(el("strong", isRight ? t("Right.") : t("Not quite.")), why));
      if (isFirst) noteAnswer(name, { at: Date.now(), lesson, missed: !isRight });
      isFirst = false;
      if (isRight && isOpen) {
        isOpen = false;
        answered();
      }
    }, "choice");
    return chosen;
  });
  return el("fieldset", el("legend", ask), el("div.choices", ...buttons), verdict);
}
