// Draws how a token was made.

import { t } from "../../browser/sentences.js";
import { el, fill } from "../../drawing/elements.js";
import { directed } from "../../tokens/chips.js";

/**
 * @import { MergeWalker } from "../walker.d.ts"
 */

const TREE_NODES = 160;

/** How a token was made: a tree whose nodes show the step that made them. */
export class Tree {
  /** @param {MergeWalker} stepper */
  constructor(stepper) {
    this.stepper = stepper;
    this.room = 0; // nodes that may still be drawn
    this.title = el("h2");
    this.body = el("div.tree");
    const close = el("button.close", {
      type: "button",
      ariaLabel: t("Close"),
      onclick: () => this.node.close(),
    }, "✕");
    this.node = el("dialog.derivation", el("header", this.title, close), this.body);
    this.node.onclick = (event) => void (event.target === this.node && this.node.close());
  }

  /** @param {number} id */
  open(id) {
    const { chips } = this.stepper;
    this.title.replaceChildren(
      fill(t("How {token} was made (id {id})"), {
        token: chips.chip(id),
        id: this.stepper.number(id),
      }),
    );
    this.body.replaceChildren(this.draw(id));
    this.node.showModal();
  }

  /** Draws the tree, or as much of it as is readable. @param {number} id @returns {HTMLElement} */
  draw(id) {
    this.room = TREE_NODES;
    return this.branch(id);
  }

  /** Where a token comes from. @param {number} id @returns {string} */
  origin(id) {
    const made = this.stepper.model.stepOf(id);
    return made ? t("step {k}", { k: this.stepper.number(made) }) : t("base");
  }

  /** @param {number} id @returns {HTMLElement} */
  branch(id) {
    const { model, chips } = this.stepper;
    const made = model.stepOf(id);
    const label = el("span.leaf", chips.chip(id), el("small", this.origin(id)));
    if (!made) return el("div.branch", label);
    this.room -= 2;
    if (this.room < 0) return el("div.branch", label, el("small", "…"));
    const { left, right } = model.merge(made);
    return el(
      "div.branch",
      label,
      directed(el("div.twigs", this.branch(left), this.branch(right))),
    );
  }
}
