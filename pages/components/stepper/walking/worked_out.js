// Asks the server for what only it can work out.

import { askTrace } from "./trace_source.js";

/**
 * Asks for a result about a place in the trace once; nothing without a network.
 * @template T
 * @param {string} key of the trace
 * @param {Map<string, T>} known earlier results by their places
 * @param {string} place
 * @returns {Promise<T|undefined>}
 */
export async function workedOut(key, known, place) {
  if (known.has(place)) return known.get(place);
  try {
    const answer = await askTrace(`${key}/${place}`);
    if (answer.ok) known.set(place, await answer.json());
  } catch {
    return undefined; // no network
  }
  return known.get(place);
}
