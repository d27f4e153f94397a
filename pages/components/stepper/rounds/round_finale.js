// What rounds came to.

import { t } from "../../browser/sentences.js";
import { el, fill } from "../../drawing/elements.js";
import { Finale } from "../walking/finale.js";
import { segmentedAnew } from "./round_changes.js";

/**
 * @import { RoundView } from "../payload.d.ts"
 * @import { RoundWalker } from "../walker.d.ts"
 */

/** The most words that are shown. */
const MOST_WORDS = 3;

/**
 * How small the vocabulary is, which words fell apart, and what that costs.
 * @extends {Finale<RoundWalker, RoundView>}
 */
export class RoundFinale extends Finale {
  /** @override */
  title() {
    const { model, number } = this.stepper;
    const [before, after] = [0, model.steps].map((step) => number(model.sizeAt(step)));
    return fill(t("Vocabulary: {before} → {after} tokens"), { before, after });
  }

  /** @override */
  body() {
    const { model, number } = this.stepper;
    const { steps, tokenCounts, walk } = model;
    const words = Array.from({ length: walk.shown }, (_, word) => word)
      .filter((word) =>
        String(model.segmentation(word, 0)) !== String(model.segmentation(word, steps))
      )
      .slice(0, MOST_WORDS);
    const [before, after] = [tokenCounts[0], tokenCounts[steps]].map(number);
    const price = t("The corpus needs {after} tokens now; with all candidates it needed {before}.");
    return [
      el(
        "ul",
        { className: "built" },
        ...words.map((word) => segmentedAnew(this.stepper, word, 0)),
      ),
      el("p", { className: "more" }, fill(price, { before, after })),
    ];
  }
}
