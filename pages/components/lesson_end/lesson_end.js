/**
 * The end of a lesson: a sentence, three questions that are answered at once, and the next lesson.
 */

import { t } from "../browser/sentences.js";
import { button, el } from "../drawing/elements.js";
import { drawOnce } from "../drawing/place_to_draw.js";
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
  drawOnce(drawing, ({ lesson, earned, questions, next }, tell) => {
    let open = questions.length;
    const answered = () => {
      open -= 1;
      if (!open) finish(lesson);
    };
    const goOn = button(t("Next: {name}", { name: next.name }), () => {
      finish(lesson);
      tell("next", next.address);
    }, "primary");
    const cards = questions.map((question) => questionCard(question, answered));
    const check = el("summary", t("Check yourself: three quick questions"));
    const name = { ariaLabel: t("What you can take with you") };
    const parts = [el("p.earned", earned), el("details", check, ...cards), goOn];
    return [el("section.lesson-end", name, ...parts)];
  });
}
