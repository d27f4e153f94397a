// How the best segmentation is found.

import { el, fill } from "../../drawing/elements.js";
import { icon } from "../../drawing/icons.js";
import { scrollBox } from "../../drawing/panel.js";

/**
 * @import { WordView } from "./word_view.js"
 */

/** Viterbi's table, filled up to the position. */
export class ViterbiTable {
  /** @param {WordView} view */
  constructor(view) {
    const { lattice, text, number } = view;
    this.view = view;
    const n = lattice.units.length;
    const button = (
      /** @type {string} */ name,
      /** @type {string|Element} */ sign,
      /** @type {() => void} */ act,
    ) =>
      el("button", {
        type: "button",
        className: name,
        ariaLabel: text[name],
        title: text[name],
        onclick: act,
      }, sign);
    this.first = button("first", icon("first"), () => view.go(0));
    this.previous = button("previous", icon("previous"), () => view.go(view.position - 1));
    this.next = button("next", text.next_short, () => view.go(view.position + 1));
    this.last = button("last", icon("last"), () => view.go(n));
    this.where = el("span", { className: "where", role: "status", "aria-live": "polite" });
    const transport = el(
      "div",
      { className: "small-transport", role: "group", ariaLabel: text.transport },
      this.first,
      this.previous,
      this.next,
      this.last,
      this.where,
    );
    const head = el(
      "tr",
      {},
      ...["position", "candidates", "score", "back"].map((name) =>
        el("th", { scope: "col" }, text[name])
      ),
    );
    this.rows = Array.from({ length: n + 1 }, (_, i) => this.row(i));
    this.end = el("p", { className: "trace-back" });
    this.end.append(
      fill(text.trace_back, { n: number(n), steps: this.steps(), best: view.way(lattice.best) }),
    );
    const table = el("table", {}, el("thead", {}, head), el("tbody", {}, ...this.rows));
    this.node = el(
      "section",
      { className: "panel viterbi" },
      el("h2", { id: "heading-table" }, text.table_title),
      el("p", { className: "legend" }, text.table_legend, " ", text.sums),
      transport,
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
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    this.view.go(this.view.position + step);
  }

  /** @param {number} position */
  row(position) {
    const { lattice, text, number, score } = this.view;
    const ways = lattice.table[position];
    const before = position
      ? el("span", { className: "read" }, this.view.unitLabel(position - 1))
      : null;
    const cells = [el("td", {}, el("b", {}, number(position)), " ", before)];
    if (!position) {
      cells.push(
        el("td", {}, text.start),
        el("td", { className: "score" }, score(0)),
        el("td", {}, "–"),
      );
    } else {
      const back = lattice.back[position];
      const best = Math.max(...ways.map((way) => way[1]));
      cells.push(
        el(
          "td",
          { className: "compared" },
          ...ways.map((way) => this.candidate(way, way[0] === back)),
        ),
        el("td", { className: "score" }, score(best)),
        el(
          "td",
          {},
          fill(text.back_to, { token: this.view.chip(back), k: number(lattice.edges[back][0]) }),
        ),
      );
    }
    return el("tr", {}, ...cells);
  }

  /** "hug: 0.000 − 1.214 = −1.214 ✓" @param {[number, number]} way @param {boolean} wins */
  candidate([edge, sum], wins) {
    const { lattice, score, chip } = this.view;
    const [, , own] = lattice.edges[edge];
    const line = `${score(sum - own)} + ${score(own).replace(/^(−.*)$/, "($1)")} = `;
    return el(
      "div",
      { className: wins ? "wins" : "" },
      chip(edge),
      " ",
      line,
      el("b", {}, score(sum)),
      wins ? " ✓" : "",
    );
  }

  /** "s from 3, then hug from 0" */
  steps() {
    const { lattice, text, number, chip } = this.view;
    const out = el("span", {});
    [...lattice.best].reverse().forEach((edge, i) =>
      out.append(
        i ? text.then : "",
        fill(text.back_to, { token: chip(edge), k: number(lattice.edges[edge][0]) }),
      )
    );
    return out;
  }

  update() {
    const { position, lattice, text, number } = this.view;
    const n = lattice.units.length;
    this.where.textContent = text.position_of.replace("{k}", number(position)).replace(
      "{n}",
      number(n),
    );
    this.first.disabled = this.previous.disabled = position === 0;
    this.next.disabled = this.last.disabled = position === n;
    this.rows.forEach((row, i) => {
      row.classList.toggle("later", i > position);
      row.classList.toggle("here", i === position);
    });
    this.end.classList.toggle("later", position < n);
  }
}
