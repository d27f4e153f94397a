// The panels that explain a step: its changes, and the reasons for the next. Each kind of walk has
// its own.

import { t } from "../../browser/sentences.js";
import { el } from "../../drawing/elements.js";
import { keepFocus } from "../../drawing/kept_focus.js";
import { appear, COUNTED } from "../../drawing/movement.js";
import { panel, scrollBox } from "../../drawing/panel.js";
import { whyStopped } from "./why_stopped.js";

/**
 * @import { Movement } from "../../drawing/movement.js"
 * @import { Walker } from "../walker.d.ts"
 */

/** When, in a movement, it is told what comes next. */
const NEXT = /** @type {[number, number]} */ ([0.8, 1]);

/** @template {Walker<any>} W */
export class Changes {
  /** @param {W} stepper @param {string} title @param {string} nothing what is said at the start */
  constructor(stepper, title, nothing) {
    this.stepper = stepper;
    this.nothing = nothing;
    this.body = scrollBox("changes", { "aria-labelledby": "heading-changed" });
    this.node = panel(title, "changed", null, this.body);
  }

  /**
   * The changes by the last step, by kind.
   * @param {NonNullable<W["view"]>} _view @returns {(Node|string)[]}
   */
  groups(_view) {
    return [];
  }

  update() {
    const { step, view } = this.stepper;
    const groups = !view ? ["…"] : step ? this.groups(view) : [this.remark(this.nothing)];
    this.body.replaceChildren(...groups);
  }

  /** @param {string} words */
  remark(words) {
    return el("p.more", words);
  }

  /**
   * The first items of a kind, and how many more there are; nothing if there are none.
   * @param {string} kind
   * @param {number} total
   * @param {string} title
   * @param {HTMLElement[]} items
   */
  group(kind, total, title, items) {
    if (!total) return "";
    const n = this.stepper.number(total - items.length);
    const more = total > items.length ? el("li.more", t(" and {n} more", { n })) : null;
    return el(`div.group.${kind}`, el("h3", title), el("ul", ...items, more));
  }

  /** @param {Movement} movement @param {boolean} forwards */
  move(movement, forwards) {
    if (forwards) movement.show(this.body, appear, COUNTED);
  }
}

/** @template {Walker<any>} W */
export class Reasons {
  /** @param {W} stepper @param {string} title */
  constructor(stepper, title) {
    this.stepper = stepper;
    this.body = scrollBox("reasons", { "aria-labelledby": "heading-why" });
    this.node = panel(title, "why", null, this.body);
  }

  /** The reasons at this step. @returns {Node[]} */
  reasons() {
    return [];
  }

  update() {
    const { step, model } = this.stepper;
    const rows = this.reasons();
    if (step === model.steps) rows.push(el("p.reason", whyStopped(model.walk)));
    keepFocus(this.body, () => this.body.replaceChildren(...rows));
  }

  /** @param {Movement} movement @param {boolean} forwards */
  move(movement, forwards) {
    const next = this.body.querySelector(".reason.coming");
    if (forwards && next) movement.show(next, appear, NEXT);
  }
}
