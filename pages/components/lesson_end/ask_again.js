/** Asks questions of lessons that were finished earlier again: only this browser knows which. */

import { t } from "../browser/sentences.js";
import { button, el } from "../drawing/elements.js";
import { placeToDraw } from "../drawing/place_to_draw.js";
import { questionCard, questionsToAsk } from "./course_progress.js";

/**
 * @import { Drawing } from "../component/newest_drawing.js"
 * @import { Question } from "./course_progress.js"
 */

/** @param {Drawing<{questions: Question[], lang: string}>} drawing */
export default function mount(drawing) {
  const place = placeToDraw(drawing);
  if (!place) return;
  const { data: { questions }, setTriggerValue } = drawing;
  const due = questionsToAsk(Date.now());
  // An empty place counts as not drawn yet, and the page would wait for it.
  if (!questions.length && !due.length) return place.replaceChildren(el("i", { hidden: true }));
  const ask = button(t("Ask me again"), () => setTriggerValue("names", due), "primary");
  place.replaceChildren(
    el(
      "section.lesson-end",
      { ariaLabel: t("Ask me again") },
      el("p.earned", t("What is asked again a day later is remembered longer.")),
      ...questions.length ? questions.map((each) => questionCard(each, () => {})) : [ask],
    ),
  );
}
