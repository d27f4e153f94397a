// A question whose choices say at a click whether they are right, and why.

import { t } from "../browser/sentences.js";
import { button, el } from "../drawing/elements.js";
import { noteAnswer } from "./course_progress.js";

/**
 * @import { Question } from "./payload.d.ts"
 */

/**
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
      verdict.replaceChildren(el("strong", isRight ? t("Right.") : t("Not quite.")), " ", why);
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
