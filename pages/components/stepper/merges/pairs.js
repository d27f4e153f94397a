// How often each pair occurs.

import { Bars } from "../../drawing/bars.js";
import { el } from "../../drawing/elements.js";
import { panel } from "../../drawing/panel.js";
import { whatIf } from "../fork/what_if.js";
import { amountOf, isTooRare } from "./merge_model.js";

/**
 * @import { View } from "../payload.d.ts"
 * @import { MergeWalker } from "../walker.d.ts"
 */

/** How often each pair occurs now, most frequent first. The next winner and its ties are marked. */
export class Pairs {
  /** @param {MergeWalker} walker */
  constructor(walker) {
    const { text } = walker.model.walk;
    this.walker = walker;
    this.bars = new Bars(
      (/** @type {number[]} */ pair) => this.label(pair),
      (pair = []) => walker.words.ring(...pair),
    );
    this.more = el("p", { className: "more" });
    const legend = el("p", { className: "legend" }, text.pairs_legend);
    this.node = panel(text.pairs_title, "pairs", null, legend, this.bars.node, this.more);
  }

  /** @param {number[]} pair */
  label([left, right]) {
    const { walker } = this;
    return [walker.chips.pair(left, right), walker.choose ? whatIf(walker, left, right) : null];
  }

  /** @param {View|undefined} view */
  update(view) {
    const { number, model } = this.walker;
    const { text } = model.walk;
    this.node.classList.toggle("loading", !view);
    if (!view) return;
    const n = view.pairs.length / 3;
    this.bars.show(this.barsOf(view));
    const rest = view.pair_total - n;
    const more = rest > 0 ? text.more_pairs.replace("{n}", number(rest)) : "";
    this.more.textContent = n === 0 ? text.no_pairs : more;
  }

  /** @param {View} view */
  barsOf(view) {
    return Array.from({ length: view.pairs.length / 3 }, (_, rank) => this.bar(view, rank));
  }

  /** @param {View} view @param {number} rank of the pair */
  bar(view, rank) {
    const { amount, model } = this.walker;
    const item = view.pairs.slice(3 * rank, 3 * rank + 2);
    const own = amountOf(view, rank);
    const amounts = Array.from({ length: view.pairs.length / 3 }, (_, i) => amountOf(view, i));
    const mark = this.markOf(rank, view);
    const label = mark ? model.walk.text[`mark_${mark}`] : "";
    return {
      item,
      key: item.join(" "),
      share: own / Math.max(...amounts),
      value: amount(own),
      mark,
      label,
    };
  }

  /** "next", "tied", "rare" or "" @param {number} rank @param {View} view */
  markOf(rank, view) {
    if (isTooRare(this.walker.model.walk, view, rank)) return "rare";
    if (rank === 0 && this.walker.step < this.walker.model.steps) return "next";
    return rank < view.tie_total && view.tie_total > 1 ? "tied" : "";
  }
}
