/** Asks questions of lessons that were finished earlier again: only this browser knows which. */

import { t } from "../browser/sentences.js";
import { button, el } from "../drawing/elements.js";
import { drawOnce } from "../drawing/place_to_draw.js";
import { questionCard, questionsToAsk } from "./course_progress.js";

/**
 * @import { Drawing } from "../component/newest_drawing.js"
 * @import { Question } from "./course_progress.js"
 */

/** @param {Drawing<{questions: Question[], lang: string}>} drawing */
export default function mount(drawing) {
  drawOnce(drawing, ({ questions }, tell) => {
    const due = questionsToAsk(Date.now());
    // An empty place counts as not drawn yet, and the page would wait for it.
    if (!questions.length && !due.length) return [el("i", { hidden: true })];
    const ariaLabel = t("Ask me again");
    const ask = button(ariaLabel, () => tell("names", due), "primary");
    const cards = questions.map((each) => questionCard(each, () => {}));
    const why = el("p.earned", t("What is asked again a day later is remembered longer."));
    return [el("section.lesson-end", { ariaLabel }, why, ...cards.length ? cards : [ask])];
  });
}
