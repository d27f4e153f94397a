// The end of a walk that leaves no pairs.

import { isSent, onDrawing } from "../../browser/streamlit_page.js";
import { t } from "../../browser/sentences.js";
import { button, el, fill } from "../../drawing/elements.js";
import { panel } from "../../drawing/panel.js";

/**
 * @import { MergeWalker } from "../walker.d.ts"
 */

/** The most words whose tokens are shown, and the most base tokens of each. */
const MOST_BUILT = 6;
const MOST_BOXES = 12;

const lessonEnd = () => document.querySelector(".st-key-lesson_end");

/** How many tokens are left, how each word was built, what it costs, and where to go on. */
export class Finale {
  /** @param {MergeWalker} stepper */
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

  /** Shown in place of the pairs. */
  update() {
    const { step, model } = this.stepper;
    this.node.hidden = step === 0 || step < model.steps || model.walk.stopped !== "nothing_left";
    this.offer();
    if (!this.node.hidden && this.node.childElementCount === 1) this.draw();
  }

  draw() {
    const { model, number } = this.stepper;
    const [before, after] = [model.tokenCounts[0], model.tokenCounts[model.steps]].map(number);
    this.node.querySelector("h2")?.replaceChildren(
      fill(t("{before} → {after} tokens: one for each word"), { before, after }),
    );
    const from = number(model.sizeAt(0));
    const to = number(model.sizeAt(model.steps));
    this.node.append(
      el("ul", { className: "built" }, ...this.words()),
      el(
        "p",
        { className: "more" },
        fill(
          t(
            "The price: the vocabulary grew from {from} to {to} tokens, and a model has to " +
              "learn each of them.",
          ),
          { from, to },
        ),
      ),
      this.onwards,
    );
  }

  /** The first words, each as boxes within boxes. */
  words() {
    const { walk } = this.stepper.model;
    return Array.from({ length: walk.shown }, (_, word) => word)
      .filter((word) => walk.words[word].length <= MOST_BOXES)
      .slice(0, MOST_BUILT)
      .map((word) => el("li", {}, ...this.tokens(word)));
  }

  /** @param {number} word */
  tokens(word) {
    const { model } = this.stepper;
    return model.tokensAt(word, model.steps).map(({ id }) => this.box(id));
  }

  /**
   * A token around the two tokens that it was made of.
   * @param {number} id @returns {HTMLElement}
   */
  box(id) {
    const { model, chips, tree } = this.stepper;
    const chip = chips.chip(id);
    const made = model.stepOf(id);
    if (!made) return chip;
    const { left, right } = model.merge(made);
    chip.title = `${tree.origin(id)}: ${chip.textContent}`;
    chip.replaceChildren(this.box(left), this.box(right));
    return chip;
  }
}
