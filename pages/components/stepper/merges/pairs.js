// The panel of pairs, with how often each occurs.

import { t } from "../../browser/sentences.js";
import { Bars } from "../../drawing/bars.js";
import { button, el } from "../../drawing/elements.js";
import { Figure } from "../../drawing/movement.js";
import { legendLine } from "../../drawing/panel.js";
import { amountOf, isTooRare } from "./merge_model.js";

/**
 * @import { Movement } from "../../drawing/movement.js"
 * @import { View } from "../payload.d.ts"
 * @import { MergeWalker } from "../walker.d.ts"
 */

/** @typedef {[number, number, number]} Count  the first step with it, the next without it, it */

/** How much longer bars are drawn once they have become too short to be compared. */
const ENLARGED = 4;

/**
 * How often each pair occurs now, most frequent first. The next winner and its ties are marked.
 * @extends {Bars<number[]>}
 */
export class Pairs extends Bars {
  /** @param {MergeWalker} walker */
  constructor(walker) {
    const isScored = walker.model.walk.algorithm === "wordpiece";
    const legend = legendLine();
    super(isScored ? t("Pairs by score") : t("Current pairs"), "pairs", legend);
    this.walker = walker;
    this.isScored = isScored;
    this.scale = 1;
    /** @type {number[]} the pair that is pointed at */
    this.pointed = [];
    /** Opens the list in place, or closes it. */
    this.more = button("", () => {
      this.node.classList.toggle("opened");
      this.update();
    }, "show-more");
    this.none = el("p.more", t("No pairs are left: every word is one token."));
    this.enlarged = new Figure("b");
    this.legendText = el("span", this.legend());
    legend.append(this.legendText, this.enlarged.node);
    this.node.append(this.more, this.none);
  }

  /**
   * Rings a pair in the words, and shows how often it occurred so far.
   * @override
   * @param {number[]} [pair]
   */
  async point(pair = []) {
    const { walker } = this;
    const { model } = walker;
    walker.words.ring(...pair);
    this.pointed = pair;
    const place = `counts/${pair.join("/")}`;
    const counts = pair.length ? await model.workedOut(place) : undefined;
    if (this.pointed !== pair) return;
    walker.line?.follow(model.walk.algorithm === "bpe" ? counts : undefined);
    this.legendText.textContent = counts ? this.since(counts) : this.legend();
  }

  /** The meaning of the bars. */
  legend() {
    return this.isScored
      ? t("counts: pair ÷ (left × right)")
      : t("How often two tokens are adjacent");
  }

  /**
   * Since when there is a pair. Counts have a line under the slider.
   * @param {Count[]} counts
   */
  since(counts) {
    const born = lastBirth(counts, this.walker.step);
    const k = this.walker.number(born);
    if (this.isScored) return born ? t("Since step {k}", { k }) : t("From the start");
    return born
      ? t("Since step {k} (dashed line under the slider)", { k })
      : t("From the start (dashed line under the slider)");
  }

  /** @override @param {number[]} pair */
  label([left, right]) {
    const { walker } = this;
    return [walker.chips.pair(left, right), walker.choose ? whatIf(walker, left, right) : null];
  }

  update() {
    const { number, view } = this.walker;
    this.node.classList.toggle("loading", !view);
    if (!view) return;
    this.show(this.barsOf(view));
    const times = this.walker.model.mostDecided / this.scale;
    this.enlarged.show(times > 1 ? t(", ") + t("bars × {n}", { n: number(times) }) : "");
    this.none.hidden = view.pair_total > 0;
    const isOpen = this.node.classList.contains("opened");
    this.more.hidden = view.pair_total === 0;
    this.more.ariaExpanded = String(isOpen);
    const [n, m] = [number(view.pair_total), number(view.pairs.length / 3)];
    this.more.textContent = isOpen
      ? t("The {m} most frequent of {n} pairs. Show fewer", { m, n })
      : t("All pairs: {n}. Show more", { n });
  }

  /**
   * Says how much longer the bars are drawn when they have become so.
   * @override
   * @param {Movement} movement
   * @param {boolean} forwards
   */
  move(movement, forwards) {
    super.move(movement, forwards);
    this.enlarged.appear(movement);
  }

  /**
   * Draws a view's bars. The amount of a full one is the same at every step, so that lengths can be
   * compared, unless a choice passes over a pair more frequent than any that is merged. Once all
   * bars would be short, they are drawn a power of four times as long.
   * @param {View} view
   */
  barsOf(view) {
    const most = view.pair_total ? amountOf(view, 0) : 0;
    this.scale = Math.max(this.walker.model.mostDecided, most) || 1;
    while (most && most <= this.scale / ENLARGED) this.scale /= ENLARGED;
    return Array.from({ length: view.pairs.length / 3 }, (_, rank) => this.bar(view, rank));
  }

  /** @param {View} view @param {number} rank of the pair */
  bar(view, rank) {
    const { amount } = this.walker;
    const item = view.pairs.slice(3 * rank, 3 * rank + 2);
    const own = amountOf(view, rank);
    const mark = this.markOf(rank, view);
    const [label, meaning] = signs()[mark];
    return {
      item,
      key: item.join(" "),
      share: Math.min(1, own / this.scale),
      value: amount(own),
      mark,
      label,
      meaning,
    };
  }

  /** "next", "tied", "rare" or "" @param {number} rank @param {View} view */
  markOf(rank, view) {
    const { model, step } = this.walker;
    if (isTooRare(model.walk, view, rank)) return "rare";
    const { left, right } = model.merge(step + 1);
    if (view.pairs[3 * rank] === left && view.pairs[3 * rank + 1] === right) return "next";
    return rank < view.tie_total && view.tie_total > 1 ? "tied" : "";
  }
}

/** The sign at a bar, and its meaning, by its mark. @returns {Record<string, string[]>} */
const signs = () => ({
  next: [t("◀ next"), t("the pair that is merged next")],
  tied: [t("= tie"), t("tied with the first pair")],
  rare: [t("too rare"), ""],
  "": ["", ""],
});

/**
 * The step since which a pair has occurred without a break.
 * @param {Count[]} counts
 * @param {number} step
 */
export function lastBirth(counts, step) {
  let born = 0;
  let end = -1;
  for (const [first, next] of counts) {
    if (first > step) break;
    if (first !== end) born = first;
    end = next;
  }
  return born;
}

/**
 * The button "↱", which asks what would happen if a pair were merged next.
 * @param {MergeWalker} walker
 * @param {number} left
 * @param {number} right
 */
function whatIf(walker, left, right) {
  const label = t("What if this pair were merged next?");
  const choose = () => walker.choose?.([[walker.step + 1, left, right]]);
  return button("↱", choose, "what-if", { ariaLabel: label, title: label });
}
