// The tokens of a round as bars: the cheapest to remove, and the most likely ones.

import { t } from "../../browser/sentences.js";
import { Bars } from "../../drawing/bars.js";
import { el } from "../../drawing/elements.js";
import { LongList } from "../../drawing/long_list.js";
import { legendLine, panel, toolRow } from "../../drawing/panel.js";

/**
 * @import { RoundView } from "../payload.d.ts"
 * @import { RoundWalker } from "../walker.d.ts"
 */

/**
 * The tokens that cost least to remove. Those that the next round drops are marked.
 * @extends {Bars<number>}
 */
export class Cheapest extends Bars {
  /** @param {RoundWalker} walker */
  constructor(walker) {
    const legend = legendLine(t("How much the loss rises (nats)"));
    super(t("Cheapest tokens to remove"), "pairs", legend);
    this.walker = walker;
    this.more = el("p.more");
    this.node.append(this.more);
    this.node.classList.add("cheapest");
  }

  /** @override @param {number} id */
  label(id) {
    return [this.walker.chips.chip(id)];
  }

  /** Rings a token in the words. @override @param {number[]} id */
  point(...id) {
    this.walker.words.ring(...id);
  }

  /** @param {RoundView} view */
  barsOf({ cheapest, costs, next_total }) {
    const most = Math.max(...costs, Number.MIN_VALUE);
    return cheapest.map((id, rank) => ({
      item: id,
      key: String(id),
      share: costs[rank] / most,
      value: this.walker.amount(costs[rank]),
      mark: rank < next_total ? "next" : "",
      label: rank < next_total ? t("× next") : "",
      meaning: rank < next_total ? t("dropped in the next round") : "",
    }));
  }

  update() {
    const { number, view } = this.walker;
    const { cheapest, next_total, removable } = view;
    this.show(this.barsOf(view));
    const rest = removable - cheapest.length;
    const more = rest > 0 ? t("{n} more could be dropped", { n: number(rest) }) : "";
    const next = next_total ? t("The next round drops {n}.", { n: number(next_total) }) : "";
    const remark = [more, next].filter(Boolean).join(t(". "));
    this.more.textContent = cheapest.length
      ? remark
      : t("Only single characters or bytes are left, and these always stay.");
  }
}

/** The most likely tokens with their probabilities. */
export class LikelyTokens {
  /** @param {RoundWalker} stepper */
  constructor(stepper) {
    this.stepper = stepper;
    this.list = new LongList(t("Vocabulary, most probable first"), (i) => this.row(i));
    this.size = el("span.size");
    this.more = el("p.more");
    this.node = panel(
      t("Vocabulary, most probable first"),
      "vocabulary",
      toolRow(this.size),
      this.list.node,
      this.more,
    );
  }

  /** @param {number} i */
  row(i) {
    const { chips, number, amount, view } = this.stepper;
    const { likely, probabilities } = view;
    const id = likely[i];
    const row = el(
      "div.row",
      el("span.index", number(i + 1)),
      chips.chip(id),
      el("span.value", amount(probabilities[i])),
    );
    row.onmouseenter = () => this.stepper.words.ring(id);
    row.onmouseleave = () => this.stepper.words.ring();
    return row;
  }

  update() {
    const { model, step, number, view } = this.stepper;
    const { sizes, in_use, specials } = model.walk;
    const listed = view.likely.length;
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
