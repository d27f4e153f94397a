// The learner's answers to "your turn", and their score.

const WALKS_KEPT = 20;
const KEPT = "merge-by-merge-predictions";
/**
 * @typedef {"right"|"tied"|"wrong"|"shown"} Outcome  tied counts as right; shown was not answered
 */

/** @typedef {{step: number, pick: number[], outcome: Outcome, hints: number}} Answer */

/**
 * The answers given in this browser tab, in their order: they outlive reruns, lessons and reloads.
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
   * All walks with their answers, those answered last at the end.
   * @returns {Record<string, Answer[]>}
   */
  static kept() {
    try {
      return JSON.parse(sessionStorage.getItem(KEPT) ?? "{}");
    } catch {
      return {}; // a browser that keeps nothing
    }
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
    try {
      sessionStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(walks)));
    } catch {
      // no room, or not allowed: the score lasts as long as the page
    }
  }

  /**
   * How many were answered, how many rightly, how many of these without a hint, how many in a row
   * at last.
   */
  score() {
    const given = [...this.bySteps.values()];
    const isRight = (/** @type {Answer} */ { outcome }) =>
      outcome === "right" || outcome === "tied";
    const last = given.findLastIndex((answer) => !isRight(answer));
    return {
      asked: given.filter(({ outcome }) => outcome !== "shown").length,
      right: given.filter(isRight).length,
      alone: given.filter((answer) => isRight(answer) && !answer.hints).length,
      streak: given.length - 1 - last,
    };
  }
}
