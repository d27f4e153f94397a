// The tokens that were made on the way and no longer occur in the corpus.

import { el } from "../../drawing/elements.js";
import { LongList } from "../../drawing/long_list.js";
import { panel } from "../../drawing/panel.js";

/**
 * @import { MergeStepper } from "../walker.d.ts"
 */

/** Every junk token with its steps and the merge that used it up; a click goes to that merge. */
export class Junk {
  /** @param {MergeStepper} stepper */
  constructor(stepper) {
    const { text } = stepper.model.walk;
    this.stepper = stepper;
    this.size = el("span", { className: "size" });
    this.list = new LongList(text.junk_title, (i) => this.row(stepper.model.junk[i]));
    const columns = [text.junk_token, text.junk_made, text.junk_last, text.junk_merge];
    this.head = el(
      "div",
      { className: "row head", ariaHidden: "true" },
      ...columns.map((name) => el("span", {}, name)),
    );
    const tools = el("div", { className: "tools" }, this.size);
    const legend = el("p", { className: "legend" }, text.junk_legend);
    this.node = panel(text.junk_title, "junk", tools, legend, this.head, this.list.node);
  }

  /** @param {number} id */
  row(id) {
    const { model, chips, step, number } = this.stepper;
    const { text } = model.walk;
    const [made, dropped] = [model.stepOf(id), model.droppedAt(id)];
    const { left, right, token } = model.merge(dropped);
    const steps = [[text.junk_made, made], [text.junk_last, dropped - 1]];
    return el(
      "button",
      {
        type: "button",
        className: "row" + (dropped === step ? " now" : ""),
        onclick: () => this.stepper.go(dropped),
      },
      chips.chip(id),
      ...steps.map(([name, k]) =>
        el("span", { className: "step", title: String(name) }, number(Number(k)))
      ),
      el(
        "span",
        { className: "used-up", title: text.junk_merge },
        el("span", { className: "step" }, number(dropped)),
        chips.pair(left, right),
        el("span", { className: "arrow" }, "→"),
        chips.chip(token),
      ),
    );
  }

  update() {
    const { model, step, number } = this.stepper;
    const { text } = model.walk;
    const { junk, junk_percent: share } = model.figuresAt(step);
    this.size.textContent = text.junk_size.replace("{n}", number(junk))
      .replace("{m}", number(model.sizeAt(step))).replace("{share}", share.toFixed(1));
    this.head.hidden = this.list.node.hidden = !junk;
    this.list.update(junk, junk - 1);
  }
}
