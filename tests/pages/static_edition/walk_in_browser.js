// The walk that the browser's trainer makes, for test_trainer.py.

import { packText, readAddress, unpackText } from "../../../pages/static_edition/address.js";
import { forkOf, sumOf, trained } from "../../../pages/static_edition/trainer/walk.js";
import { scoredSum } from "../../../pages/static_edition/trainer/wordpiece.js";
import { answerLines } from "../components/answer_lines.js";

/**
 * @import { Walk } from "../../../pages/components/stepper/payload.d.ts"
 * @import { Text, Training } from "../../../pages/static_edition/trainer/walk.js"
 */

/**
 * @typedef {{training: Training, sum?: number[], choices?: number[][]}} WalkQuestion
 * @typedef {{pack: string, unpack: string}} LinkQuestion
 * @typedef {{address: string}} AddressQuestion
 * @typedef {{text: Text, walk: Walk, pairs: [number, number, number][]}} ScoredQuestion
 */

/** @param {WalkQuestion|LinkQuestion|ScoredQuestion|AddressQuestion} question */
async function answer(question) {
  if ("address" in question) return readAddress(question.address, "en");
  if ("pairs" in question) {
    const { text, walk, pairs } = question;
    return pairs.map(([step, left, right]) => scoredSum(text, walk, step, left, right));
  }
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
