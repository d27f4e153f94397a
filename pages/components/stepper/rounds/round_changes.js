// The panel that shows what a round of Unigram changed.

import { t } from "../../browser/sentences.js";
import { el, fill } from "../../drawing/elements.js";
import { decimalsIn } from "../../drawing/numbers.js";
import { alternate, directed } from "../../tokens/chips.js";
import { Changes } from "../walking/explained.js";

/**
 * @import { RoundView } from "../payload.d.ts"
 * @import { RoundWalker } from "../walker.d.ts"
 */

const MOST_CHANGED = 12; // the most changed words that are shown

/**
 * The tokens that the last round dropped, and the words that it segments differently.
 * @extends {Changes<RoundWalker>}
 */
export class RoundChanges extends Changes {
  /** @param {RoundWalker} stepper */
  constructor(stepper) {
    const nothing = t("Nothing yet: take the first round.");
    super(stepper, t("What the last round changed"), nothing);
  }

  /** @override @param {RoundView} view */
  groups({ dropped, dropped_total: total }) {
    const { step, model, number, chips } = this.stepper;
    const changed = [...(model.changedWords.get(step) ?? [])].filter((word) =>
      word < model.walk.shown
    );
    const most = changed.slice(0, MOST_CHANGED);
    return [
      this.group(
        "gone",
        total,
        t("Dropped tokens: {n}", { n: number(total) }),
        dropped.map((id) => el("li", chips.chip(id))),
      ),
      this.group(
        "moved",
        changed.length,
        t("Words that changed: {n}", { n: number(changed.length) }),
        most.map((word) => segmentedAnew(this.stepper, word, step - 1)),
      ),
      this.figures(step),
    ];
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
    return el("p", fill(template, { before, after }));
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
      "span.pair",
      ...alternate(
        model.tokensAt(word, at).map(({ id, start, end }) =>
          chips.chip(id, { characters, start, end })
        ),
      ),
    ));
  return el("li", draw(before), el("span.arrow", "→"), draw(step));
}
