// The possible answers to "which token goes next?", and whether an answer is right.

/**
 * @import { RoundView } from "../payload.d.ts"
 * @import { Outcome } from "../walking/answers.js"
 */

/** @typedef {{cost: number|null, goes: boolean, tied: boolean}} Worth  single units have no cost */

/**
 * Candidates of which half go and half stay, ordered by id.
 * @param {Pick<RoundView, "cheapest"|"next_total"|"likely">} view
 * @param {(id: number) => boolean} isLonger whether a token is more than a single unit
 * @param {number} most
 */
export function candidateTokens({ cheapest, next_total, likely }, isLonger, most) {
  const half = most / 2;
  const others = likely.filter((id) => isLonger(id) && !cheapest.includes(id));
  const stay = [...cheapest.slice(next_total), ...others].slice(0, half);
  return [...cheapest.slice(0, Math.min(half, next_total)), ...stay].sort((a, b) => a - b);
}

/**
 * Judges an answer. A token that costs no more than one that goes is as good.
 * @param {Worth} worth
 * @returns {Outcome}
 */
export function tokenOutcome({ goes, tied }) {
  return goes ? "right" : tied ? "tied" : "wrong";
}
