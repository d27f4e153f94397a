// The panels of a walk of rounds: its headline, its rounds, what the last one changed, its tokens
// as bars, why some cost little, and its end.

import { t } from "../../browser/sentences.js";
import { Bars } from "../../drawing/bars.js";
import { el, fill, inARow, sayOnce } from "../../drawing/elements.js";
import { Figure } from "../../drawing/movement.js";
import { decimalsIn } from "../../drawing/numbers.js";
import { headline, legendLine, LongList, panel, stepRow, toolRow } from "../../drawing/panel.js";
import { alternate, directed, tokensInWords } from "../../tokens/chips.js";
import { shortWord } from "../../tokens/spelling.js";
import { Changes, Finale, Reasons } from "../walking/explained.js";
import { tokensOfWord } from "../walking/words.js";

/**
 * @import { Movement } from "../../drawing/movement.js"
 * @import { Reason, ReasonWord, RoundView } from "../payload.d.ts"
 * @import { RoundStepper, RoundWalker } from "../walker.d.ts"
 */

const MOST_CHANGED = 12; // the most changed words that are shown

/**
 * The tokens that the last round dropped, and the words that it segments differently.
 * @extends {Changes<RoundWalker>}
 */
export class RoundChanges extends Changes {
  /** @param {RoundWalker} stepper */
  constructor(stepper) {
    const nothing = t("Nothing yet: take the first round.");
    super(stepper, t("What the last round changed"), nothing);
  }

  /** @override @param {RoundView} view */
  groups({ dropped, dropped_total: total }) {
    const { step, model, chips } = this.stepper;
    const changed = [...(model.changedWords.get(step) ?? [])].filter((word) =>
      word < model.walk.shown
    );
    const most = changed.slice(0, MOST_CHANGED)
      .map((word) => segmentedAnew(this.stepper, word, step - 1));
    return [
      this.group(
        "gone",
        total,
        t("Dropped tokens: {n}"),
        dropped.map((id) => el("li", chips.chip(id))),
      ),
      this.group("moved", changed.length, t("Words that changed: {n}"), most),
      this.figures(step),
    ];
  }

  /** @param {number} step */
  figures(step) {
    const { losses, lang } = this.stepper.model.walk;
    const [before, after] = losses.slice(step - 1, step + 1).map(decimalsIn(lang));
    const template = before === after
      ? t("The loss stays at {after}: the dropped tokens were hardly used.")
      : losses[step] < losses[step - 1]
      ? t("The loss fell from {before} to {after}: probabilities were estimated again.")
      : t("The loss rose from {before} to {after}.");
    return el("p", fill(template, { before, after }));
  }
}

/**
 * A word's tokens at a step, and now.
 * @param {RoundWalker} stepper
 * @param {number} word
 * @param {number} before
 */
function segmentedAnew(stepper, word, before) {
  const [was, is] = [before, stepper.step].map((step) =>
    directed(el("span.pair", ...alternate(tokensOfWord(stepper, word, step))))
  );
  return el("li", was, el("span.arrow", "→"), is);
}

/** "Round 3 of 9: 14 tokens dropped, 86 left" */
export class RoundHeadline {
  /** @param {RoundWalker} stepper */
  constructor(stepper) {
    this.stepper = stepper;
    this.node = headline();
  }

  update() {
    const { step, model, number } = this.stepper;
    const { sizes } = model.walk;
    const size = el("strong", number(sizes[step]));
    const n = number(model.steps);
    const gone = step && sizes[step - 1] - sizes[step];
    const start = model.steps
      ? t("Round 0 of {n}: a seed vocabulary of {size} tokens, none dropped yet")
      : t("Nothing to prune: the size of the seed vocabulary is {size}");
    const round = gone === 1
      ? t("Round {k} of {n}: {dropped} token dropped, {size} left")
      : t("Round {k} of {n}: {dropped} tokens dropped, {size} left");
    const values = { k: number(step), n, dropped: el("strong", number(gone)), size };
    sayOnce(this.node, fill(step ? round : start, values));
  }
}

/** Every round with its size and loss; a click goes there. */
export class Rounds {
  /** @param {RoundStepper} stepper */
  constructor(stepper) {
    this.stepper = stepper;
    this.list = new LongList(t("Rounds"), (i) => this.row(i + 1));
    this.node = panel(t("Rounds"), "merges", null, this.list.node);
  }

  /** @param {number} step */
  row(step) {
    const { model, number } = this.stepper;
    const { sizes, losses, lang } = model.walk;
    const row = stepRow(
      this.stepper,
      step,
      tokensInWords(sizes[step], number),
      el("span.origin", t("{n} dropped", { n: number(sizes[step - 1] - sizes[step]) })),
      el("span.loss", t("loss {loss}", { loss: decimalsIn(lang)(losses[step]) })),
    );
    row.classList.add("round");
    return row;
  }

  update() {
    const { step, model } = this.stepper;
    this.list.update(model.steps, step - 1);
  }
}

/** The most words that are shown. */
const MOST_WORDS = 3;

/**
 * How small the vocabulary is, which words fell apart, and what that costs.
 * @extends {Finale<RoundWalker>}
 */
export class RoundFinale extends Finale {
  /** @override */
  cameTo() {
    const { model, number } = this.stepper;
    const { steps, tokenCounts, walk } = model;
    const [from, to] = [0, steps].map((step) => number(model.sizeAt(step)));
    const [before, after] = [tokenCounts[0], tokenCounts[steps]].map(number);
    const cut = (/** @type {number} */ word, /** @type {number} */ step) =>
      String(model.segmentation(word, step));
    const price = t("The corpus needs {after} tokens now; with all candidates it needed {before}.");
    return {
      title: fill(t("Vocabulary: {before} → {after} tokens"), { before: from, after: to }),
      words: Array.from({ length: walk.shown }, (_, word) => word)
        .filter((word) => cut(word, 0) !== cut(word, steps))
        .slice(0, MOST_WORDS)
        .map((word) => segmentedAnew(this.stepper, word, 0)),
      price: [fill(price, { before, after })],
    };
  }
}

/**
 * The tokens that cost least to remove. Those that the next round drops are marked.
 * @extends {Bars<number>}
 */
export class Cheapest extends Bars {
  /** @param {RoundWalker} walker */
  constructor(walker) {
    const legend = legendLine(t("How much the loss rises (nats)"));
    super(t("Cheapest tokens to remove"), "pairs", legend);
    this.walker = walker;
    this.more = new Figure("p", "more");
    this.node.append(this.more.node);
    this.node.classList.add("cheapest");
  }

  /** @override @param {Movement} movement @param {boolean} forwards */
  move(movement, forwards) {
    super.move(movement, forwards);
    this.more.appear(movement);
  }

  /** @override @param {number} id */
  label(id) {
    return [this.walker.chips.chip(id)];
  }

  /** Rings a token in the words. @override @param {number[]} id */
  point(...id) {
    this.walker.words.ring(...id);
  }

  /** @param {RoundView} view */
  barsOf({ cheapest, costs, next_total }) {
    const most = Math.max(...costs, Number.MIN_VALUE);
    return cheapest.map((id, rank) => ({
      item: id,
      key: String(id),
      share: costs[rank] / most,
      value: this.walker.amount(costs[rank]),
      mark: rank < next_total ? "next" : "",
      label: rank < next_total ? t("× next") : "",
      meaning: rank < next_total ? t("dropped in the next round") : "",
    }));
  }

  update() {
    const { number, view } = this.walker;
    const { cheapest, next_total, removable } = view;
    this.show(this.barsOf(view));
    const rest = removable - cheapest.length;
    const more = rest > 0 ? t("{n} more could be dropped", { n: number(rest) }) : "";
    const next = next_total ? t("The next round drops {n}.", { n: number(next_total) }) : "";
    const remark = [more, next].filter(Boolean).join(t(". "));
    const none = t("Only single characters or bytes are left, and these always stay.");
    this.more.show(cheapest.length ? remark : none);
  }
}

/** The most likely tokens with their probabilities. */
export class LikelyTokens {
  /** @param {RoundWalker} stepper */
  constructor(stepper) {
    this.stepper = stepper;
    this.list = new LongList(t("Vocabulary, most probable first"), (i) => this.row(i));
    this.size = el("span.size");
    this.more = el("p.more");
    const title = t("Vocabulary, most probable first");
    this.node = panel(title, "vocabulary", toolRow(this.size), this.list.node, this.more);
  }

  /** @param {number} i */
  row(i) {
    const { chips, number, amount, view } = this.stepper;
    const { likely, probabilities } = view;
    const id = likely[i];
    const value = el("span.value", amount(probabilities[i]));
    const row = el("div.row", el("span.index", number(i + 1)), chips.chip(id), value);
    row.onmouseenter = () => this.stepper.words.ring(id);
    row.onmouseleave = () => this.stepper.words.ring();
    return row;
  }

  update() {
    const { model, step, number, view } = this.stepper;
    const { sizes, in_use, specials } = model.walk;
    const listed = view.likely.length;
    this.list.update(listed);
    this.size.textContent = t("Tokens: {n}, in use: {m}", {
      n: number(sizes[step]),
      m: number(in_use[step]),
    });
    this.more.textContent = listed < sizes[step] - specials.length
      ? t("The {shown} most probable tokens are listed.", { shown: number(listed) })
      : "";
  }
}

/**
 * The cost, word by word, of removing the cheapest token, and the cheapest one that stays.
 * @extends {Reasons<RoundWalker>}
 */
export class WhyCheap extends Reasons {
  /** @param {RoundWalker} stepper */
  constructor(stepper) {
    super(stepper, t("Why these?"));
    /** Whether formulas are unfolded: they stay so from step to step. */
    this.isOpen = false;
  }

  /** @override */
  reasons() {
    const { step, model, view } = this.stepper;
    const names = step === model.steps ? ["least"] : ["cheapest", "stays"];
    return view.reasons.map((reason, i) => this.explain(names[i], reason));
  }

  /** @param {string} name @param {Reason} reason */
  explain(name, reason) {
    const { chips, amount, number, step } = this.stepper;
    const values = {
      token: chips.chip(reason.token),
      k: number(step + 1),
      cost: el("b.nowrap", amount(reason.cost)),
    };
    const title = el("p.reason-title", fill(reasonInWords(name), values));
    return el(
      `div.reason.${name}.${name === "stays" ? "told" : "coming"}`,
      title,
      ...reason.words.map((word) => el("p.removal", this.change(word))),
      this.formula(reason),
    );
  }

  /** The cost, word by word: folded until the learner asks. @param {Reason} reason */
  formula(reason) {
    const words = reason.words.map((word) => this.loss(word));
    const summary = el("summary", t("The formula"));
    const node = el("details", { open: this.isOpen }, summary, ...words, this.total(reason));
    summary.onclick = () => this.isOpen = !node.open;
    return node;
  }

  /** "pug ×5: pug would become p u g." @param {ReasonWord} word */
  change(word) {
    const { number } = this.stepper;
    const count = el("b", `×${number(word.count)}`);
    const values = {
      word: el("span.addend", el("bdi", shortWord(word.text)), "\u00a0", count),
      best: this.segments(word.best),
      other: this.segments(word.other),
    };
    const template = String(word.best) === String(word.other)
      ? t("{word}: {best} stays.")
      : t("{word}: {best} would become {other}.");
    return fill(template, values);
  }

  /**
   * "pug: without the token, …: −5 × ln(1 − 0.0001) = 0.0005"
   * @param {ReasonWord} word
   */
  loss(word) {
    const { amount, number } = this.stepper;
    const left = word.share < 0.1 ? `1 − ${amount(word.share)}` : amount(word.left);
    const factor = `−${number(word.count)} × ln(${left}) = `;
    const said = t("{word}: Without the token, the word keeps {left} of its probability:");
    const values = { word: el("bdi", shortWord(word.text)), left };
    const sum = el("span.nowrap", factor, el("b", amount(word.cost)));
    return el("p", inARow(fill(said, values), sum));
  }

  /** @param {number[]} ids */
  segments(ids) {
    return directed(el("span.pair", ...alternate(ids.map((id) => this.stepper.chips.chip(id)))));
  }

  /** 0.002 + 0.001 + 3 more words 0.001 = 0.004 @param {Reason} reason */
  total(reason) {
    if (reason.words.length + reason.more < 2) return "";
    const { amount, number } = this.stepper;
    const parts = reason.words.map((word) => amount(word.cost));
    const rest = { n: number(reason.more), cost: amount(reason.rest) };
    if (reason.more) parts.push(t("more words ({n}) {cost}", rest));
    return el("p.sum", parts.join(" + "), " = ", el("b.total", amount(reason.cost)));
  }
}

/** A sentence about a token: the cheapest, one that stays, or the least that is left. */
function reasonInWords(/** @type {string} */ name) {
  if (name === "cheapest") return t("{token} goes first in round {k}: it costs {cost}");
  return name === "stays"
    ? t("{token} is the cheapest that stays: it would cost {cost}")
    : t("{token} would go next: it would cost {cost}");
}
