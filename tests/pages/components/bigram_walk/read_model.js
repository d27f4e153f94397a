// Reads a walk of merges by the browser's bigram model, for test_model_in_the_browser.py.

import {
  BigramModel,
  bitsAtEveryStep,
  BORDER,
} from "../../../../pages/components/bigram_walk/bigram_model.js";
import { EarnedWalk, wordsAt } from "../../../../pages/components/bigram_walk/earned_walk.js";
import { MergeModel } from "../../../../pages/components/stepper/merges/merge_model.js";
import { answerLines } from "../answer_lines.js";

/** @import { Walk } from "../../../../pages/components/stepper/payload.d.ts" */

answerLines((/** @type {{walk: Walk, most: number}} */ { walk, most }) => {
  const merges = new MergeModel(walk);
  const states = Array.from({ length: merges.steps + 1 }, (_, step) => {
    const model = new BigramModel(wordsAt(merges, step));
    const likely = [];
    for (const word of model.likelyWords()) {
      if (likely.push([word.tokens, word.bits, word.wasRead]) === most) break;
    }
    return {
      rows: [...model.rows].map(([before, row]) => [before, [...row]]),
      bits: model.bits,
      of_words: model.words.map(([word]) => model.bitsOf(word)),
      made_up: model.madeUp,
      earnings: model.earnings().map(({ pair, earned }) => [pair, earned]),
      likely,
      written: [1, 2, 3].map((seed) => model.write(seed).map(({ token }) => token)),
    };
  });
  const bits = bitsAtEveryStep(
    walk.word_counts,
    (word, step) => merges.tokensAt(word, step).map(({ id }) => id),
    (step) => merges.changedWords.get(step) ?? [],
    merges.steps,
  );
  const earned = new EarnedWalk(merges, "en").walk();
  const events = earned.events.map(({ says, question, bars }) => ({
    says,
    answers: question?.choices,
    right: question?.right,
    bars: bars[0].map(([pair, , value, mark]) => [pair, value, mark]),
  }));
  const cut = earned.rows.map(({ is_cut }) => is_cut);
  return { border: BORDER, states, bits, events, cut };
});
