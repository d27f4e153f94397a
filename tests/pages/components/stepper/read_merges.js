// Reads a walk of merges as the browser does, for test_walks_read_by_the_browser.py.

import {
  amountOf,
  baseTokens,
  encodeUnits,
  MergeModel,
} from "../../../../pages/components/stepper/merges/merge_model.js";
import {
  mostLost,
  placeBeside,
  PLACES,
  placeThere,
  stepOf,
  sumOverWords,
} from "../../../../pages/components/stepper/arrival/places.js";
import {
  candidatePairs,
  pairOutcome,
} from "../../../../pages/components/stepper/merges/pair_prediction.js";
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
  const model = new MergeModel(walk);
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
      amounts: view.pairs.filter((_, i) => i % 3 === 0).map((_, rank) => amountOf(view, rank)),
      candidates: candidatePairs(view, 6),
    })),
    outcomes: sums.map(({ step, sum }) =>
      pairOutcome(
        model.merge(step + 1),
        /** @type {View} */ (model.views.get(step)),
        sum,
        model.walk,
      )
    ),
    places: PLACES.map((_, i) => stepOf(i + 1, model) ?? null),
    next_places: PLACES.map((_, i) => placeBeside(i + 1, 1, model)),
    places_before: PLACES.map((_, i) => placeBeside(i + 1, -1, model)),
    nearest_places: PLACES.map((_, i) => placeThere(i + 1, model)),
    counted: count.map(([step, left, right]) => sumOverWords(model, step, left, right)),
    lost: [...model.views].map(([step, view]) => step ? mostLost(view) ?? null : null),
    encoded: encode.map(([word, step]) => {
      const { units, unknown } = baseTokens(model, word);
      return unknown.length ? null : encodeUnits(model, units, step);
    }),
  };
});
