// The best segmentations of a word.

import { t } from "../../browser/sentences.js";
import { button, el, tableOf } from "../../drawing/elements.js";
import { legendLine, scrollBox } from "../../drawing/panel.js";

/**
 * @import { WordView } from "./word_view.js"
 */

/** The best segmentations with their probabilities, and what is left for all others. */
export class Ways {
  /** @param {WordView} view */
  constructor(view) {
    const { lattice } = view;
    this.view = view;
    this.buttons = lattice.ways.map((way, i) =>
      button(view.way(way.edges), () => view.choose(i), "way")
    );
    const columns = [t("segmentation"), t("probability (product)"), t("share of the sum")];
    this.node = scrollBox(
      "scroll ways",
      { ariaLabel: t("The best segmentations") },
      tableOf(columns, [...this.rows(), ...this.sums()]),
      lattice.way_total > 1
        ? null
        : legendLine(t("It is the only segmentation: no longer token fits.")),
    );
  }

  /** A row for each way that is listed. */
  rows() {
    const { lattice, probability, percent } = this.view;
    return lattice.ways.map((way, i) =>
      el(
        "tr",
        el("td", this.buttons[i], i ? null : el("span.mark", " ✓ ", t("best"))),
        el("td", probability(way.score)),
        el("td", percent(way.share)),
      )
    );
  }

  /** The sums of the ways that are not listed, and of all. */
  sums() {
    const { lattice, number, probability, percent } = this.view;
    const others = lattice.way_total - lattice.ways.length;
    const rows = [];
    if (others > 0) {
      rows.push(
        this.sum(
          t("the other {n}", { n: number(others) }),
          probability(lattice.total + Math.log(lattice.rest)),
          percent(lattice.rest),
        ),
      );
    }
    if (lattice.way_total > 1) {
      rows.push(
        this.sum(
          t("all {n} together", { n: number(lattice.way_total) }),
          probability(lattice.total),
          percent(1),
        ),
      );
    }
    return rows;
  }

  /** @param {string} name @param {string} probability @param {string} share */
  sum(name, probability, share) {
    return el("tr.sum-row", el("td", name), el("td", probability), el("td", share));
  }

  update() {
    this.buttons.forEach((button, i) => (button.ariaPressed = String(i === this.view.chosen)));
  }
}
