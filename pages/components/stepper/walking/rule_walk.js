// A word on its way from base tokens to its tokens, by the merge rules that fit it.

import { t } from "../../browser/sentences.js";
import { el, fill, sayOnce, tableOf } from "../../drawing/elements.js";
import { headline, legendLine, panel, scrollBox } from "../../drawing/panel.js";
import { directed, pairNode, withPair } from "../../tokens/chips.js";
import { chipsIn, cutAnew, layOver, placedIn } from "./laid_over.js";
import { Player } from "./player.js";

/** @import { Placed } from "./laid_over.js" */

/**
 * A rule that fits two neighbours, the left one at `place`; the token that it makes; and whether it
 * is the first.
 * @typedef {{place: number, number: number, id: number, isFirst: boolean}} Rule
 */

/**
 * The sentences: about a rule that was applied, and where none, one or several fit. In them, a rule
 * is called {rule} or {rank}.
 * @typedef {{applied: string, none: string, one: string, several: string}} Says
 */

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
 * Subclasses draw the tokens of each state. The model has their ids, and the rules that fit them,
 * from left to right.
 * @template {{steps: number, ids: number[][], rules: Rule[][]}} M
 * @extends {Player<M>}
 */
export class RuleWalk extends Player {
  /** @type {Placed[]} the tokens of the step that was left */
  were = [];
  /** The step that was left. */
  from = 0;
  /** @type {HTMLElement[]} the word's tokens */
  row = [];

  /**
   * @param {M} model
   * @param {number} step
   * @param {string} lang
   * @param {{title: string, numbered: string}} called the walk, and what numbers its rules
   * @param {Says} says
   * @param {(step: number) => void} report
   */
  constructor(model, step, lang, { title, numbered }, says, report) {
    super(model, step, { controls: t("Walk through the encoding") }, lang);
    this.says = says;
    this.report = report;
    this.headline = headline();
    this.tokens = scrollBox("words large one-word", { ariaLabel: title });
    this.verdict = el("p.verdict");
    const table = tableOf([t("pair"), numbered, t("becomes"), ""]);
    this.pairs = table.tBodies[0];
    this.rules = scrollBox("scroll", { "aria-labelledby": "heading-rules" }, table);
  }

  /** The tokens of a state. @param {number} _step @returns {any} elements */
  chipsAt(_step) {}

  /** The token that a rule makes. @param {number} _step @param {Rule} _rule @returns {any} */
  made(_step, _rule) {}

  /** The rows of the table. @param {Rule[]} _rules @returns {any} nodes */
  ruleRows(_rules) {}

  /** The rules that are applied to a state. @param {number} step */
  firstAt(step) {
    return this.model.rules[step].filter(({ isFirst }) => isFirst);
  }

  /** All adjacent tokens, with the rules that fit them. @param {string} legend */
  rulePanel(legend) {
    const parts = [legendLine(legend), this.verdict, this.rules];
    return panel(t("Which merge rules fit?"), "rules", null, ...parts);
  }

  /** @override */
  drawStep() {
    super.drawStep();
    sayOnce(this.headline, this.sentence());
    this.showWord();
    this.showRules();
  }

  /** The sentence of the step. */
  sentence() {
    const { step, says, number } = this;
    const n = number(this.model.steps);
    if (!this.model.steps) return t("No rule fits: the word stays as its base tokens");
    if (!step) return t("Step 0 of {n}: the word as base tokens", { n });
    const [applied] = this.firstAt(step - 1);
    const [left, right] = this.chipsAt(step - 1).slice(applied.place, applied.place + 2);
    const rule = el("strong", number(applied.number));
    const token = this.made(step - 1, applied);
    const values = { k: number(step), n, rule, rank: rule, left, right, token };
    return withPair(fill(says.applied, values), left, right);
  }

  /** Shows the word's tokens. New tokens are framed, and the next merge is ringed. */
  showWord() {
    const { step } = this;
    const ids = this.model.ids[step];
    const made = step ? this.firstAt(step - 1)[0].id : undefined;
    this.row = this.chipsAt(step);
    this.row.forEach((chip, i) => chip.classList.toggle("new", ids[i] === made));
    this.tokens.replaceChildren(directed(el("span.tokens", ...this.row)));
    if (this.prediction?.asking) return;
    for (const { place } of this.firstAt(step)) this.ring(place, true);
  }

  /** @param {number} place of the left token @param {boolean} coming */
  ring(place, coming) {
    const [left, right] = this.row.slice(place, place + 2);
    left.classList.add("ring-left");
    right.classList.add("ring-right");
    for (const chip of [left, right]) chip.classList.toggle("coming", coming);
  }

  /** Shows which rules fit, and which of them is next. */
  showRules() {
    const { says, number } = this;
    /** @type {Rule[]} */
    const rules = this.model.rules[this.step];
    const fitting = new Set(rules.map((each) => each.number));
    const rule = fitting.size ? number(Math.min(...fitting)) : "";
    const template = [says.none, says.one][fitting.size] ?? says.several;
    this.verdict.replaceChildren(fill(template, { n: number(fitting.size), rule, rank: rule }));
    this.pairs.replaceChildren(...this.ruleRows(rules));
  }

  /**
   * Two adjacent tokens, with the rule that fits them if there is one.
   * @param {HTMLElement} left
   * @param {HTMLElement} right
   * @param {Rule|undefined} rule
   * @param {string} [waiting] what is said of a rule that is not the first
   */
  pairRow(left, right, rule, waiting = "") {
    const pair = el("td", pairNode(left, right));
    if (!rule) return el("tr.none", pair, el("td.amount", t("none")), el("td"), el("td.mark"));
    const amount = el("td.amount", this.number(rule.number));
    const mark = el("td.mark", rule.isFirst ? t("◀ first") : waiting);
    const kind = rule.isFirst ? "tr.first" : "tr.fits";
    return el(kind, pair, amount, el("td", this.made(this.step, rule)), mark);
  }

  /** The tokens give no answer away. @override */
  mayMove() {
    return true;
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
    const chips = chipsIn(this.tokens);
    const spans = step > neighbour
      ? spansIn(this.model.ids[step], this.model.ids[neighbour])
      : chips.map((_, start) => ({ start, end: start + 1 }));
    return placedIn(this.panel, chips, spans);
  }

  /** @override @param {number} from */
  prepare(from) {
    this.from = from;
    this.were = this.placed(from, this.step);
  }

  /** Shows two tokens become one, or come apart; only then what is next is ringed. @override */
  move() {
    const { fontSize } = getComputedStyle(this.tokens);
    const are = this.placed(this.step, this.from);
    cutAnew(this.movement, this.were, are, ({ chip, box }) => {
      chip.classList.remove("new", "coming", "ring-left", "ring-right");
      layOver(this.movement, this.panel, [chip], box, { fontSize });
    });
    this.movement.mark(this.tokens, "moving");
  }
}
