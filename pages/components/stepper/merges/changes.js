// Lists the changes by a merge.

import { t } from "../../browser/sentences.js";
import { el } from "../../drawing/elements.js";
import { Changes } from "../walking/explained.js";

/**
 * @import { MergeWalker } from "../walker.d.ts"
 * @import { View } from "../payload.d.ts"
 */

/**
 * Which pair counts the last merge moved, and which tokens it used up.
 * @extends {Changes<MergeWalker>}
 */
export class MergeChanges extends Changes {
  /** @param {MergeWalker} stepper */
  constructor(stepper) {
    const nothing = t("Nothing yet: take the first step.");
    super(stepper, t("What the last merge changed"), nothing);
  }

  /** @override @param {View} view */
  groups(view) {
    const { number: n, chips } = this.stepper;
    const { new_total, fell_total, rose_total = 0, gone_total, dropped } = view;
    const groups = [
      this.pairs("new", view, new_total, t("New pairs: {n}", { n: n(new_total) })),
      this.pairs("rose", view, rose_total, t("More frequent pairs: {n}", { n: n(rose_total) })),
      this.pairs("fell", view, fell_total, t("Rarer pairs: {n}", { n: n(fell_total) })),
      this.pairs("gone", view, gone_total, t("Pairs that are gone: {n}", { n: n(gone_total) })),
      this.group(
        "dropped",
        dropped.length,
        t("Tokens no longer in use: {n}", { n: n(dropped.length) }),
        dropped.map((id) => el("li", chips.chip(id))),
      ),
    ].filter(Boolean);
    return groups.length ? groups : [this.remark(t("No other pair changed."))];
  }

  /** @param {string} kind @param {View} view @param {number} total @param {string} title */
  pairs(kind, { changes }, total, title) {
    const rows = [];
    for (let i = 0; i < changes.length; i += 4) {
      const [left, right, before, after] = changes.slice(i, i + 4);
      const is = before === 0 ? "new" : after === 0 ? "gone" : after < before ? "fell" : "rose";
      if (is === kind) rows.push(this.change(left, right, before, after, kind));
    }
    return this.group(kind, total, title, rows);
  }

  /**
   * @param {number} left
   * @param {number} right
   * @param {number} before
   * @param {number} after
   * @param {string} kind
   */
  change(left, right, before, after, kind) {
    const { number } = this.stepper;
    const counts = kind === "new"
      ? number(after)
      : kind === "gone"
      ? number(before)
      : `${number(before)} → ${number(after)}`;
    return el("li", this.stepper.chips.pair(left, right), " ", el("span.value", counts));
  }
}
