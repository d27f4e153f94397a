// The panels that explain a step: its changes, the reasons for the next, and the end of a walk.
// Each kind of walk has its own.

import { t } from "../../browser/sentences.js";
import { isSent, onDrawing } from "../../browser/page.js";
import { button, el, fill } from "../../drawing/elements.js";
import { keepFocus, panel, scrollBox } from "../../drawing/panel.js";
import { appear, COUNTED } from "../../drawing/movement.js";

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
   * @param {NonNullable<W["view"]>} _view @returns {any} nodes
   */
  groups(_view) {}

  update() {
    const { step, view, model } = this.stepper;
    const nothing = model.steps ? [el("p.more", this.nothing)] : [];
    const groups = !view ? ["…"] : step ? this.groups(view) : nothing;
    this.body.replaceChildren(...groups);
  }

  /**
   * The first items of a kind, and how many more there are; nothing if there are none.
   * @param {string} kind
   * @param {number} total
   * @param {string} title in which {n} is the total
   * @param {HTMLElement[]} items
   */
  group(kind, total, title, items) {
    if (!total) return "";
    const { number } = this.stepper;
    const n = number(total - items.length);
    const more = total > items.length ? el("li.more", t(" and {n} more", { n })) : null;
    const heading = el("h3", fill(title, { n: number(total) }));
    return el(`div.group.${kind}`, heading, el("ul", ...items, more));
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

  /** The reasons at this step. @returns {any} nodes */
  reasons() {}

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

const lessonEnd = () => document.querySelector(".st-key-lesson_end");

/**
 * Shown at the last step, in place of the bars. A kind of walk says what is in it.
 * @template {Walker<any>} W
 */
export class Finale {
  /** @param {W} stepper */
  constructor(stepper) {
    this.stepper = stepper;
    this.node = panel("", "finale", null);
    this.node.hidden = true;
    this.onwards = button(t("What comes next"), () => {
      lessonEnd()?.scrollIntoView({ block: "center", behavior: "smooth" });
    });
    // A link may open the last step, and the end of the page is drawn after its walk.
    const drawing = onDrawing(() => {
      if (isSent()) drawing.disconnect();
      this.offer();
    });
  }

  /** Offers to go on, where the page has an end to go to. */
  offer() {
    this.onwards.hidden = !lessonEnd();
  }

  update() {
    const { step, model, view } = this.stepper;
    this.node.hidden = !view || step === 0 || step < model.steps;
    this.offer();
    if (!view || this.node.hidden || this.node.childElementCount > 1) return;
    const { title, words, price } = this.cameTo(view);
    this.node.querySelector("h2")?.replaceChildren(title);
    const told = el("p.more", ...price);
    this.node.append(el("ul.built", ...words), told, this.onwards);
  }

  /**
   * The result of the walk, some words, and the price.
   * @param {W["view"]} _view @returns {any} as `title`, `words` and `price`
   */
  cameTo(_view) {}
}

/** @param {{algorithm: string, stopped: string}} walk */
export function whyStopped({ algorithm, stopped }) {
  /** @type {Record<string, string>} */
  const reasons = {
    num_merges: t("Training stops here: you asked for this many merges."),
    vocab_size: t("Training stops here: the vocabulary has the size you asked for."),
    min_frequency: algorithm === "wordpiece"
      ? t("Training stops here: none of the remaining pairs reaches the minimum frequency.")
      : t("Training stops here: no pair reaches the minimum frequency."),
    token_length: t("Training stops here: the next token would be longer than 4,096 bytes."),
    time_limit: t("Training stops here: the time limit was reached."),
    nothing_left: algorithm === "unigram"
      ? t("Training stops here: the seed vocabulary has no more tokens to drop.")
      : t("Training stops here: no pairs are left, and each word is one token."),
  };
  return reasons[stopped] ?? reasons.nothing_left;
}

/**
 * Why a training has fewer merges than it was asked for, beside how many it has; "" if it has not.
 * @param {{stopped: string, min_frequency?: number}} walk
 */
export function whyNoMore({ stopped, min_frequency: n = 1 }) {
  const limited = t("(then a limit is reached)");
  /** @type {Record<string, string>} */
  const reasons = {
    nothing_left: t("(then no pair is left)"),
    min_frequency: t("(then no count reaches {n})", { n }),
    token_length: limited,
    time_limit: limited,
  };
  return reasons[stopped] ?? "";
}
