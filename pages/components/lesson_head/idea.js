/**
 * The button that folds the idea of a lesson to its first sentence, and unfolds it. It also notes,
 * for the next visit, that the visitor has done something in the lesson, and so has read the idea.
 */

import { speak, t } from "../browser/sentences.js";
import { STREAMLIT } from "../browser/page.js";
import { button, closest } from "../drawing/elements.js";
import { icon } from "../drawing/icons.js";
import { noteLessonRead } from "./lessons_read.js";

/**
 * @import { Drawing } from "../component/newest_drawing.js"
 */

/** The keys of a stepper; other keys are pressed while reading, too. */
const STEPPING = ["ArrowLeft", "ArrowRight", "PageUp", "PageDown", "Home", "End", " "];

/** Ends what the last drawing has begun. */
let stop = () => {};

/** @param {Drawing<{lesson: string}>} drawing */
export default function mount({ data, parentElement }) {
  stop();
  speak(data.translations);
  const host = parentElement instanceof ShadowRoot ? parentElement.host : parentElement;
  const box = /** @type {HTMLElement} */ (host.closest("[class*='st-key-idea_']"));
  const text = /** @type {HTMLElement} */ (box.querySelector("p")?.parentElement);
  const rest = /** @type {HTMLElement} */ (text.querySelector("p + p"));
  const update = () => {
    const isWhole = rest.checkVisibility();
    unfold.ariaExpanded = String(isWhole);
    unfold.hidden = isWhole &&
      text.clientHeight < 1.9 * parseFloat(getComputedStyle(rest).fontSize);
  };
  const press = () => {
    box.dataset.shown = rest.checkVisibility() ? "lead" : "whole";
    update();
  };
  const label = t("The whole explanation");
  const unfold = button(icon("unfold"), press, "", { ariaLabel: label, title: label });
  parentElement.querySelector(".mount")?.replaceChildren(unfold);
  const resized = new ResizeObserver(update);
  resized.observe(text);

  const acted = (/** @type {Event} */ event) => {
    const hasActed = event instanceof KeyboardEvent
      ? STEPPING.includes(event.key)
      : closest(event, STREAMLIT.main);
    if (hasActed) noteLessonRead(data.lesson);
  };
  const events = ["click", "input", "keydown"];
  events.forEach((name) => document.addEventListener(name, acted));
  stop = () => {
    resized.disconnect();
    events.forEach((name) => document.removeEventListener(name, acted));
  };
  return () => stop();
}
