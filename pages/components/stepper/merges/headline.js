// The sentence above a walk: the merge of a step, or at the start the walk's question.

import { t } from "../../browser/sentences.js";
import { el, fill } from "../../drawing/elements.js";
import { headline } from "../../drawing/panel.js";
import { withPair } from "../../tokens/chips.js";

/**
 * @import { MergeWalker } from "../walker.d.ts"
 */

/** "Step 3 of 10: es + t → est, 9 times", as text and for screen readers. */
export class Headline {
  constructor() {
    this.node = headline();
  }

  /** @param {MergeWalker} stepper */
  update(stepper) {
    const { step, model, chips } = stepper;
    const n = stepper.number(model.steps);
    if (step === 0) {
      const asked = stepper.question?.sentence();
      const place = el("span", { className: asked ? "sr-only" : "" }, t("Step 0 of {n}:", { n }));
      const start = [place, " ", asked ?? t("nothing has been merged yet")];
      this.node.replaceChildren(
        ...model.steps ? start : [t("There is nothing to merge in this corpus")],
      );
      return;
    }
    const { left, right, token, count } = model.merge(step);
    const template = model.walk.algorithm === "wordpiece"
      ? t("Step {k} of {n}: {left} + {right} → {token}, score {count}")
      : count === 1
      ? t("Step {k} of {n}: {left} + {right} → {token}, {count} time")
      : t("Step {k} of {n}: {left} + {right} → {token}, {count} times");
    const [first, second] = chips.pairOfChips(left, right);
    const values = {
      k: stepper.number(step),
      n,
      left: first,
      right: second,
      token: chips.chip(token),
      count: el("strong", {}, stepper.amount(model.decidedBy(step))),
    };
    this.node.replaceChildren(withPair(fill(template, values), first, second));
  }
}
