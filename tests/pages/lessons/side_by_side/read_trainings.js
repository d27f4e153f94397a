// Reads three trainings as the browser does, for test_side_by_side.py.

import { Trainings } from "../../../../pages/lessons/side_by_side/three_trainings.js";
import { answerLines } from "../../components/answer_lines.js";

/**
 * @import { ThreeTrainings } from "../../../../pages/lessons/side_by_side/three_trainings.js"
 */

answerLines((/** @type {ThreeTrainings} */ walk) => {
  const model = new Trainings(walk);
  return Array.from({ length: model.steps + 1 }, (_, step) => ({
    round: model.roundAt(step),
    sizes: model.sizesAt(step),
    word: model.splitsAt(step).map((now, i) => walk.histories[i][now]?.[1] ?? []),
  }));
});
