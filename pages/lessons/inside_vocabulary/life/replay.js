// A word on its way to its tokens, all steps at once: which rule is applied, and which lose.

import { el } from "../../../components/drawing/elements.js";
import { panel } from "../../../components/drawing/panel.js";
import { visible } from "../../../components/tokens/spelling.js";
import { TokenViews } from "../../../components/vocabularies/token_views.js";

/**
 * @import { Texts } from "../../../components/component/component.d.ts"
 * @import { TokenView } from "../../../components/vocabularies/token_views.js"
 */

/**
 * A rule that fits two neighbours, the left one at `place`, and whether it is applied now.
 * @typedef {{place: number, rank: number, id: number, spelling: string, chosen: boolean}} Ready
 *
 * @typedef {{ids: number[], spellings: string[], ready: Ready[]}} Step
 *
 * @typedef {{word: string, steps: Step[], tokens: Record<string, TokenView>}} Replay
 */

/** The rules of a step, those that are applied first, then by rank. @param {Ready[]} ready */
export const inOrder = (ready) =>
  [...ready].sort((a, b) => Number(b.chosen) - Number(a.chosen) || a.rank - b.rank);

/** @param {Replay} replay @param {Texts} text @param {(n: number) => string} number */
export function replayNode({ word, steps, tokens }, text, number) {
  const rows = steps.map(({ ids, spellings, ready }, step) => {
    const parts = new TokenViews(ids.map((id, i) => tokens[id] ?? spellings[i]));
    const chips = parts.all();
    for (const { place, chosen } of ready) {
      if (!chosen) continue;
      chips[place].classList.add("ring-left");
      chips[place + 1].classList.add("ring-right");
    }
    const rules = inOrder(ready).map(({ place, rank, chosen }) =>
      el(
        "li",
        { className: chosen ? "first" : "lost" },
        el("span", { className: "pair" }, parts.chip(place), "+", parts.chip(place + 1)),
        ` ${(chosen ? text.first : text.lost).replace("{k}", number(rank))}`,
      )
    );
    return el(
      "li",
      {},
      el("span", { className: "step" }, text.step.replace("{k}", number(step))),
      el("span", { className: "word" }, ...chips),
      rules.length ? el("ul", {}, ...rules) : el("p", { className: "legend" }, text.end),
    );
  });
  return panel(
    text.replay_title.replace("{word}", () => visible(word)),
    "replay",
    null,
    el("p", { className: "legend" }, text.replay_legend),
    el("ol", {}, ...rows),
  );
}
