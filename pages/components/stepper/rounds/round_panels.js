// The small panels of a walk of rounds: its headline, its list of rounds, and its end.

import { t } from "../../browser/sentences.js";
import { el, fill } from "../../drawing/elements.js";
import { LongList, stepRow } from "../../drawing/long_list.js";
import { decimalsIn } from "../../drawing/numbers.js";
import { headline, panel } from "../../drawing/panel.js";
import { Finale } from "../walking/finale.js";
import { segmentedAnew } from "./round_changes.js";

/**
 * @import { RoundView } from "../payload.d.ts"
 * @import { RoundStepper, RoundWalker } from "../walker.d.ts"
 */

/** "Round 3 of 9: 14 tokens dropped, 86 left" */
export class RoundHeadline {
  /** @param {RoundWalker} stepper */
  constructor(stepper) {
    this.stepper = stepper;
    this.node = headline();
  }

  update() {
    const { step, model, number } = this.stepper;
    const { sizes } = model.walk;
    const size = el("strong", number(sizes[step]));
    const n = number(model.steps);
    if (step === 0) {
      return void this.node.replaceChildren(
        fill(
          model.steps
            ? t("Round 0 of {n}: a seed vocabulary of {size} tokens, none dropped yet")
            : t("Nothing to prune: the seed vocabulary has no more than {size} tokens"),
          { n, size },
        ),
      );
    }
    const gone = sizes[step - 1] - sizes[step];
    this.node.replaceChildren(
      fill(
        gone === 1
          ? t("Round {k} of {n}: {dropped} token dropped, {size} left")
          : t("Round {k} of {n}: {dropped} tokens dropped, {size} left"),
        {
          k: number(step),
          n,
          dropped: el("strong", number(gone)),
          size,
        },
      ),
    );
  }
}

/** Every round with its size and loss; a click goes there. */
export class Rounds {
  /** @param {RoundStepper} stepper */
  constructor(stepper) {
    this.stepper = stepper;
    this.list = new LongList(t("Rounds"), (i) => this.row(i + 1));
    this.node = panel(t("Rounds"), "merges", null, this.list.node);
  }

  /** @param {number} step */
  row(step) {
    const { model, number } = this.stepper;
    const { sizes, losses, lang } = model.walk;
    const row = stepRow(
      this.stepper,
      step,
      t("{size} tokens", { size: number(sizes[step]) }),
      el("span.origin", t("{n} dropped", { n: number(sizes[step - 1] - sizes[step]) })),
      el("span.loss", t("loss {loss}", { loss: decimalsIn(lang)(losses[step]) })),
    );
    row.classList.add("round");
    return row;
  }

  update() {
    const { step, model } = this.stepper;
    this.list.update(model.steps, step - 1);
  }
}

/** The most words that are shown. */
const MOST_WORDS = 3;

/**
 * How small the vocabulary is, which words fell apart, and what that costs.
 * @extends {Finale<RoundWalker>}
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
