// The result of all rounds.

import { t } from "../../browser/sentences.js";
import { fill } from "../../drawing/elements.js";
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
  cameTo() {
    const { model, number } = this.stepper;
    const { steps, tokenCounts, walk } = model;
    const [from, to] = [0, steps].map((step) => number(model.sizeAt(step)));
    const [before, after] = [tokenCounts[0], tokenCounts[steps]].map(number);
    const cut = (/** @type {number} */ word, /** @type {number} */ step) =>
      String(model.segmentation(word, step));
    const price = t("The corpus needs {after} tokens now; with all candidates it needed {before}.");
    return {
      title: fill(t("Vocabulary: {before} → {after} tokens"), { before: from, after: to }),
      words: Array.from({ length: walk.shown }, (_, word) => word)
        .filter((word) => cut(word, 0) !== cut(word, steps))
        .slice(0, MOST_WORDS)
        .map((word) => segmentedAnew(this.stepper, word, 0)),
      price: [fill(price, { before, after })],
    };
  }
}
