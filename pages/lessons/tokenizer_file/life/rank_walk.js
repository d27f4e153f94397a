// A word on its way to its tokens, rank by rank: which rule applies, and which rules lose.

import { t } from "../../../components/browser/sentences.js";
import { foldedPanel } from "../../../components/drawing/panel.js";
import { RuleWalk } from "../../../components/stepper/walking/rule_walk.js";
import { visible } from "../../../components/tokens/spelling.js";
import { TokenViews } from "../../../components/vocabularies/token_views.js";

/**
 * @import { Rule } from "../../../components/stepper/walking/rule_walk.js"
 * @import { TokenView } from "../../../components/vocabularies/token_views.js"
 */

/**
 * A rule that fits two neighbours, the left one at `place`, and whether it is applied now.
 * @typedef {{place: number, rank: number, id: number, spelling: string, chosen: boolean}} Ready
 *
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
   * @param {Replay} replay @param {number} step @param {string} lang
   * @param {(step: number) => void} report
   */
  constructor(replay, step, lang, report) {
    const title = t("Why {word} is split this way", { word: visible(replay.word) });
    const says = {
      applied: t("Step {k} of {n}: rank {rank}, {left} + {right} → {token}"),
      none: t(
        "No rule fits any more: these are the tokens. Their ids are those that the file's own " +
          "library gives.",
      ),
      one: t("One rule fits, so it is next: rank {rank}."),
      several: t("{n} rules fit. Rank {rank} is the lowest, so it comes first."),
    };
    const model = { replay, steps: replay.steps.length - 1 };
    super(model, step, lang, { title, numbered: t("rank") }, says, report);
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

  /** @override @param {number} step */
  chipsAt(step) {
    return this.views(step).all();
  }

  /** @override @param {number} step */
  idsAt(step) {
    return this.model.replay.steps[step].ids;
  }

  /** @override @param {number} step */
  rulesAt(step) {
    return rulesOf(this.model.replay.steps[step].ready);
  }

  /** @override @param {number} step @param {Rule} rule */
  made(step, { id, place }) {
    const { steps, tokens } = this.model.replay;
    const spelling = steps[step].ready.find((each) => each.place === place)?.spelling;
    return new TokenViews([tokens[id] ?? spelling]).chip(0);
  }

  /**
   * All adjacent tokens, with the rule that fits them if there is one.
   * @override
   * @param {Rule[]} rules
   */
  ruleRows(rules) {
    const parts = this.views(this.step);
    const places = this.idsAt(this.step).slice(1).map((_, place) => place);
    this.rules.hidden = !places.length;
    return places.map((place) => {
      const rule = rules.find((each) => each.place === place);
      return this.pairRow(parts.chip(place), parts.chip(place + 1), rule, t("has to wait"));
    });
  }
}

/** The rules that fit, with the rank as the number of a rule. @param {Ready[]} ready */
export const rulesOf = (ready) =>
  ready.map(({ place, rank, id, chosen }) => ({ place, number: rank, id, isFirst: chosen }));
