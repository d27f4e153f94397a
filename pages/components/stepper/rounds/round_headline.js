// The sentence above a walk of rounds.

import { t } from "../../browser/sentences.js";
import { el, fill } from "../../drawing/elements.js";
import { headline } from "../../drawing/panel.js";

/**
 * @import { RoundWalker } from "../walker.d.ts"
 */

/** "Round 3 of 9: 14 tokens dropped, 86 left" */
export class RoundHeadline {
  constructor() {
    this.node = headline();
  }

  /** @param {RoundWalker} stepper */
  update(stepper) {
    const { step, model, number } = stepper;
    const { sizes } = model.walk;
    const size = el("strong", {}, number(sizes[step]));
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
          dropped: el("strong", {}, number(gone)),
          size,
        },
      ),
    );
  }
}
