// The heights of the arcs of a lattice.

import { columnsOf } from "../spelling.js";

/**
 * @typedef {{start: number, end: number, middle: number, width: number}} Arc
 *   between two positions, with a label of some width in the middle of its top
 */

/**
 * The level of each arc, from 0: longer arcs are above shorter ones, and no two labels of one level
 * overlap.
 * @param {Arc[]} arcs
 * @returns {number[]}
 */
export function arcLevels(arcs) {
  /** @type {[number, number][][]} the occupied ranges on each level, from where to where */
  const taken = [];
  /** @type {number[]} */
  const levels = [];
  const reaches = arcs.map(({ start, end }) => end - start);
  const lengths = [...new Set(reaches)].sort((a, b) => a - b);
  const order = arcs.map((_, i) => i).sort((a, b) => reaches[a] - reaches[b] || a - b);
  for (const i of order) {
    const { middle, width } = arcs[i];
    const [left, right] = [middle - width / 2, middle + width / 2];
    let level = lengths.indexOf(reaches[i]);
    while (taken[level]?.some(([from, to]) => from < right && left < to)) level++;
    (taken[level] ??= []).push([left, right]);
    levels[i] = level;
  }
  return levels;
}

/**
 * About how wide a label is, in pixels.
 * @param {string} text of the token
 * @param {number} least the width of what stands below the token
 */
export function labelWidth(text, least) {
  return Math.max(least, 9 * columnsOf(text) + 16);
}
