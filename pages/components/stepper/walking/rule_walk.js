// A word on its way from base tokens to its tokens, by the merge rules that fit it.

import { t } from "../../browser/sentences.js";
import { el, fill, tableOf } from "../../drawing/elements.js";
import { Movement } from "../../drawing/movement.js";
import { headline, legendLine, panel, scrollBox } from "../../drawing/panel.js";
import { directed, pairNode } from "../../tokens/chips.js";
import { boxesIn, cutAnew, layOver } from "./laid_over.js";
import { Player } from "./player.js";

/** @import { Placed } from "./laid_over.js" */

/** Milliseconds without another step after which a step is reported. */
const QUIET_MS = 300;

/**
 * From where to where each token of a state goes among those of the state before it.
 * @param {number[]} ids
 * @param {number[]} before
 */
function spansIn(ids, before) {
  let end = 0;
  return ids.map((id) => {
    const start = end;
    end += id === before[start] ? 1 : 2;
    return { start, end };
  });
}

/**
 * Subclasses draw a step in `update`, and know the ids of each state in `idsAt`.
 * @template {{steps: number}} M
 * @extends {Player<M>}
 */
export class RuleWalk extends Player {
  /**
   * @param {M} model
   * @param {number} step
   * @param {(n: number) => string} number
   * @param {{title: string, numbered: string}} called the walk, and what numbers its rules
   * @param {(step: number) => void} report
   */
  constructor(model, step, number, { title, numbered }, report) {
    super(model, step, { controls: t("Walk through the encoding") }, number);
    this.report = report;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.reporting = undefined;
    this.movement = new Movement();
    /** The step that is drawn. */
    this.drawn = this.step;
    this.headline = headline();
    this.tokens = scrollBox("words large one-word", { ariaLabel: title });
    this.verdict = el("p", { className: "verdict" });
    const table = tableOf([t("pair"), numbered, t("becomes"), ""]);
    this.pairs = table.tBodies[0];
    this.rules = scrollBox("scroll", { "aria-labelledby": "heading-rules" }, table);
  }

  /** All adjacent tokens, with the rules that fit them. @param {string} legend */
  rulePanel(legend) {
    return panel(
      t("Which merge rules fit?"),
      "rules",
      null,
      legendLine(legend),
      this.verdict,
      this.rules,
    );
  }

  update() {}

  /** @param {number} _step @returns {number[]} */
  idsAt(_step) {
    return [];
  }

  /** @override */
  arrive() {
    const from = this.drawn;
    this.drawn = this.step;
    const moves = this.movement.begin(this.speed) && Math.abs(this.step - from) === 1;
    const were = moves ? this.placed(from, this.step) : [];
    this.update();
    if (moves) this.movement.soon(() => this.move(from, were));
    clearTimeout(this.reporting);
    this.reporting = setTimeout(() => this.report(this.step), QUIET_MS);
  }

  /** The element around the tokens. */
  get panel() {
    return /** @type {HTMLElement} */ (this.tokens.parentElement);
  }

  /**
   * Where the tokens of the step that is drawn are, beside those of its neighbour.
   * @param {number} step
   * @param {number} neighbour
   * @returns {Placed[]}
   */
  placed(step, neighbour) {
    const chips = /** @type {HTMLElement[]} */ ([...this.tokens.querySelectorAll(".chip")]);
    const spans = step > neighbour
      ? spansIn(this.idsAt(step), this.idsAt(neighbour))
      : chips.map((_, start) => ({ start, end: start + 1 }));
    const boxes = boxesIn(this.panel, chips);
    return chips.map((chip, i) => ({ chip, box: boxes[i], ...spans[i] }));
  }

  /**
   * Shows two tokens become one, or come apart; only then what is next is ringed.
   * @param {number} from
   * @param {Placed[]} were
   */
  move(from, were) {
    const { fontSize } = getComputedStyle(this.tokens);
    cutAnew(this.movement, were, this.placed(this.step, from), ({ chip, box }) => {
      chip.classList.remove("new", "coming", "ring-left", "ring-right");
      layOver(this.movement, this.panel, [chip], box, { fontSize });
    });
    this.movement.mark(this.tokens, "moving");
  }

  /** @override */
  stop() {
    super.stop();
    clearTimeout(this.reporting);
  }

  /** The sentence of step 0. */
  sayStart() {
    const n = this.number(this.model.steps);
    const template = this.model.steps
      ? t("Step 0 of {n}: the word as base tokens")
      : t("No rule fits: the word stays as its base tokens");
    this.headline.replaceChildren(fill(template, { n }));
  }

  /** @param {HTMLElement[]} chips */
  showTokens(chips) {
    this.tokens.replaceChildren(directed(el("span", { className: "tokens" }, ...chips)));
  }

  /**
   * Two adjacent tokens, with the rule that fits them if there is one.
   * @param {HTMLElement} left
   * @param {HTMLElement} right
   * @param {{number: number, makes: Node, isFirst: boolean}|undefined} rule
   * @param {string} [waiting] what is said of a rule that is not the first
   */
  pairRow(left, right, rule, waiting = "") {
    const mark = rule?.isFirst ? t("◀ first") : waiting;
    return el(
      "tr",
      { className: rule ? (rule.isFirst ? "first" : "fits") : "none" },
      el("td", {}, pairNode(left, right)),
      el("td", { className: "amount" }, rule ? this.number(rule.number) : t("none")),
      el("td", {}, rule?.makes),
      el("td", { className: "mark" }, rule ? mark : ""),
    );
  }
}
