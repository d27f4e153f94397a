/**
 * The end of a lesson: a sentence, three questions that are answered at once, and the next lesson.
 */

import { t } from "../browser/sentences.js";
import { button, el } from "../drawing/elements.js";
import { placeToDraw } from "../drawing/place_to_draw.js";
import { finish } from "./course_progress.js";

/**
 * @import { Drawing } from "../component/component.d.ts"
 * @import { Data, Question } from "./payload.d.ts"
 */

/** @param {Drawing<Data>} drawing */
export default function mount(drawing) {
  const place = placeToDraw(drawing);
  if (!place) return;
  const { data, setTriggerValue } = drawing;
  let open = data.questions.length;
  const answered = () => {
    open -= 1;
    if (!open) finish(data.lesson);
  };
  const next = button(t("Next: {name}", { name: data.next.name }), () => {
    finish(data.lesson);
    setTriggerValue("next", data.next.address);
  }, "primary");
  place.replaceChildren(
    el(
      "section",
      { className: "lesson-end", ariaLabel: t("What you can take with you") },
      el("p", { className: "earned" }, data.earned),
      el(
        "details",
        {},
        el("summary", {}, t("Check yourself: three quick questions")),
        ...data.questions.map((question) => questionCard(question, answered)),
      ),
      next,
    ),
  );
}

/**
 * A question whose choices say at a click whether they are right, and why.
 * @param {Question} question
 * @param {() => void} answered is called when the right choice is found
 */
function questionCard(question, answered) {
  const verdict = el("p", { className: "verdict", role: "status" });
  let isOpen = true;
  const buttons = question.choices.map(([choice, why], i) => {
    const chosen = button(choice, () => {
      const isRight = i === question.right;
      chosen.classList.add(isRight ? "right" : "wrong");
      verdict.replaceChildren(el("strong", {}, isRight ? t("Right.") : t("Not quite.")), " ", why);
      if (isRight && isOpen) {
        isOpen = false;
        answered();
      }
    }, "choice");
    return chosen;
  });
  return el(
    "fieldset",
    {},
    el("legend", {}, question.ask),
    el("div", { className: "choices" }, ...buttons),
    verdict,
  );
}
