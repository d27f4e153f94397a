// The walk that the browser's trainer makes, for test_trainer.py.

import { packText, unpackText } from "../../../pages/static_edition/address.js";
import { forkOf, sumOf, trained } from "../../../pages/static_edition/trainer/walk.js";
import { answerLines } from "../components/answer_lines.js";

/** @import { Training } from "../../../pages/static_edition/trainer/walk.js" */

/**
 * @typedef {{training: Training, sum?: number[], choices?: number[][]}} WalkQuestion
 * @typedef {{pack: string, unpack: string}} LinkQuestion
 */

/** @param {WalkQuestion|LinkQuestion} question */
async function answer(question) {
  if ("pack" in question) {
    return { packed: await packText(question.pack), unpacked: await unpackText(question.unpack) };
  }
  const { training, sum, choices } = question;
  const found = trained(training);
  return {
    walk: found.walk,
    sum: sum && sumOf(found, sum[0], sum[1], sum[2]),
    fork: choices && forkOf(found, trained({ ...training, choices }), choices),
  };
}

answerLines(answer);
