// The small panels of a walk of merges: its headline, its list of merges, what the last one
// changed, its end, and the marks along its slider.

import { t } from "../../browser/sentences.js";
import { checkbox, el, fill, inARow, sayOnce } from "../../drawing/elements.js";
import { headline, LongList, panel, stepRow, toolRow } from "../../drawing/panel.js";
import { withPair } from "../../tokens/chips.js";
import { Changes, Finale } from "../walking/explained.js";

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
      const start = inARow(place, asked ?? t("nothing has been merged yet"));
      const none = t("There is nothing to merge in this corpus");
      return void sayOnce(this.node, model.steps ? start : none);
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
      count: el("strong", stepper.amount(model.decided[step])),
    };
    sayOnce(this.node, withPair(fill(template, values), first, second));
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
    const value = el("span.value", this.stepper.amount(model.decided[step]));
    const merge = [chips.pair(left, right), el("span.arrow", "→"), chips.chip(token)];
    return stepRow(this.stepper, step, ...merge, value);
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
      price: [fill(price, { from, to }), ...view.pair_total ? [el("br"), this.left(view)] : []],
    };
  }

  /** The pairs that are not merged any more. @param {View} view */
  left({ pair_total, pairs }) {
    const { model, number, chips } = this.stepper;
    const template = ["num_merges", "vocab_size"].includes(model.walk.stopped)
      ? t("You asked training to stop here. Pairs left: {n}; the next would be {pair}.")
      : t("Pairs left: {n}");
    return fill(template, { n: number(pair_total), pair: chips.pair(pairs[0], pairs[1]) });
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
      const row = el("li", ...model.tokensAt(word, model.steps).map(({ id }) => this.box(id)));
      const boxes = words[word].length;
      if (Number(row.textContent?.length) > 2 * MOST_OF_WORD - boxes) continue;
      if ((room -= boxes) < 0) break;
      rows.push(row);
    }
    if (rows.length && rows.length < built.length) rows.push(el("li", "…"));
    return rows;
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

/**
 * Which pair counts the last merge moved, and which tokens it used up.
 * @extends {Changes<MergeWalker>}
 */
export class MergeChanges extends Changes {
  /** @param {MergeWalker} stepper */
  constructor(stepper) {
    const nothing = t("Nothing yet: take the first step.");
    super(stepper, t("What the last merge changed"), nothing);
  }

  /** @override @param {View} view */
  groups(view) {
    const { chips } = this.stepper;
    const { new_total, fell_total, rose_total = 0, gone_total, dropped } = view;
    const unused = dropped.map((id) => el("li", chips.chip(id)));
    const groups = [
      this.pairs("new", view, new_total, t("New pairs: {n}")),
      this.pairs("rose", view, rose_total, t("More frequent pairs: {n}")),
      this.pairs("fell", view, fell_total, t("Rarer pairs: {n}")),
      this.pairs("gone", view, gone_total, t("Pairs that are gone: {n}")),
      this.group("dropped", dropped.length, t("Tokens no longer in use: {n}"), unused),
    ].filter(Boolean);
    return groups.length ? groups : [el("p.more", t("No other pair changed."))];
  }

  /** @param {string} kind @param {View} view @param {number} total @param {string} title */
  pairs(kind, { changes }, total, title) {
    const { chips, number } = this.stepper;
    const rows = [];
    for (let i = 0; i < changes.length; i += 4) {
      const [left, right, before, after] = changes.slice(i, i + 4);
      const is = before === 0 ? "new" : after === 0 ? "gone" : after < before ? "fell" : "rose";
      if (is !== kind) continue;
      const counts = [before, after].filter(Boolean).map(number).join(" → ");
      rows.push(el("li", chips.pair(left, right), " ", el("span.value", counts)));
    }
    return this.group(kind, total, title, rows);
  }
}

/**
 * Marks ties and the first word that is one token, up to the step that is shown, and the merges
 * that were chosen.
 * @param {MergeStepper} stepper
 * @param {number[][]} choices step, left, right
 */
export function markSteps(stepper, choices) {
  const { steps, walk } = stepper.model;
  const { tied, whole } = walk;
  if (!tied) return; // a walk of rounds
  const chosen = choices.map(([step]) => step).filter((step) => step <= steps);
  const first = marks("whole", whole ? [whole[0], 1] : [], steps);
  const passed = [...marks("tied", tied, steps), ...first];
  const always = marks("chosen", chosen.flatMap((step) => [step, 1]), steps);
  stepper.transport.mark(passed, always, (step) => {
    const marked = inWords(stepper, chosen, step).join("; ");
    return marked && t("Drag to a step. Marks below: {marks}", { marks: marked });
  });
}

/** @param {MergeStepper} stepper @param {number[]} chosen @param {number} step */
function inWords({ model, number }, chosen, step) {
  const { tied, whole } = model.walk;
  const ties = stepsWithin(tied, 1, step + 1);
  const words = [];
  if (ties) words.push(t("lines for steps where the tie rule decided ({n})", { n: number(ties) }));
  if (whole && whole[0] <= step) {
    const values = { word: whole[1], k: number(whole[0]) };
    words.push(t("a dot for the first word that is one token ({word}, step {k})", values));
  }
  if (chosen.length) {
    words.push(t("diamonds for merges that you chose ({n})", { n: number(chosen.length) }));
  }
  return words;
}

/** The most marks of one kind. In a longer walk, neighbouring steps share a mark. */
const MOST = 100;

/**
 * The places of marks from 0 to 1, and what part of the steps there each stands for.
 * @param {number[]} runs first step, how many, first step, …: in their order
 * @param {number} steps of the whole walk
 * @returns {{at: number, share: number}[]}
 */
export function placesOf(runs, steps) {
  const bins = Math.min(MOST, steps);
  const firstOf = (/** @type {number} */ bin) => Math.ceil((bin * steps) / bins) + 1;
  return Array.from({ length: bins }, (_, bin) => {
    const [first, next] = [firstOf(bin), firstOf(bin + 1)];
    const share = stepsWithin(runs, first, next) / (next - first);
    return { at: (first + next - 1) / (2 * steps), share };
  }).filter(({ share }) => share);
}

/**
 * How many steps of runs are neither before the first of others nor after their last.
 * @param {number[]} runs
 * @param {number} first
 * @param {number} next after the last
 */
function stepsWithin(runs, first, next) {
  let steps = 0;
  for (let i = 0; i < runs.length; i += 2) {
    steps += Math.max(0, Math.min(runs[i] + runs[i + 1], next) - Math.max(runs[i], first));
  }
  return steps;
}

/**
 * A mark for each place, along a track as long as the slider's.
 * @param {string} kind
 * @param {number[]} runs
 * @param {number} steps
 */
function marks(kind, runs, steps) {
  return placesOf(runs, steps).map(({ at, share }) =>
    el("span", {
      className: `step-mark ${kind}`,
      style: `left: ${(100 * at).toFixed(2)}%; opacity: ${(0.35 + 0.65 * share).toFixed(2)}`,
    })
  );
}
