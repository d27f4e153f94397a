// The trainer in a worker of its own, so that the page stays alive while it counts.

import { forkOf, sumOf, trained } from "./walk.js";

/** @import { Trained, Training } from "./walk.js" */

/**
 * `fork` asks for a second training with these choices, `sum` for a pair at a step of either.
 * @typedef {{train: Training}|{fork: number[][]}|{sum: number[], ofFork: boolean}} Question
 */

/** @type {{training?: Training, rule?: Trained, own?: Trained}} */
const kept = {};

/** @param {Question} question */
function answerQuestion(question) {
  if ("train" in question) {
    kept.training = question.train;
    kept.rule = trained(question.train);
    return kept.rule.walk;
  }
  const { training, rule } = kept;
  if (!training || !rule) return null;
  if ("fork" in question) {
    kept.own = trained({ ...training, choices: question.fork });
    return forkOf(rule, kept.own, question.fork);
  }
  const [step, left, right] = question.sum;
  return sumOf(question.ofFork && kept.own ? kept.own : rule, step, left, right);
}

self.onmessage = ({ data }) => self.postMessage([data[0], answerQuestion(data[1])]);
