// The panel that shows what a round of Unigram changed.

import { t } from "../../browser/sentences.js";
import { el, fill } from "../../drawing/elements.js";
import { decimalsIn } from "../../drawing/numbers.js";
import { panel, scrollBox } from "../../drawing/panel.js";
import { alternate, directed } from "../../tokens/chips.js";
import { changeGroup } from "../walking/lists.js";

/**
 * @import { RoundView } from "../payload.d.ts"
 * @import { RoundWalker } from "../walker.d.ts"
 */

const MOST_CHANGED = 12; // the most changed words that are shown

/** The tokens that the last round dropped, and the words that it segments differently. */
export class RoundChanges {
  /** @param {RoundWalker} stepper */
  constructor(stepper) {
    this.stepper = stepper;
    this.body = scrollBox("changes", { "aria-labelledby": "heading-changed" });
    this.node = panel(t("What the last round changed"), "changed", null, this.body);
  }

  /** @param {RoundView} view */
  update(view) {
    const { step, model } = this.stepper;
    if (step === 0) {
      return void this.body.replaceChildren(
        el("p", { className: "more" }, t("Nothing yet: take the first round.")),
      );
    }
    const changed = [...(model.changedWords.get(step) ?? [])].filter((word) =>
      word < model.walk.shown
    );
    this.body.replaceChildren(
      this.droppedTokens(view),
      changed.length ? this.changedWords(changed) : "",
      this.figures(step),
    );
  }

  /** @param {number} step */
  figures(step) {
    const { losses, lang } = this.stepper.model.walk;
    const [before, after] = losses.slice(step - 1, step + 1).map(decimalsIn(lang));
    const template = before === after
      ? t("The loss stays at {after}: the dropped tokens were hardly used.")
      : losses[step] < losses[step - 1]
      ? t("The loss fell from {before} to {after}: probabilities were estimated again.")
      : t("The loss rose from {before} to {after}.");
    return el("p", {}, fill(template, { before, after }));
  }

  /** @param {RoundView} view */
  droppedTokens(view) {
    const { number, chips } = this.stepper;
    const rows = view.dropped.map((id) => el("li", {}, chips.chip(id)));
    const rest = view.dropped_total - rows.length;
    const title = t("Dropped tokens: {n}", { n: number(view.dropped_total) });
    return changeGroup("gone", title, rows, rest > 0 ? number(rest) : "");
  }

  /** @param {number[]} words */
  changedWords(words) {
    const { number, step } = this.stepper;
    const rows = words.slice(0, MOST_CHANGED).map((word) =>
      segmentedAnew(this.stepper, word, step - 1)
    );
    const rest = words.length - rows.length;
    const title = t("Words that changed: {n}", { n: number(words.length) });
    return changeGroup("moved", title, rows, rest > 0 ? number(rest) : "");
  }
}

/**
 * A word's tokens at a step, and now.
 * @param {RoundWalker} stepper
 * @param {number} word
 * @param {number} before
 */
export function segmentedAnew({ step, model, chips }, word, before) {
  const characters = model.walk.unit === "byte" ? model.spelledWord(word).characters : undefined;
  const draw = (/** @type {number} */ at) =>
    directed(el(
      "span",
      { className: "pair" },
      ...alternate(
        model.tokensAt(word, at).map(({ id, start, end }) =>
          chips.chip(id, { characters, start, end })
        ),
      ),
    ));
  return el("li", {}, draw(before), el("span", { className: "arrow" }, "→"), draw(step));
}
