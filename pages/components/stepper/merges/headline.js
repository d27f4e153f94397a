// What a merge does, in one sentence.

import { el, fill } from "../../drawing/elements.js";
import { headline } from "../../drawing/panel.js";

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
    const { text } = model.walk;
    const n = stepper.number(model.steps);
    if (step === 0) {
      this.node.replaceChildren(fill(model.steps ? text.status_start : text.status_nothing, { n }));
      return;
    }
    const { left, right, token, count } = model.merge(step);
    const template = count === 1 ? text.status_once : text.status;
    const [first, second] = chips.pairOfChips(left, right);
    const values = {
      k: stepper.number(step),
      n,
      left: first,
      right: second,
      token: chips.chip(token),
      count: el("strong", {}, stepper.amount(model.decidedBy(step))),
    };
    this.node.replaceChildren(fill(template, values));
  }
}
