// The vocabulary at a step, and how each token was made.

import { t } from "../../browser/sentences.js";
import { button, checkbox, el, fill } from "../../drawing/elements.js";
import { legendLine, LongList, panel, toolRow } from "../../drawing/panel.js";
import { directed } from "../../tokens/chips.js";

/**
 * @import { MergeStepper, MergeWalker } from "../walker.d.ts"
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
    const close = button("✕", () => this.node.close(), "close", { ariaLabel: t("Close") });
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

/** Every token with its id; a click shows how it was made. */
export class Vocabulary {
  /** @param {MergeWalker} stepper */
  constructor(stepper) {
    this.stepper = stepper;
    /** @type {number[]} */
    this.ids = [];
    this.list = new LongList(t("Vocabulary"), (i) => this.row(this.ids[i]));
    this.size = el("span.size");
    this.inUse = checkbox(t("only tokens in use"), () => this.update());
    const tools = toolRow(this.size, this.inUse.parentElement);
    this.node = panel(t("Vocabulary"), "vocabulary", tools, this.list.node);
  }

  /** @param {number} id */
  row(id) {
    const { model, chips, step } = this.stepper;
    const made = model.stepOf(id);
    const inUse = model.inUse(id, step);
    const isSpecial = id < model.walk.specials.length;
    const origin = isSpecial ? t("special") : this.stepper.tree.origin(id);
    const state = (made && made === step ? " now" : "") + (inUse ? "" : " unused");
    const title = inUse ? "" : t("This token no longer occurs in the corpus");
    const row = button("", () => this.stepper.tree.open(id), `row${state}`, { title });
    const index = el("span.index", this.stepper.number(id));
    row.append(index, chips.chip(id), el("span.origin", origin));
    return row;
  }

  update() {
    const { model, step } = this.stepper;
    this.ids = model.vocabularyAt(step, this.inUse.checked);
    const newest = this.ids.length - 1;
    this.list.update(this.ids.length, step > 0 ? newest : undefined);
    const all = model.sizeAt(step);
    this.size.textContent = t("Tokens: {n}, in use: {m}", {
      n: this.stepper.number(all),
      m: this.stepper.number(model.vocabularyAt(step, true).length),
    });
  }
}

/** Every junk token with its steps and the merge that used it up; a click goes to that merge. */
export class Junk {
  /** @param {MergeStepper} stepper */
  constructor(stepper) {
    this.stepper = stepper;
    this.size = el("span.size");
    this.list = new LongList(t("Junk tokens"), (i) => this.row(stepper.model.junk[i]));
    const times = [t("made in step"), t("in use until step"), t("used up by the merge in step")];
    const columns = [t("junk token"), ...times].map((name) => el("span", name));
    this.head = el("div.row.head", { ariaHidden: "true" }, ...columns);
    this.legend = legendLine(t(
      "These tokens were made on the way to longer ones and are no longer in use: none " +
        "occurs in the corpus, but each keeps its id and its place in the vocabulary. Click " +
        "one to go to the merge that used it up.",
    ));
    this.below = [this.legend, this.head, this.list.node];
    this.node = panel(t("Junk tokens"), "junk", toolRow(this.size), ...this.below);
  }

  /** @param {number} id */
  row(id) {
    const { model, chips, step, number } = this.stepper;
    const [made, dropped] = [model.stepOf(id), model.walk.dropped_at[id]];
    const { left, right, token } = model.merge(dropped);
    const steps = [[t("made in step"), made], [t("in use until step"), dropped - 1]];
    const row = button("", () => this.stepper.go(dropped), dropped === step ? "row now" : "row");
    row.append(
      chips.chip(id),
      ...steps.map(([name, k]) => el("span.step", { title: String(name) }, number(Number(k)))),
      el(
        "span.used-up",
        { title: t("used up by the merge in step") },
        el("span.step", number(dropped)),
        chips.pair(left, right),
        el("span.arrow", "→"),
        chips.chip(token),
      ),
    );
    return row;
  }

  update() {
    const { model, step, number } = this.stepper;
    const { junk, junk_percent: share } = model.figuresAt(step);
    this.size.textContent = t("{n} of {m} tokens, {share}%", {
      n: number(junk),
      m: number(model.sizeAt(step)),
      share: share.toFixed(1),
    });
    for (const node of this.below) node.hidden = !junk;
    this.list.update(junk, junk - 1);
  }
}
