// Draws how the best segmentation of a word is found, and which others there are.

import { t } from "../../browser/sentences.js";
import { button, el, fill, inARow, isBrowsers, tableOf } from "../../drawing/elements.js";
import { icon } from "../../drawing/icons.js";
import { legendLine, scrollBox } from "../../drawing/panel.js";

/**
 * @import { WordView } from "./lattice.js"
 */

/** Viterbi's table, filled up to the position. */
export class ViterbiTable {
  /** @param {WordView} view */
  constructor(view) {
    const { lattice, number } = view;
    this.view = view;
    const n = lattice.units.length;
    /**
     * @param {"first"|"previous"|"next"|"last"} name
     * @param {string} label
     * @param {() => number} to
     */
    const control = (name, label, to) => {
      const sign = name === "next" ? t("Next") : icon(name);
      return button(sign, () => view.go(to()), name, { ariaLabel: label, title: label });
    };
    this.controls = [
      control("first", t("First position"), () => 0),
      control("previous", t("Previous position"), () => view.position - 1),
      control("next", t("Next position"), () => view.position + 1),
      control("last", t("Last position"), () => n),
    ];
    this.where = el("span.where", { role: "status", "aria-live": "polite" });
    const columns = [t("position"), t("compared"), t("best score"), t("back pointer")];
    this.rows = Array.from({ length: n + 1 }, (_, i) => this.row(i));
    const read = t(
      "Reading backwards from position {n}: {steps}. So the best segmentation is {best}.",
    );
    const values = { n: number(n), steps: this.steps(), best: view.way(lattice.best) };
    this.end = el("p.trace-back", fill(read, values));
    const table = tableOf(columns, this.rows);
    const rule = t(
      "Best score of a position: for each token that ends there, add its ln p to the best " +
        "score at its start; the highest of these sums.",
    );
    const logarithms = t(
      "ln p is the natural logarithm of the probability. Adding logarithms multiplies the " +
        "probabilities.",
    );
    const group = { role: "group", ariaLabel: t("Walk through the table") };
    this.node = el(
      "section.panel.viterbi",
      el("h2", { id: "heading-table" }, t("Viterbi's table, position by position")),
      legendLine(inARow(rule, logarithms)),
      el("div.small-transport", group, ...this.controls, this.where),
      scrollBox("scroll", { "aria-labelledby": "heading-table" }, table),
      this.end,
    );
    this.node.onkeydown = (/** @type {KeyboardEvent} */ event) => this.key(event);
  }

  /**
   * When the table has the focus, the arrow keys walk through it and not through the rounds.
   * @param {KeyboardEvent} event
   */
  key(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || isBrowsers(event)) return;
    event.preventDefault();
    event.stopPropagation();
    this.view.go(this.view.position + step);
  }

  /** @param {number} position */
  row(position) {
    const { lattice, number, score } = this.view;
    const ways = lattice.table[position];
    const before = position ? el("span.read", this.view.unitLabel(position - 1)) : null;
    const first = el("td", el("b", number(position)), " ", before);
    if (!position) {
      return el("tr", first, el("td", t("start")), el("td.score", score(0)), el("td", "–"));
    }
    const back = lattice.back[position];
    const best = Math.max(...ways.map((way) => way[1]));
    const compared = el("td.compared", ...ways.map((way) => this.candidate(way, way[0] === back)));
    return el("tr", first, compared, el("td.score", score(best)), el("td", this.pointer(back)));
  }

  /** "hug from 0" @param {number} edge */
  pointer(edge) {
    const { lattice, number, chip } = this.view;
    return fill(t("{token} from {k}"), { token: chip(edge), k: number(lattice.edges[edge][0]) });
  }

  /** "hug: 0.000 − 1.214 = −1.214 ✓" @param {[number, number]} way @param {boolean} wins */
  candidate([edge, sum], wins) {
    const { lattice, score, chip } = this.view;
    const [, , own] = lattice.edges[edge];
    const line = ` ${score(sum - own)} + ${score(own).replace(/^(−.*)$/, "($1)")} = `;
    const total = el("b", score(sum));
    return el(wins ? "div.wins" : "div", chip(edge), line, total, wins ? " ✓" : "");
  }

  /** "s from 3, then hug from 0" */
  steps() {
    const steps = this.view.lattice.best.toReversed()
      .flatMap((edge, i) => [i ? t(", then ") : "", this.pointer(edge)]);
    return el("span", ...steps);
  }

  update() {
    const { position, lattice, number } = this.view;
    const n = lattice.units.length;
    this.where.textContent = t("position {k} of {n}", { k: number(position), n: number(n) });
    const [first, previous, next, last] = this.controls;
    first.disabled = previous.disabled = position === 0;
    next.disabled = last.disabled = position === n;
    // A button that gets disabled loses the focus, which then moves to the other direction.
    if (this.controls.some((button) => button.disabled && button.matches(":focus"))) {
      (position === n ? previous : next).focus();
    }
    this.rows.forEach((row, i) => {
      row.classList.toggle("later", i > position);
      row.classList.toggle("here", i === position);
    });
    this.end.classList.toggle("later", position < n);
  }
}

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
    const table = tableOf(columns, [...this.rows(), ...this.sums()]);
    const only = t("It is the only segmentation: no longer token fits.");
    const legend = lattice.way_total > 1 ? null : legendLine(only);
    this.node = scrollBox("scroll ways", { ariaLabel: t("The best segmentations") }, table, legend);
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
    const { way_total: all, total, rest } = lattice;
    const others = all - lattice.ways.length;
    /** @param {string} name @param {number} sum @param {number} share */
    const row = (name, sum, share) => {
      const cells = [name, probability(sum), percent(share)].map((each) => el("td", each));
      return el("tr.sum-row", ...cells);
    };
    const ofOthers = row(t("the other {n}", { n: number(others) }), total + Math.log(rest), rest);
    const ofAll = row(t("all {n} together", { n: number(all) }), total, 1);
    return [...others > 0 ? [ofOthers] : [], ...all > 1 ? [ofAll] : []];
  }

  update() {
    this.buttons.forEach((button, i) => (button.ariaPressed = String(i === this.view.chosen)));
  }
}
