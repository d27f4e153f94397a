// The best segmentations of a word.

import { el, fill } from "../../drawing/elements.js";
import { scrollBox } from "../../drawing/panel.js";

/**
 * @import { WordView } from "./word_view.js"
 */

/** The best segmentations with their probabilities, and what is left for all others. */
export class Ways {
  /** @param {WordView} view */
  constructor(view) {
    const { lattice, text, number } = view;
    this.view = view;
    this.buttons = lattice.ways.map((way, i) => {
      const button = el("button", {
        type: "button",
        className: "way",
        onclick: () => view.choose(i),
      }, view.way(way.edges));
      return button;
    });
    const head = el(
      "tr",
      {},
      ...["segmentation", "probability", "share"].map((name) =>
        el("th", { scope: "col" }, text[name])
      ),
    );
    const body = el("tbody", {}, ...this.rows(), ...this.sums());
    const legend = lattice.way_total > 1
      ? fill(text.ways_legend, { n: number(lattice.way_total) })
      : text.only_way;
    this.node = el(
      "section",
      { className: "panel ways" },
      el("h2", { id: "heading-ways" }, text.ways_title),
      el("p", { className: "legend" }, legend),
      scrollBox(
        "scroll",
        { "aria-labelledby": "heading-ways" },
        el("table", {}, el("thead", {}, head), body),
      ),
    );
  }

  /** A row for each way that is listed. */
  rows() {
    const { lattice, text, probability, percent } = this.view;
    return lattice.ways.map((way, i) =>
      el(
        "tr",
        {},
        el(
          "td",
          {},
          this.buttons[i],
          i ? null : el("span", { className: "mark" }, ` ✓ ${text.best}`),
        ),
        el("td", {}, probability(way.score)),
        el("td", {}, percent(way.share)),
      )
    );
  }

  /** What the ways that are not listed add up to, and all of them. */
  sums() {
    const { lattice, text, number, probability, percent } = this.view;
    const others = lattice.way_total - lattice.ways.length;
    const rows = [];
    if (others > 0) {
      rows.push(
        this.sum(
          fill(text.others, { n: number(others) }),
          probability(lattice.total + Math.log(lattice.rest)),
          percent(lattice.rest),
        ),
      );
    }
    if (lattice.way_total > 1) {
      rows.push(
        this.sum(
          fill(text.all, { n: number(lattice.way_total) }),
          probability(lattice.total),
          percent(1),
        ),
      );
    }
    return rows;
  }

  /** @param {Node} name @param {string} probability @param {string} share */
  sum(name, probability, share) {
    return el(
      "tr",
      { className: "sum-row" },
      el("td", {}, name),
      el("td", {}, probability),
      el("td", {}, share),
    );
  }

  update() {
    this.buttons.forEach((button, i) => (button.ariaPressed = String(i === this.view.chosen)));
  }
}
