// The most likely tokens of a round.

import { t } from "../../browser/sentences.js";
import { el } from "../../drawing/elements.js";
import { LongList } from "../../drawing/long_list.js";
import { panel, toolRow } from "../../drawing/panel.js";

/**
 * @import { RoundView } from "../payload.d.ts"
 * @import { RoundWalker } from "../walker.d.ts"
 */

/** The most likely tokens with their probabilities. */
export class LikelyTokens {
  /** @param {RoundWalker} stepper */
  constructor(stepper) {
    this.stepper = stepper;
    this.list = new LongList(t("Vocabulary, most probable first"), (i) => this.row(i));
    this.size = el("span", { className: "size" });
    this.more = el("p", { className: "more" });
    this.node = panel(
      t("Vocabulary, most probable first"),
      "vocabulary",
      toolRow(this.size),
      this.list.node,
      this.more,
    );
  }

  /** The view of this round. All rounds were sent at once. */
  view() {
    const { model, step } = this.stepper;
    return /** @type {RoundView} */ (model.views.get(step));
  }

  /** @param {number} i */
  row(i) {
    const { chips, number, amount } = this.stepper;
    const { likely, probabilities } = this.view();
    const id = likely[i];
    const row = el(
      "div",
      { className: "row" },
      el("span", { className: "index" }, number(i + 1)),
      chips.chip(id),
      el("span", { className: "value" }, amount(probabilities[i])),
    );
    row.onmouseenter = () => this.stepper.words.ring(id);
    row.onmouseleave = () => this.stepper.words.ring();
    return row;
  }

  update() {
    const { model, step, number } = this.stepper;
    const { sizes, in_use, specials } = model.walk;
    const listed = this.view().likely.length;
    this.list.update(listed);
    this.size.textContent = t("Tokens: {n}, in use: {m}", {
      n: number(sizes[step]),
      m: number(in_use[step]),
    });
    this.more.textContent = listed < sizes[step] - specials.length
      ? t("The {shown} most probable tokens are listed.", { shown: number(listed) })
      : "";
  }
}
