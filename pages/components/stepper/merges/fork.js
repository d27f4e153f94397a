// A second training beside the first, in which the learner chose some of the merges.

import { t } from "../../browser/sentences.js";
import { button, el, fill, inARow, tableOf } from "../../drawing/elements.js";
import { legendLine, panel, toolRow } from "../../drawing/panel.js";
import { Chips } from "../../tokens/chips.js";
import { Headline } from "./merge_panels.js";
import { MergeModel } from "./merge_model.js";
import { MergeWords } from "./merge_words.js";
import { Pairs } from "./pairs.js";
import { Tree } from "./vocabulary.js";
import { Pieces } from "../walking/trace_source.js";

/**
 * @import { ForkedWalk } from "../payload.d.ts"
 * @import { MergeStepper } from "../walker.d.ts"
 */

/** The second training: it goes where the first one goes. */
export class Fork {
  /** @param {MergeStepper} stepper @param {ForkedWalk} walk */
  constructor(stepper, walk) {
    this.stepper = stepper;
    this.walk = walk;
    this.model = new MergeModel({ ...stepper.model.walk, ...walk, pieces: {} });
    this.models = [stepper.model, this.model];
    this.chips = new Chips(this.model);
    this.number = stepper.number;
    this.amount = stepper.amount;
    this.prediction = stepper.prediction;
    this.pieces = new Pieces(this, () => stepper.pieces.lost());
    const { choose } = stepper;
    /**
     * Keeps the choices up to here, and adds these after them.
     * @type {((later: number[][]) => void)|undefined}
     */
    this.choose = choose &&
      ((later) => choose([...walk.choices.filter(([step]) => step <= this.step), ...later]));
    /** @type {Tree} */
    this.tree = new Tree(this);
    this.headline = new Headline(this);
    this.headline.node.className = "way";
    /** @type {MergeWords} */
    this.words = new MergeWords(this);
    this.pairs = new Pairs(this);
    const { isHandedIn } = this;
    const [asTokens, itsPairs, title] = isHandedIn
      ? [
        t("After your merges, as tokens"),
        t("After your merges: current pairs"),
        t("Your merges beside the expected ones"),
      ]
      : [
        t("Your choice, as tokens"),
        t("Your choice: current pairs"),
        t("What if? Two trainings side by side"),
      ];
    this.retitle(this.words.node, "own-corpus", asTokens);
    this.retitle(this.pairs.node, "own-pairs", itsPairs);
    this.words.node.querySelector("h2")?.after(this.headline.node);
    this.words.ids.parentElement?.remove();
    stepper.words.ids.addEventListener("change", () => this.showIds());
    this.showIds();
    this.figures = el("div.figures");
    this.ended = el("div.ended", this.vocabularies());
    const close = button(t("Close"), () => stepper.choose?.([]));
    this.node = panel(
      title,
      "fork",
      isHandedIn ? null : toolRow(close),
      isHandedIn ? null : this.listChoices(),
      this.firstDifference(),
      this.figures,
      this.tree.node,
    );
  }

  get step() {
    return Math.min(this.stepper.step, this.model.steps);
  }

  /** Tokens have their ids here where they have them in the first training. */
  showIds() {
    this.words.list.classList.toggle("show-ids", this.stepper.words.ids.checked);
  }

  /** Whether the merges are those of somebody's own trainer, and not chosen here. */
  get isHandedIn() {
    return Boolean(this.stepper.model.walk.fixed);
  }

  /**
   * Gives a panel that appears twice another name and title.
   * @param {HTMLElement} node
   * @param {string} name
   * @param {string} title
   */
  retitle(node, name, title) {
    const heading = /** @type {HTMLElement} */ (node.querySelector("h2"));
    heading.id = `heading-${name}`;
    heading.textContent = title;
    for (const part of [node, ...node.querySelectorAll("[aria-labelledby]")]) {
      part.setAttribute("aria-labelledby", heading.id);
    }
    node.classList.add(name);
  }

  /** The view of its step. */
  get view() {
    return this.model.views.get(this.step);
  }

  update() {
    this.headline.update();
    this.words.update();
    this.pairs.update();
    const isOver = this.isHandedIn || this.stepper.step >= this.stepper.model.steps;
    const verdict = isOver
      ? this.verdict()
      : legendLine(t("Which one needs fewer tokens? See the last step."));
    this.figures.replaceChildren(
      this.table(isOver),
      el("div.outcome", verdict, isOver ? this.ended : ""),
    );
    this.pieces.fetchAround();
  }

  /** Choices with undo buttons: "Step 1: t + h, 5 times. The rule took h + e, 6 times." */
  listChoices() {
    const { choices } = this.walk;
    const rows = choices.map(([step], i) => {
      const undo = () => this.stepper.choose?.(choices.slice(0, i));
      return el(
        "li",
        this.merged(t("Step {k}: you merged {pair}, count {count}."), this, step),
        " ",
        button(t("Undo"), undo, "take-back"),
      );
    });
    return el("ol.chosen", ...rows);
  }

  /**
   * Describes a merge of one of the two trainings in words.
   * @param {string} template
   * @param {{model: MergeModel, chips: Chips}} way
   * @param {number} step
   */
  merged(template, { model, chips }, step) {
    const { left, right, count } = model.merge(step);
    return fill(template, {
      k: this.number(step),
      pair: chips.pair(left, right),
      count: el("b", this.number(count)),
    });
  }

  /** The first step at which the two trainings merge different pairs. */
  firstDifference() {
    const { left, right } = this.stepper.model.walk;
    const own = this.walk;
    const most = Math.max(left.length, own.left.length);
    const step = Array.from({ length: most }, (_, i) => i + 1).find((k) =>
      left[k - 1] !== own.left[k - 1] || right[k - 1] !== own.right[k - 1]
    );
    if (!step) return el("p", t("No difference: the rule merges the same pairs."));
    const [isRuled, isOwn] = this.models.map(({ steps }) => step <= steps);
    // The list of choices says where it is, and what was chosen.
    const isListed = isRuled && !this.isHandedIn && step === own.choices[0]?.[0];
    const rule = isOwn && !isListed
      ? t("The rule merges {pair}, count {count};")
      : t("The rule merges {pair}, count {count}.");
    const yours = isRuled
      ? t("you merge {pair}, count {count}.")
      : t("You merge {pair}, count {count}.");
    const sentences = [
      isListed ? "" : t("The first difference is at step {k}.", { k: this.number(step) }),
      isRuled ? this.merged(rule, this.stepper, step) : "",
      isOwn && !isListed ? this.merged(yours, this, step) : "",
    ];
    return el("p", inARow(...sentences));
  }

  /** Tokens of both trainings. @param {boolean} isOver whether their ends are told, too */
  table(isOver) {
    const { step } = this.stepper;
    /** @param {string} title @param {number[]} counts @param {boolean} isRace */
    const row = (title, counts, isRace = true) => {
      const cells = counts.map((n, i) =>
        el(isRace && n < counts[1 - i] ? "td.fewer" : "td", this.number(n))
      );
      return el("tr", el("th", { scope: "row" }, title), ...cells);
    };
    const columns = ["", t("by the rule"), this.isHandedIn ? t("your merges") : t("your choice")];
    const steps = this.models.map((model) => model.steps);
    const now = this.models.map((model, i) => model.tokenCounts[Math.min(step, steps[i])]);
    const rows = [];
    if (!isOver || this.isHandedIn) {
      rows.push(row(t("tokens at step {k}", { k: this.number(step) }), now));
    }
    if (isOver) rows.push(row(t("tokens at the end"), this.ends()));
    if (isOver && steps[0] !== steps[1]) rows.push(row(t("merges in all"), steps, false));
    return tableOf(columns, rows);
  }

  /** How many tokens both trainings end with. */
  ends() {
    return this.models.map((model) => model.tokenCounts[model.steps]);
  }

  /** Which training ends with fewer tokens, and how many. */
  verdict() {
    const [rule, own] = this.ends();
    if (rule === own) {
      return el("p.answer.fork_even", t("Both end with the same number of tokens."));
    }
    const n = this.number(Math.abs(rule - own));
    const [saved, added] = this.isHandedIn
      ? [
        t("Tokens saved by your merges: {n}.", { n }),
        t("Tokens added by your merges: {n}.", { n }),
      ]
      : [
        t("Tokens saved by your choice: {n}. You beat greedy BPE.", { n }),
        t("Tokens added by your choice: {n}. Here the greedy choice was better.", { n }),
      ];
    return own < rule ? el("p.answer.fork_beats", saved) : el("p.answer.fork_loses", added);
  }

  /** The tokens that only one of the two trainings has at its end. */
  vocabularies() {
    const { only_rule, only_rule_total, only_own, only_own_total } = this.walk;
    if (!only_rule_total && !only_own_total) {
      return el("p", t("Both end with the same vocabulary."));
    }
    /** @param {string} title @param {Chips} chips @param {number[]} ids @param {number} total */
    const side = (title, chips, ids, total) => {
      if (!total) return "";
      const rest = total - ids.length;
      const more = rest > 0 ? t(" and {n} more", { n: this.number(rest) }) : "";
      const named = ids.flatMap((id) => [chips.chip(id), " "]);
      return el("p", fill(title, { n: this.number(total) }), " ", ...named, more);
    };
    const ofRule = t("Only in the rule's final vocabulary: {n}.");
    return el(
      "div",
      side(ofRule, this.stepper.chips, only_rule, only_rule_total),
      side(t("Only in yours: {n}."), this.chips, only_own, only_own_total),
    );
  }
}
