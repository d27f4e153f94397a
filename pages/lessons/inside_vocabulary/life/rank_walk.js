// A word on its way to its tokens, rank by rank: which rule applies, and which rules lose.

import { t } from "../../../components/browser/sentences.js";
import { el, fill } from "../../../components/drawing/elements.js";
import { foldedPanel, headline, panel, scrollBox } from "../../../components/drawing/panel.js";
import { Player } from "../../../components/stepper/walking/player.js";
import { visible } from "../../../components/tokens/spelling.js";
import { TokenViews } from "../../../components/vocabularies/token_views.js";
import { appliedIn, ruleAt } from "./ready_rules.js";

/**
 * @import { TokenView } from "../../../components/vocabularies/token_views.js"
 * @import { Ready } from "./ready_rules.js"
 */

/**
 * @typedef {{ids: number[], spellings: string[], ready: Ready[]}} Step
 *
 * @typedef {{word: string, steps: Step[], tokens: Record<string, TokenView>}} Replay
 *
 * @typedef {{replay: Replay, steps: number}} Model
 */

/** Milliseconds without another step after which a step is reported. */
const QUIET_MS = 300;

/**
 * The walk over one word, as in the lesson "Encode and decode". Ranks are those of the file.
 * @extends {Player<Model>}
 */
export class RankWalk extends Player {
  /**
   * @param {Replay} replay @param {number} step
   * @param {(n: number) => string} number
   * @param {(step: number) => void} report
   */
  constructor(replay, step, number, report) {
    const called = { controls: t("Walk through the encoding") };
    super({ replay, steps: replay.steps.length - 1 }, step, called, number);
    this.report = report;
    this.reporting = 0;
    this.headline = headline();
    const title = t("Why {word} is split this way", { word: visible(replay.word) });
    this.tokens = scrollBox("words large one-word show-ids", { ariaLabel: title });
    this.verdict = el("p", { className: "verdict" });
    this.pairs = el("tbody", {});
    this.table = this.ruleTable();
    this.rules = panel(
      t("Which merge rules fit?"),
      "rules",
      null,
      el(
        "p",
        { className: "legend" },
        t(
          "At each step, the rule with the lowest rank is applied. The others fit, too, but " +
            "have to wait.",
        ),
      ),
      this.verdict,
      this.table,
    );
    this.node = foldedPanel(
      title,
      "replay",
      this.transport.node,
      this.headline,
      this.tokens,
      this.rules,
    );
    this.node.onkeydown = (/** @type {KeyboardEvent} */ event) => this.key(event);
    this.draw();
  }

  ruleTable() {
    const names = [t("pair"), t("rank"), t("becomes")];
    const head = el(
      "tr",
      {},
      ...names.map((name) => el("th", { scope: "col" }, name)),
      el("td", {}),
    );
    const table = el("table", {}, el("thead", {}, head), this.pairs);
    return scrollBox("scroll", { "aria-labelledby": "heading-rules" }, table);
  }

  /** The tokens of a word in a state. @param {number} step */
  views(step) {
    const { steps, tokens } = this.model.replay;
    const { ids, spellings } = steps[step];
    return new TokenViews(ids.map((id, i) => tokens[id] ?? spellings[i]));
  }

  /** The token that a rule makes. @param {Ready} rule */
  made({ id, spelling }) {
    return new TokenViews([this.model.replay.tokens[id] ?? spelling]).chip(0);
  }

  /** @override */
  arrive() {
    this.draw();
    clearTimeout(this.reporting);
    this.reporting = setTimeout(() => this.report(this.step), QUIET_MS);
  }

  /** @override */
  stop() {
    super.stop();
    clearTimeout(this.reporting);
  }

  draw() {
    this.transport.update(this);
    this.say();
    this.showWord();
    this.showRules();
  }

  /** The sentence of the step. */
  say() {
    const { step, model, number } = this;
    const n = number(model.steps);
    if (!step) {
      const said = model.steps
        ? t("Step 0 of {n}: the word as base tokens")
        : t("No rule fits: the word stays as its base tokens");
      return this.headline.replaceChildren(fill(said, { n }));
    }
    const before = model.replay.steps[step - 1];
    const [applied] = appliedIn(before.ready);
    const parts = this.views(step - 1);
    this.headline.replaceChildren(
      fill(t("Step {k} of {n}: rank {rank}, {left} + {right} → {token}"), {
        k: number(step),
        n,
        rank: el("strong", {}, number(applied.rank)),
        left: parts.chip(applied.place),
        right: parts.chip(applied.place + 1),
        token: this.made(applied),
      }),
    );
  }

  /** Shows the word's tokens. New tokens are framed, and the next merge is ringed. */
  showWord() {
    const { step, model } = this;
    const { ids, ready } = model.replay.steps[step];
    const made = step ? appliedIn(model.replay.steps[step - 1].ready)[0].id : undefined;
    const chips = this.views(step).all();
    chips.forEach((chip, i) => chip.classList.toggle("new", ids[i] === made));
    for (const { place } of appliedIn(ready)) {
      chips[place].classList.add("ring-left", "coming");
      chips[place + 1].classList.add("ring-right", "coming");
    }
    this.tokens.replaceChildren(el("span", { className: "tokens" }, ...chips));
  }

  /** Shows all adjacent tokens, with the rule that fits them if there is one. */
  showRules() {
    const { step, model, number } = this;
    const { ids, ready } = model.replay.steps[step];
    const ranks = new Set(ready.map(({ rank }) => rank));
    const said = !ranks.size
      ? t(
        "No rule fits any more: these are the tokens. Their ids are those that the file's own " +
          "library gives.",
      )
      : ranks.size === 1
      ? t("One rule fits, so it is next: rank {rank}.")
      : t("{n} rules fit. Rank {rank} is the lowest, so it comes first.");
    const rank = ranks.size ? number(Math.min(...ranks)) : "";
    this.verdict.replaceChildren(fill(said, { n: number(ranks.size), rank }));
    const parts = this.views(step);
    const rows = ids.slice(0, -1).map((_, place) => this.pairRow(parts, ready, place));
    this.pairs.replaceChildren(...rows);
    this.table.hidden = !rows.length;
  }

  /** @param {TokenViews} parts @param {Ready[]} ready @param {number} place of the left one */
  pairRow(parts, ready, place) {
    const { number } = this;
    const rule = ruleAt(ready, place);
    const pair = el(
      "span",
      { className: "pair" },
      parts.chip(place),
      el("span", { className: "plus" }, "+"),
      parts.chip(place + 1),
    );
    const state = !rule ? "none" : rule.chosen ? "first" : "fits";
    return el(
      "tr",
      { className: state },
      el("td", {}, pair),
      el("td", { className: "amount" }, rule ? number(rule.rank) : t("none")),
      el("td", {}, rule ? this.made(rule) : ""),
      el("td", { className: "mark" }, rule ? (rule.chosen ? t("◀ first") : t("has to wait")) : ""),
    );
  }
}
