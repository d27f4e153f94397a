// The stepper: the merges, the vocabulary, and how a token was made.

const ROW_HEIGHT = 34; // pixels; the same figure is --row in the stylesheet
const TREE_NODES = 160;

/**
 * Draws only the rows that can be seen. Where it is scrolled to is remembered rather than asked:
 * asking makes the browser lay the whole page out at every step.
 */
class LongList {
  /** @param {string} label @param {(index: number) => HTMLElement} drawRow */
  constructor(label, drawRow) {
    this.drawRow = drawRow;
    this.length = 0;
    this.top = 0;
    this.wanted = -1; // the row to bring into view
    this.height = 10 * ROW_HEIGHT;
    this.rows = el("div", { className: "rows" });
    this.space = el("div", { className: "space" }, this.rows);
    this.node = el("div", { className: "long-list", role: "group", ariaLabel: label, tabIndex: 0 }, this.space);
    this.node.onscroll = () => {
      if (Math.abs(this.node.scrollTop - this.top) < 1) return; // our own scrolling
      this.top = this.node.scrollTop;
      this.wanted = -1;
      this.draw();
    };
    new ResizeObserver(([entry]) => this.resize(entry.contentRect.height)).observe(this.node);
  }

  /** @param {number} length @param {number} [reveal] index of the row to bring into view */
  update(length, reveal) {
    if (length !== this.length) this.space.style.height = `${length * ROW_HEIGHT}px`;
    this.length = length;
    this.wanted = reveal ?? -1;
    this.redraw();
  }

  /** Below the fold a list has no height; it gets one when it is scrolled to. @param {number} height */
  resize(height) {
    if (!height || height === this.height) return;
    this.height = height;
    this.redraw();
  }

  /** Once a frame is enough, however fast the clicks come. */
  redraw() {
    this.drawing ||= requestAnimationFrame(() => {
      this.drawing = 0;
      if (this.wanted >= 0) this.reveal(this.wanted * ROW_HEIGHT);
      this.draw();
      this.node.scrollTop = this.top;
    });
  }

  /** @param {number} top of the row, in pixels */
  reveal(top) {
    if (top >= this.top && top + ROW_HEIGHT <= this.top + this.height) return;
    this.top = Math.max(0, Math.min(top - this.height + 2 * ROW_HEIGHT, this.length * ROW_HEIGHT - this.height));
  }

  draw() {
    const first = Math.max(0, Math.floor(this.top / ROW_HEIGHT) - 1);
    const last = Math.min(this.length, first + Math.ceil(this.height / ROW_HEIGHT) + 3);
    const rows = [];
    for (let i = first; i < last; i++) rows.push(this.drawRow(i));
    this.rows.style.transform = `translateY(${first * ROW_HEIGHT}px)`;
    this.rows.replaceChildren(...rows);
  }
}

/** Every merge with its count; a click goes there. */
class Merges {
  /** @param {Stepper} stepper */
  constructor(stepper) {
    const { text } = stepper.model.walk;
    this.stepper = stepper;
    this.list = new LongList(text.merges_title, (i) => this.row(i + 1));
    this.node = panel(text.merges_title, "merges", null, this.list.node);
  }

  /** @param {number} step */
  row(step) {
    const { model, chips } = this.stepper;
    const { left, right, token } = model.merge(step);
    const state = step === this.stepper.step ? " now" : step > this.stepper.step ? " later" : "";
    const index = el("span", { className: "index" }, this.stepper.number(step));
    if (state === " later" && this.stepper.prediction.on) return el("div", { className: "row later" }, index, "?");
    return el(
      "button", { type: "button", className: "row" + state, ariaCurrent: state === " now" ? "step" : null, onclick: () => this.stepper.go(step) },
      index, chips.pair(left, right), el("span", { className: "arrow" }, "→"), chips.chip(token),
      el("span", { className: "value" }, this.stepper.amount(model.amountOfMerge(step))),
    );
  }

  update() {
    const { step, model } = this.stepper;
    this.list.update(model.steps, step - 1);
  }
}

/** Every token with its id; a click shows how it was made. */
class Vocabulary {
  /** @param {Stepper} stepper */
  constructor(stepper) {
    const { text } = stepper.model.walk;
    this.stepper = stepper;
    /** @type {number[]} */
    this.ids = [];
    this.list = new LongList(text.vocabulary_title, (i) => this.row(this.ids[i]));
    this.size = el("span", { className: "size" });
    this.inUse = el("input", { type: "checkbox" });
    this.inUse.onchange = () => this.update();
    const tools = el("div", { className: "tools" }, this.size, el("label", {}, this.inUse, " ", text.only_in_use));
    this.node = panel(text.vocabulary_title, "vocabulary", tools, this.list.node);
  }

  /** @param {number} id */
  row(id) {
    const { model, chips, step } = this.stepper;
    const { text } = model.walk;
    const made = model.stepOf(id);
    const inUse = model.inUse(id, step);
    const origin = id < model.walk.specials.length ? text.origin_special : made ? text.origin_step.replace("{k}", this.stepper.number(made)) : text.origin_base;
    const state = (made && made === step ? " now" : "") + (inUse ? "" : " unused");
    return el(
      "button", { type: "button", className: "row" + state, title: inUse ? "" : text.not_in_use, onclick: () => this.stepper.tree.open(id) },
      el("span", { className: "index" }, this.stepper.number(id)), chips.chip(id), el("span", { className: "origin" }, origin),
    );
  }

  update() {
    const { model, step } = this.stepper;
    this.ids = model.vocabularyAt(step, this.inUse.checked);
    const newest = this.ids.length - 1;
    this.list.update(this.ids.length, step > 0 ? newest : undefined);
    const all = model.firstMerge + step;
    this.size.textContent = model.walk.text.vocabulary_size.replace("{n}", this.stepper.number(all)).replace("{m}", this.stepper.number(model.vocabularyAt(step, true).length));
  }
}

/** How a token was made: a tree, each node with the step that made it. */
class Tree {
  /** @param {Stepper} stepper */
  constructor(stepper) {
    const { text } = stepper.model.walk;
    this.stepper = stepper;
    this.title = el("h3", {});
    this.body = el("div", { className: "tree" });
    const close = el("button", { type: "button", className: "close", ariaLabel: text.close, onclick: () => this.node.close() }, "✕");
    this.node = el("dialog", { className: "derivation" }, el("header", {}, this.title, close), this.body);
    this.node.onclick = (/** @type {any} */ event) => event.target === this.node && this.node.close();
  }

  /** @param {number} id */
  open(id) {
    const { model, chips } = this.stepper;
    this.left = TREE_NODES;
    this.title.replaceChildren(fill(model.walk.text.tree_title, { token: chips.chip(id), id: this.stepper.number(id) }));
    this.body.replaceChildren(this.branch(id));
    this.node.showModal();
  }

  /** @param {number} id @returns {HTMLElement} */
  branch(id) {
    const { model, chips } = this.stepper;
    const { text } = model.walk;
    const made = model.stepOf(id);
    const label = el("span", { className: "leaf" }, chips.chip(id), el("small", {}, made ? text.origin_step.replace("{k}", this.stepper.number(made)) : text.origin_base));
    if (!made) return el("div", { className: "branch" }, label);
    this.left -= 2;
    if (this.left < 0) return el("div", { className: "branch" }, label, el("small", {}, "…"));
    const { left, right } = model.merge(made);
    return el("div", { className: "branch" }, label, el("div", { className: "twigs" }, this.branch(left), this.branch(right)));
  }
}
