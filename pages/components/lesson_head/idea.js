/**
 * The button that folds the idea of a lesson to its first sentence, and unfolds it. It also notes,
 * for the next visit, that the visitor has done something in the lesson, and so has read the idea.
 */

import { speak, t } from "../browser/sentences.js";
import { STREAMLIT } from "../browser/page.js";
import { el } from "../drawing/elements.js";
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
  const label = t("The whole explanation");
  const button = el("button", { type: "button", ariaLabel: label, title: label });
  button.append(icon("unfold"));
  parentElement.querySelector(".mount")?.replaceChildren(button);

  const update = () => {
    const isWhole = rest.checkVisibility();
    button.ariaExpanded = String(isWhole);
    button.hidden = isWhole &&
      text.clientHeight < 1.9 * parseFloat(getComputedStyle(rest).fontSize);
  };
  button.onclick = () => {
    box.dataset.shown = rest.checkVisibility() ? "lead" : "whole";
    update();
  };
  const resized = new ResizeObserver(update);
  resized.observe(text);

  const acted = (/** @type {Event} */ event) => {
    const isStep = event instanceof KeyboardEvent && STEPPING.includes(event.key);
    const isInLesson = event.target instanceof Element &&
      event.target.closest(STREAMLIT.main);
    if (isStep || (isInLesson && !(event instanceof KeyboardEvent))) noteLessonRead(data.lesson);
  };
  const events = ["click", "input", "keydown"];
  events.forEach((name) => document.addEventListener(name, acted));
  stop = () => {
    resized.disconnect();
    events.forEach((name) => document.removeEventListener(name, acted));
  };
  return () => stop();
}
