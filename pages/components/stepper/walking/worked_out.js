// What only the server can work out.

import { appRoot } from "./app_root.js";

/**
 * @import { Stepper } from "../stepper.js"
 */

/**
 * What the server works out about a place of the trace, asked once; nothing without a network.
 * @param {Stepper} stepper @param {Map<string, any>} known @param {string} place
 */
export async function workedOut(stepper, known, place) {
  if (known.has(place)) return known.get(place);
  try {
    const answer = await fetch(`${appRoot()}trace/${stepper.model.walk.key}/${place}`);
    if (answer.ok) known.set(place, await answer.json());
  } catch {
    return undefined; // no network
  }
  return known.get(place);
}
