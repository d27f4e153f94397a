// The rules that fit somewhere in one state of a word.

/**
 * A rule that fits two neighbours, the left one at `place`, and whether it is applied now.
 * @typedef {{place: number, rank: number, id: number, spelling: string, chosen: boolean}} Ready
 */

/** The rules that are applied now, from left to right. @param {Ready[]} ready */
export const appliedIn = (ready) =>
  ready.filter(({ chosen }) => chosen).sort((a, b) => a.place - b.place);

/**
 * The rule that fits two neighbours, if there is one.
 * @param {Ready[]} ready @param {number} place of the left one
 */
export const ruleAt = (ready, place) => ready.find((one) => one.place === place);
