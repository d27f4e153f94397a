// Lists the changes by a merge.

import { t } from "../../browser/sentences.js";
import { el } from "../../drawing/elements.js";
import { panel, scrollBox } from "../../drawing/panel.js";
import { changeGroup } from "../walking/lists.js";

/**
 * @import { MergeWalker } from "../walker.d.ts"
 * @import { View } from "../payload.d.ts"
 */

/** Which pair counts the last merge moved, and which tokens it used up. */
export class Changes {
  /** @param {MergeWalker} stepper */
  constructor(stepper) {
    this.stepper = stepper;
    this.body = scrollBox("changes", { "aria-labelledby": "heading-changed" });
    this.node = panel(t("What the last merge changed"), "changed", null, this.body);
  }

  /** @param {View|undefined} view */
  update(view) {
    if (!view) return void this.body.replaceChildren("…");
    if (this.stepper.step === 0) {
      return void this.body.replaceChildren(
        el("p", { className: "more" }, t("Nothing yet: take the first step.")),
      );
    }
    const groups = [
      this.group("new", view, view.new_total),
      this.group("fell", view, view.fell_total),
      this.group("gone", view, view.gone_total),
      this.dropped(view),
    ].filter(Boolean);
    if (!groups.length) groups.push(el("p", { className: "more" }, t("No other pair changed.")));
    this.body.replaceChildren(...groups);
  }

  /** @param {string} kind @param {View} view @param {number} total */
  group(kind, view, total) {
    if (!total) return "";
    const rows = [];
    for (let i = 0; i < view.changes.length; i += 4) {
      const [left, right, before, after] = view.changes.slice(i, i + 4);
      const is = before === 0 ? "new" : after === 0 ? "gone" : "fell";
      if (is === kind) rows.push(this.change(left, right, before, after, kind));
    }
    const rest = total - rows.length;
    const n = this.stepper.number(total);
    const label = kind === "new"
      ? t("New pairs: {n}", { n })
      : kind === "gone"
      ? t("Pairs that are gone: {n}", { n })
      : t("Rarer pairs: {n}", { n });
    return changeGroup(kind, label, rows, rest > 0 ? this.stepper.number(rest) : "");
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
    return el(
      "li",
      {},
      this.stepper.chips.pair(left, right),
      " ",
      el("span", { className: "value" }, counts),
    );
  }

  /** @param {View} view */
  dropped({ dropped }) {
    if (!dropped.length) return "";
    const rows = dropped.map((id) => el("li", {}, this.stepper.chips.chip(id)));
    const label = t("Tokens no longer in use: {n}", { n: this.stepper.number(dropped.length) });
    return changeGroup("dropped", label, rows, "");
  }
}
