// Reads a walk of merges as the browser does, for test_walks_read_by_the_browser.py.

import * as merges from "../../../../pages/components/stepper/merges/merge_model.js";
import * as arrival from "../../../../pages/components/stepper/arrival/places.js";
import * as predicted from "../../../../pages/components/stepper/merges/pair_prediction.js";
import { answerLines } from "../answer_lines.js";

/**
 * @import { View, Walk } from "../../../../pages/components/stepper/payload.d.ts"
 * @import { Sum } from "../../../../pages/components/stepper/merges/pair_prediction.js"
 */

/**
 * `encode` are words with steps; `sums` what some pairs amount to, with steps; `count` are pairs
 * with steps whose sums are asked for.
 * @typedef {{
 *   walk: Walk, encode?: [string, number][], sums?: {step: number, sum: Sum}[],
 *   count?: [number, number, number][]
 * }} Question
 */

answerLines((/** @type {Question} */ { walk, encode = [], sums = [], count = [] }) => {
  const model = new merges.MergeModel(walk);
  const ids = Array.from({ length: model.sizeAt(model.steps) }, (_, id) => id);
  const words = walk.words.map((_, word) => word);
  const states = Array.from({ length: model.steps + 1 }, (_, step) => ({
    words: words.map((word) => model.tokensAt(word, step)),
    in_use: model.vocabularyAt(step, true),
    size: model.vocabularyAt(step, false).length,
    figures: model.figuresAt(step),
    junk: model.junk.slice(0, model.figuresAt(step).junk),
  }));
  return {
    spelled: ids.map((id) => model.spell(id)),
    markers: ids.map((id) => model.markerOf(id)),
    made: ids.map((id) => model.stepOf(id)),
    dropped: ids.map((id) => walk.dropped_at[id]),
    states,
    changed: [...model.changedWords].map(([step, words]) => [step, [...words]]),
    amounts: states.map((_, step) => model.decided[step] ?? 0),
    views: [...model.views].map(([step, view]) => ({
      step,
      amounts: view.pairs.flatMap((_, i) => i % 3 ? [] : [merges.amountOf(view, i / 3)]),
      candidates: predicted.candidatePairs(view, 6),
    })),
    outcomes: sums.map(({ step, sum }) =>
      predicted.pairOutcome(
        model.merge(step + 1),
        /** @type {View} */ (model.views.get(step)),
        sum,
        model.walk,
      )
    ),
    places: arrival.PLACES.map((_, i) => arrival.stepOf(i + 1, model) ?? null),
    next_places: arrival.PLACES.map((_, i) => arrival.placeBeside(i + 1, 1, model)),
    places_before: arrival.PLACES.map((_, i) => arrival.placeBeside(i + 1, -1, model)),
    nearest_places: arrival.PLACES.map((_, i) => arrival.placeThere(i + 1, model)),
    counted: count.map(([step, left, right]) => arrival.sumOverWords(model, step, left, right)),
    lost: [...model.views].map(([step, view]) => step ? arrival.mostLost(view) ?? null : null),
    encoded: encode.map(([word, step]) => {
      const { units, unknown } = merges.baseTokens(model, word);
      return unknown.length ? null : merges.encodeUnits(model, units, step);
    }),
  };
});
