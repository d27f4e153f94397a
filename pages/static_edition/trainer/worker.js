// The trainer in a worker of its own, so that the page stays alive while it counts.

import { forkOf, scoredSum, sumOf, training } from "./walk.js";

/**
 * @import { Walk } from "../../components/stepper/payload.d.ts"
 * @import { Text } from "./corpus.js"
 * @import { Limits, Trained, Training } from "./walk.js"
 */

/**
 * `fork` asks for a second training with these choices, `sum` for a pair at a step of either, or of
 * a walk of WordPiece. Any other training is given up when the next one is asked for.
 * @typedef {{train: Training}|{fork: number[][]}|{cancel: true}|{sum: number[], ofFork: boolean}
 *   |{sum: number[], walk: Walk, text: Text & {limits: Limits}}} Question
 */

/** Milliseconds of training after which the page may say something. */
const PORTION = 250;

/** @type {{asked?: Training, rule?: Trained, own?: Trained}} */
const kept = {};
/** The number of the training that is wanted. */
let wanted = 0;

/**
 * The finished training; null if it is no longer wanted. Says meanwhile how far it is.
 * @param {Training} asked
 * @param {number} number of the question
 */
async function finished(asked, number) {
  wanted = number;
  const steps = training(asked);
  for (let began = performance.now();;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() - began < PORTION) continue;
    self.postMessage([number, undefined, value]);
    await new Promise((resolve) => setTimeout(resolve));
    if (wanted !== number) return null;
    began = performance.now();
  }
}

/** @param {Question} question @param {number} number */
async function answerQuestion(question, number) {
  if ("cancel" in question) return void (wanted = number);
  if ("train" in question) {
    const rule = await finished(question.train, number);
    if (rule) Object.assign(kept, { asked: question.train, rule });
    return rule?.walk;
  }
  if ("walk" in question) return scoredSum(question.text, question.walk, question.sum);
  const { asked, rule } = kept;
  if (!asked || !rule) return;
  if ("fork" in question) {
    const own = await finished({ ...asked, choices: question.fork }, number);
    if (own) kept.own = own;
    return own && forkOf(rule, own, question.fork);
  }
  return sumOf(question.ofFork && kept.own ? kept.own : rule, question.sum);
}

self.onmessage = async ({ data: [number, question] }) => {
  self.postMessage([number, await answerQuestion(question, number) ?? null]);
};
