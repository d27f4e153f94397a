// The walk that the browser's trainer makes, for test_trainer.py.

import { packText, readAddress, unpackText } from "../../../pages/static_edition/address.js";
import { forkOf, scoredSum, sumOf, training } from "../../../pages/static_edition/trainer/walk.js";
import { answerLines } from "../components/answer_lines.js";

/**
 * @import { Walk } from "../../../pages/components/stepper/payload.d.ts"
 * @import { Text } from "../../../pages/static_edition/trainer/corpus.js"
 * @import { Limits, Trained, Training } from "../../../pages/static_edition/trainer/walk.js"
 */

/**
 * @typedef {{training: Training, sum?: number[], choices?: number[][]}} WalkQuestion
 * @typedef {{pack: string, unpack: string}} LinkQuestion
 * @typedef {{address: string, known: Record<"unit"|"pre"|"tie", string[]>}} AddressQuestion
 * @typedef {{text: Text & {limits: Limits}, walk: Walk, pairs: number[][]}} ScoredQuestion
 */

/** The whole training at once. @param {Training} asked @returns {Trained} */
function trained(asked) {
  const steps = training(asked);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** @param {WalkQuestion|LinkQuestion|ScoredQuestion|AddressQuestion} question */
async function answer(question) {
  if ("address" in question) return readAddress(question.address, "en", question.known);
  if ("pairs" in question) {
    const { text, walk, pairs } = question;
    return pairs.map((pair) => scoredSum(text, walk, pair));
  }
  if ("pack" in question) {
    return { packed: await packText(question.pack), unpacked: await unpackText(question.unpack) };
  }
  const { training: asked, sum, choices } = question;
  const found = trained(asked);
  return {
    walk: found.walk,
    sum: sum && sumOf(found, sum),
    fork: choices && forkOf(found, trained({ ...asked, choices }), choices),
  };
}

answerLines(answer);
