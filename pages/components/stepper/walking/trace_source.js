// Fetches a walk's later parts from the app's server, unless a page works them out itself.

/** The address of the app, whatever path it is served under. */
export function appRoot() {
  const script =
    /** @type {HTMLScriptElement|null} */ (document.querySelector('script[src*="/static/js/"]'));
  return script ? script.src.split("/static/js/")[0] + "/" : "/";
}

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
