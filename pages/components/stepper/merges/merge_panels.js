// The small panels of a walk of merges: its headline, its list of merges, and its end.

import { t } from "../../browser/sentences.js";
import { checkbox, el, fill } from "../../drawing/elements.js";
import { LongList, stepRow } from "../../drawing/long_list.js";
import { headline, panel, toolRow } from "../../drawing/panel.js";
import { withPair } from "../../tokens/chips.js";
import { Finale } from "../walking/finale.js";

/**
 * @import { View } from "../payload.d.ts"
 * @import { MergeStepper, MergeWalker } from "../walker.d.ts"
 */

/** "Step 3 of 10: es + t → est, 9 times", as text and for screen readers. */
export class Headline {
  /** @param {MergeWalker} stepper */
  constructor(stepper) {
    this.stepper = stepper;
    this.node = headline();
  }

  update() {
    const { stepper } = this;
    const { step, model, chips } = stepper;
    const n = stepper.number(model.steps);
    if (step === 0) {
      const asked = stepper.question?.sentence();
      const place = el(asked ? "span.sr-only" : "span", t("Step 0 of {n}:", { n }));
      const start = [place, " ", asked ?? t("nothing has been merged yet")];
      this.node.replaceChildren(
        ...model.steps ? start : [t("There is nothing to merge in this corpus")],
      );
      return;
    }
    const { left, right, token, count } = model.merge(step);
    const template = model.walk.algorithm === "wordpiece"
      ? t("Step {k} of {n}: {left} + {right} → {token}, score {count}")
      : count === 1
      ? t("Step {k} of {n}: {left} + {right} → {token}, {count} time")
      : t("Step {k} of {n}: {left} + {right} → {token}, {count} times");
    const [first, second] = chips.pairOfChips(left, right);
    const values = {
      k: stepper.number(step),
      n,
      left: first,
      right: second,
      token: chips.chip(token),
      count: el("strong", stepper.amount(model.decidedBy(step))),
    };
    this.node.replaceChildren(withPair(fill(template, values), first, second));
  }
}

/** The merges so far with their counts, and those to come if one asks; a click goes there. */
export class Merges {
  /** @param {MergeStepper} stepper */
  constructor(stepper) {
    this.stepper = stepper;
    this.list = new LongList(t("Merges, in the order they were learned"), (i) => this.row(i + 1));
    this.all = checkbox(t("also those to come"), () => this.update());
    const tools = toolRow(this.all.parentElement);
    this.node = panel(t("Merges, in the order they were learned"), "merges", tools, this.list.node);
  }

  /** @param {number} step */
  row(step) {
    const { model, chips } = this.stepper;
    const { left, right, token } = model.merge(step);
    return stepRow(
      this.stepper,
      step,
      chips.pair(left, right),
      el("span.arrow", "→"),
      chips.chip(token),
      el("span.value", this.stepper.amount(model.decidedBy(step))),
    );
  }

  update() {
    const { step, model } = this.stepper;
    const isShown = this.all.checked && !this.stepper.prediction.on;
    this.list.update(isShown ? model.steps : step, step - 1);
  }
}

/** The most base tokens of the words whose tokens are shown: of each, and together at both ends. */
const MOST_OF_WORD = 9;
const MOST_WHOLE = 16;
const MOST_STOPPED = 9;

/**
 * How many tokens are left, how words were built, what it costs, and what would come next.
 * @extends {Finale<MergeWalker>}
 */
export class MergeFinale extends Finale {
  /** @override @param {View} view */
  cameTo(view) {
    const { model, number } = this.stepper;
    const { steps, tokenCounts, walk } = model;
    const [before, after] = [tokenCounts[0], tokenCounts[steps]].map(number);
    const [from, to] = [0, steps].map((step) => number(model.sizeAt(step)));
    const price = t(
      "The price: the vocabulary grew from {from} to {to} tokens, and a model has to " +
        "learn each of them.",
    );
    const isWhole = !view.pair_total && !walk.lines;
    return {
      title: isWhole
        ? fill(t("{before} → {after} tokens: one for each word"), { before, after })
        : fill(t("{before} → {after} tokens at step {k}"), { before, after, k: number(steps) }),
      words: this.words(view.pair_total ? MOST_STOPPED : MOST_WHOLE),
      price: [
        fill(price, { from, to }),
        ...view.pair_total ? [el("br"), this.left(view)] : [],
      ],
    };
  }

  /** The pairs that are not merged any more. @param {View} view */
  left({ pair_total, pairs }) {
    const { model, number, chips } = this.stepper;
    const isAsked = ["num_merges", "vocab_size"].includes(model.walk.stopped);
    const values = { n: number(pair_total), pair: chips.pair(pairs[0], pairs[1]) };
    return fill(
      isAsked
        ? t("You asked training to stop here. Pairs left: {n}; the next would be {pair}.")
        : t("Pairs left: {n}"),
      values,
    );
  }

  /** The words that most merges built, each as boxes within boxes. @param {number} room */
  words(room) {
    const { model } = this.stepper;
    const { shown, words } = model.walk;
    const closed = (/** @type {number} */ word) =>
      words[word].length - model.tokensAt(word, model.steps).length;
    const built = Array.from({ length: shown }, (_, word) => word)
      .filter((word) => words[word].length <= MOST_OF_WORD && closed(word))
      .sort((a, b) => closed(b) - closed(a));
    const rows = [];
    for (const word of built) {
      const row = el("li", ...this.tokens(word));
      const boxes = words[word].length;
      if (Number(row.textContent?.length) > 2 * MOST_OF_WORD - boxes) continue;
      if ((room -= boxes) < 0) break;
      rows.push(row);
    }
    if (rows.length < built.length) rows.push(el("li", "…"));
    return rows;
  }

  /** @param {number} word */
  tokens(word) {
    const { model } = this.stepper;
    return model.tokensAt(word, model.steps).map(({ id }) => this.box(id));
  }

  /**
   * A token around the two tokens that it was made of.
   * @param {number} id @returns {HTMLElement}
   */
  box(id) {
    const { model, chips, tree } = this.stepper;
    const chip = chips.chip(id);
    const made = model.stepOf(id);
    if (!made) return chip;
    const { left, right } = model.merge(made);
    chip.title = `${tree.origin(id)}: ${chip.textContent}`;
    chip.replaceChildren(this.box(left), this.box(right));
    return chip;
  }
}
