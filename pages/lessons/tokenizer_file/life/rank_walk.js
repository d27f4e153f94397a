// A word on its way to its tokens, rank by rank: which rule applies, and which rules lose.

import { t } from "../../../components/browser/sentences.js";
import { el, fill } from "../../../components/drawing/elements.js";
import { foldedPanel } from "../../../components/drawing/panel.js";
import { RuleWalk } from "../../../components/stepper/walking/rule_walk.js";
import { withPair } from "../../../components/tokens/chips.js";
import { visible } from "../../../components/tokens/spelling.js";
import { TokenViews } from "../../../components/vocabularies/token_views.js";

/**
 * @import { TokenView } from "../../../components/vocabularies/token_views.js"
 */

/**
 * @typedef {{ids: number[], spellings: string[], ready: Ready[]}} Step
 *
 * @typedef {{word: string, steps: Step[], tokens: Record<string, TokenView>}} Replay
 *
 * @typedef {{replay: Replay, steps: number}} Model
 */

/**
 * The walk over one word, as in the lesson "Encode and decode". Ranks are those of the file.
 * @extends {RuleWalk<Model>}
 */
export class RankWalk extends RuleWalk {
  /**
   * @param {Replay} replay @param {number} step
   * @param {(n: number) => string} number
   * @param {(step: number) => void} report
   */
  constructor(replay, step, number, report) {
    const title = t("Why {word} is split this way", { word: visible(replay.word) });
    const model = { replay, steps: replay.steps.length - 1 };
    super(model, step, number, { title, numbered: t("rank") }, report);
    this.tokens.classList.add("show-ids");
    const legend = t(
      "At each step, the rule with the lowest rank is applied. The others fit, too, but have to " +
        "wait.",
    );
    this.node = foldedPanel(
      title,
      "replay",
      this.transport.node,
      this.headline,
      this.tokens,
      this.rulePanel(legend),
    );
    this.node.onkeydown = (/** @type {KeyboardEvent} */ event) => this.key(event);
    this.update();
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

  /** @override @param {number} step */
  idsAt(step) {
    return this.model.replay.steps[step].ids;
  }

  /** @override */
  update() {
    this.transport.update(this);
    this.say();
    this.showWord();
    this.showRules();
  }

  /** The sentence of the step. */
  say() {
    const { step, model, number } = this;
    if (!step) return this.sayStart();
    const before = model.replay.steps[step - 1];
    const [applied] = appliedIn(before.ready);
    const parts = this.views(step - 1);
    const [left, right] = [parts.chip(applied.place), parts.chip(applied.place + 1)];
    const said = fill(t("Step {k} of {n}: rank {rank}, {left} + {right} → {token}"), {
      k: number(step),
      n: number(model.steps),
      rank: el("strong", {}, number(applied.rank)),
      left,
      right,
      token: this.made(applied),
    });
    this.headline.replaceChildren(withPair(said, left, right));
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
    this.showTokens(chips);
  }

  /** Shows all adjacent tokens, with the rule that fits them if there is one. */
  showRules() {
    const { step, model, number } = this;
    const { ids, ready } = model.replay.steps[step];
    const ranks = new Set(ready.map(({ rank }) => rank));
    const template = !ranks.size
      ? t(
        "No rule fits any more: these are the tokens. Their ids are those that the file's own " +
          "library gives.",
      )
      : ranks.size === 1
      ? t("One rule fits, so it is next: rank {rank}.")
      : t("{n} rules fit. Rank {rank} is the lowest, so it comes first.");
    const rank = ranks.size ? number(Math.min(...ranks)) : "";
    this.verdict.replaceChildren(fill(template, { n: number(ranks.size), rank }));
    const parts = this.views(step);
    const rows = ids.slice(0, -1).map((_, place) => {
      const rule = ruleAt(ready, place);
      const shown = rule &&
        { number: rule.rank, makes: this.made(rule), isFirst: rule.chosen };
      return this.pairRow(parts.chip(place), parts.chip(place + 1), shown, t("has to wait"));
    });
    this.pairs.replaceChildren(...rows);
    this.rules.hidden = !rows.length;
  }
}

/**
 * A rule that fits two neighbours, the left one at `place`, and whether it is applied now.
 * @typedef {{place: number, rank: number, id: number, spelling: string, chosen: boolean}} Ready
 */

/** The rules that are applied now, from left to right. @param {Ready[]} ready */
export const appliedIn = (ready) =>
  ready.filter(({ chosen }) => chosen).sort((a, b) => a.place - b.place);

/**
 * The rule that fits two neighbours, if there is one.
 * @param {Ready[]} ready @param {number} place of the left one
 */
export const ruleAt = (ready, place) => ready.find((one) => one.place === place);
