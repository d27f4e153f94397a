// Which tokens cost least.

import { Bars } from "../../drawing/bars.js";
import { el } from "../../drawing/elements.js";
import { panel } from "../../drawing/panel.js";

/**
 * @import { RoundView } from "../payload.d.ts"
 * @import { RoundWalker } from "../walker.d.ts"
 */

/** The tokens whose removal costs least; those that the next round drops are marked. */
export class Cheapest {
  /** @param {RoundWalker} walker */
  constructor(walker) {
    const { text } = walker.model.walk;
    this.walker = walker;
    this.bars = new Bars(
      (/** @type {number} */ id) => [walker.chips.chip(id)],
      (id) => id === undefined ? walker.words.ring() : walker.words.ring(id),
    );
    this.more = el("p", { className: "more" });
    const legend = el("p", { className: "legend" }, text.pairs_legend);
    this.node = panel(text.pairs_title, "pairs", null, legend, this.bars.node, this.more);
    this.node.classList.add("cheapest");
  }

  /** @param {RoundView} view */
  update({ cheapest, costs, next_total, removable }) {
    const { model, number, amount } = this.walker;
    const { text, lang } = model.walk;
    const most = Math.max(...costs, Number.MIN_VALUE);
    this.bars.show(cheapest.map((id, rank) => ({
      item: id,
      key: String(id),
      share: costs[rank] / most,
      value: amount(costs[rank]),
      mark: rank < next_total ? "next" : "",
      label: rank < next_total ? text.mark_next : "",
    })));
    const rest = removable - cheapest.length;
    const more = rest > 0 ? text.more_tokens.replace("{n}", number(rest)) : "";
    const next = next_total ? text.next_total.replace("{n}", number(next_total)) : "";
    const said = [more, next].filter(Boolean).join(lang === "zh" ? "。" : ". ");
    this.more.textContent = cheapest.length ? said : text.no_tokens;
  }
}
