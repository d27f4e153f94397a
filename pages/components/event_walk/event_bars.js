// A panel of bars in a walk over events.

import { t } from "../browser/sentences.js";
import { Bars } from "../drawing/bars.js";
import { el } from "../drawing/elements.js";
import { legendLine, panel } from "../drawing/panel.js";

/**
 * @import { Movement } from "../drawing/movement.js"
 * @import { Events } from "./event_walk.js"
 * @import { Bar, BarPanel, Named } from "./payload.d.ts"
 */

/**
 * Bars on one track, with their names and values, and perhaps a limit across all of them. Unlike
 * the stepper's, they say why the step is taken that is seen: what is new is there at once.
 * @extends {Bars<Named>}
 */
export class EventBars extends Bars {
  /** @param {Events} walk @param {BarPanel} about */
  constructor(walk, { name, title, legend, limit }) {
    super(() => [], () => {});
    this.walk = walk;
    this.limit = limit;
    this.node = el("ul", {
      className: "shares",
      "data-none": t("Nothing to compare at this step."),
    });
    this.panel = panel(
      title,
      name,
      null,
      this.node,
      legend ? legendLine(legend) : null,
    );
  }

  /** @param {Bar[]} bars */
  update(bars) {
    const rows = bars.map(([name, share, value, label, standsOut], i) => ({
      item: name,
      key: `${i} ${JSON.stringify(name)}`,
      share,
      value: typeof value === "number" ? this.walk.number(value) : value,
      mark: standsOut ? "next" : "",
      label,
    }));
    this.show(rows);
    [...this.rows.values()].forEach(({ bar }, i) => {
      bar.style.marginInlineStart = `${100 * bars[i][5]}%`;
    });
  }

  /** @override @param {Movement} movement */
  move(movement) {
    for (const [key, row] of this.rows) {
      const [was, is] = [this.before.get(key), this.looks.get(key)];
      if (was && is) this.moveRow(movement, row, was, is);
    }
    movement.mark(this.node, "moving");
  }

  /** @override @param {Named} name */
  row(name) {
    const bar = el("span", { className: "bar" });
    const value = el("span", { className: "value" });
    const mark = el("span", { className: "mark" });
    const limit = this.limit < 0
      ? null
      : el("span", { className: "limit", style: `inset-inline-start: ${100 * this.limit}%` });
    const node = el(
      "li",
      {},
      el("span", { className: "name" }, this.walk.draw(name)),
      el("span", { className: "share-track" }, bar, limit),
      value,
      mark,
    );
    return { node, bar, value, mark };
  }
}
