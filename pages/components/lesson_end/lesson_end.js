/**
 * The end of a lesson: a sentence, three questions that are answered at once, and the next lesson.
 */

import { t } from "../browser/sentences.js";
import { button, el } from "../drawing/elements.js";
import { placeToDraw } from "../drawing/place_to_draw.js";
import { finish, questionCard } from "./course_progress.js";

/**
 * @import { Drawing } from "../component/newest_drawing.js"
 * @import { Question } from "./course_progress.js"
 */

/**
 * @typedef {{
 *   lesson: string, earned: string, questions: Question[], lang: string,
 *   next: {address: string, name: string}
 * }} Data  `lesson` is the address
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
      "section.lesson-end",
      { ariaLabel: t("What you can take with you") },
      el("p.earned", data.earned),
      el(
        "details",
        el("summary", t("Check yourself: three quick questions")),
        ...data.questions.map((question) => questionCard(question, answered)),
      ),
      next,
    ),
  );
}
