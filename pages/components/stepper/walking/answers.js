// The learner's answers to "your turn", and their score.

import { isRecord, keepInTab, savedInTab } from "../../browser/tab_memory.js";

const WALKS_KEPT = 20;
const KEPT = "merge-by-merge-predictions";
/**
 * @typedef {"right"|"tied"|"wrong"|"shown"} Outcome  tied is right; shown means not answered
 */

/** @typedef {{step: number, pick: number[], outcome: Outcome, hints: number}} Answer */

const OUTCOMES = ["right", "tied", "wrong", "shown"];

/** @param {any} value @returns {value is Answer} */
const isAnswer = (value) =>
  isRecord(value) && [value.step, value.hints].every(Number.isInteger) &&
  Array.isArray(value.pick) && value.pick.every(Number.isInteger) &&
  OUTCOMES.includes(String(value.outcome));

/**
 * The answers given in this browser tab, in order. They outlive reruns, lessons and reloads.
 */
export class Answers {
  /** @param {string} key of the walk */
  constructor(key) {
    this.key = key;
    /** @type {Map<number, Answer>} */
    this.bySteps = new Map(
      (Answers.kept()[key] ?? []).map((/** @type {Answer} */ answer) => [answer.step, answer]),
    );
  }

  /**
   * All walks with their answers, the most recently answered last.
   * @returns {Record<string, Answer[]>}
   */
  static kept() {
    /** @type {[string, unknown][]} */
    const walks = Object.entries(savedInTab(KEPT, isRecord) ?? {});
    return Object.fromEntries(
      walks.map(([key, given]) => [key, Array.isArray(given) ? given.filter(isAnswer) : []]),
    );
  }

  /** @param {Answer} answer */
  add(answer) {
    this.bySteps.set(answer.step, answer);
    this.keep();
  }

  clear() {
    this.bySteps.clear();
    this.keep();
  }

  keep() {
    const { [this.key]: _, ...others } = Answers.kept();
    const walks = [...Object.entries(others), [this.key, [...this.bySteps.values()]]].slice(
      -WALKS_KEPT,
    );
    keepInTab(KEPT, Object.fromEntries(walks));
  }

  /**
   * The number of answers, of right ones, of right ones without a hint, and the current streak.
   */
  score() {
    const given = [...this.bySteps.values()];
    const isRight = (/** @type {Answer} */ { outcome }) =>
      outcome === "right" || outcome === "tied";
    const last = given.findLastIndex((answer) => !isRight(answer));
    return {
      total: given.filter(({ outcome }) => outcome !== "shown").length,
      right: given.filter(isRight).length,
      alone: given.filter((answer) => isRight(answer) && !answer.hints).length,
      streak: given.length - 1 - last,
    };
  }
}
