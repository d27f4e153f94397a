// Reads a walk of rounds as the browser does, for test_rounds.py.

import { RoundModel } from "../../../../pages/components/stepper/rounds/round_model.js";
import {
  candidateTokens,
  tokenOutcome,
} from "../../../../pages/components/stepper/rounds/round_prediction.js";
import { answerLines } from "../answer_lines.js";

/**
 * @import { RoundWalk } from "../../../../pages/components/stepper/payload.d.ts"
 * @import { Worth } from "../../../../pages/components/stepper/rounds/round_prediction.js"
 */

answerLines((/** @type {{walk: RoundWalk, worths?: Worth[]}} */ { walk, worths = [] }) => {
  const model = new RoundModel(walk);
  const ids = Array.from({ length: model.firstLonger + walk.tokens.length }, (_, id) => id);
  return {
    spelled: ids.map((id) => model.spell(id)),
    markers: ids.map((id) => model.markerOf(id)),
    states: Array.from({ length: model.steps + 1 }, (_, step) => ({
      words: walk.words.map((_, word) => model.tokensAt(word, step)),
      figures: model.figuresAt(step),
    })),
    cut: walk.words.map((_, word) => model.isCut(word)),
    candidates: [...model.views.values()].map((view) =>
      candidateTokens(view, (id) => model.isLonger(id), 6)
    ),
    outcomes: worths.map(tokenOutcome),
  };
});
