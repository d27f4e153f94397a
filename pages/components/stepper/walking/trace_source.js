// Fetches a walk's later parts from the app's server, unless a page works them out itself.

import { appRoot } from "./app_root.js";

/** @typedef {(place: string, options?: RequestInit) => Promise<Response>} TraceSource */

/** @type {TraceSource} */
let traceSource = (place, options) => fetch(`${appRoot()}trace/${place}`, options);

/**
 * Asks about a trace: "key/3" for its pieces, "key/sum/…" for what has to be worked out.
 * @type {TraceSource}
 */
export const askTrace = (place, options) => traceSource(place, options);

/** For a page without the app's server. @param {TraceSource} source */
export function answerTracesFrom(source) {
  traceSource = source;
}
