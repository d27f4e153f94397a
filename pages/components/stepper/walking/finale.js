// The end of a walk: what it came to, and where to go on.

import { isSent, onDrawing } from "../../browser/streamlit_page.js";
import { t } from "../../browser/sentences.js";
import { button, el } from "../../drawing/elements.js";
import { panel } from "../../drawing/panel.js";

/** @import { Walker } from "../walker.d.ts" */

const lessonEnd = () => document.querySelector(".st-key-lesson_end");

/**
 * Shown at the last step, in place of the bars. A kind of walk says what is in it.
 * @template {Walker<any>} W
 */
export class Finale {
  /** @param {W} stepper */
  constructor(stepper) {
    this.stepper = stepper;
    this.node = panel("", "finale", null);
    this.node.hidden = true;
    this.onwards = button(t("What comes next"), () => {
      lessonEnd()?.scrollIntoView({ block: "center", behavior: "smooth" });
    });
    // A link may open the last step, and the end of the page is drawn after its walk.
    const drawing = onDrawing(() => {
      if (isSent()) drawing.disconnect();
      this.offer();
    });
  }

  /** Offers to go on, where the page has an end to go to. */
  offer() {
    this.onwards.hidden = !lessonEnd();
  }

  update() {
    const { step, model, view } = this.stepper;
    this.node.hidden = !view || step === 0 || step < model.steps;
    this.offer();
    if (!view || this.node.hidden || this.node.childElementCount > 1) return;
    const { title, words, price } = this.cameTo(view);
    this.node.querySelector("h2")?.replaceChildren(title);
    const told = el("p.more", ...price);
    this.node.append(el("ul.built", ...words), told, this.onwards);
  }

  /**
   * The result of the walk, some words, and the price.
   * @param {W["view"]} _view @returns {{title: Node|string, words: Node[], price: Node[]}}
   */
  cameTo(_view) {
    return { title: "", words: [], price: [] };
  }
}
