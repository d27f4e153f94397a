// Fetches a walk's later parts from the app's server, unless a page works them out itself: what is
// shown at each step comes in pieces, fetched ahead of need.

import { onceVisible } from "../../browser/shown_page.js";

/** The address of the app, whatever path it is served under. */
export function appRoot() {
  const script =
    /** @type {HTMLScriptElement|null} */ (document.querySelector('script[src*="/static/js/"]'));
  return script ? script.src.split("/static/js/")[0] + "/" : "/";
}

/** @typedef {(place: string, options?: RequestInit) => Promise<Response>} TraceSource */

/**
 * Asks about a trace: "key/3" for its pieces, "key/sum/…" for what has to be worked out.
 * @type {TraceSource}
 */
let askTrace = (place, options) => fetch(`${appRoot()}trace/${place}`, options);

/** Once a walk is on the screen, the rest of the page can come. @param {string} key */
export const reportSeen = (key) =>
  onceVisible(() => {
    askTrace(`${encodeURIComponent(key)}/seen`, { method: "POST" }).catch(() => {});
  });

/** For a page without the app's server. @param {TraceSource} source */
export function answerTracesFrom(source) {
  askTrace = source;
}

/**
 * A walk whose views come in pieces.
 * @template {{key: string, piece_size: number, pieces: Record<string, any[]>}} W
 * @template V what is shown at a step
 */
export class InPieces {
  /** @param {W} walk as Python sent it @param {number} steps */
  constructor(walk, steps) {
    this.walk = walk;
    this.steps = steps;
    /** @type {Map<string, any>} what has been worked out about the trace, by what was asked */
    this.known = new Map();
    /** @type {Map<number, V>} */
    this.views = new Map();
    for (const [piece, views] of Object.entries(walk.pieces)) this.addPiece(Number(piece), views);
  }

  /** Asks for a result about the trace once; nothing without a network. @param {string} place */
  async workedOut(place) {
    if (this.known.has(place)) return this.known.get(place);
    try {
      const answer = await askTrace(`${this.walk.key}/${place}`);
      if (answer.ok) this.known.set(place, await answer.json()); // a proxy's error may be JSON, too
    } catch {
      return undefined; // no network
    }
    return this.known.get(place);
  }

  /** @param {number} piece @param {V[]} views */
  addPiece(piece, views) {
    views.forEach((view, i) => this.views.set(piece * this.walk.piece_size + i, view));
  }

  /** @param {number} step */
  pieceOf(step) {
    return Math.floor(step / this.walk.piece_size);
  }
}

/**
 * @typedef {{
 *   model: InPieces<any, any>, step: number, node?: HTMLElement, update: () => void
 * }} Walking
 */

/** Fetches the pieces of a walk that are needed at the learner's step. */
export class Pieces {
  /**
   * @param {Walking} walker whose step decides which pieces are needed
   * @param {() => void} lost asks Python to send the walk again
   */
  constructor(walker, lost) {
    this.walker = walker;
    this.lost = lost;
    /** @type {Set<number>} */
    this.requested = new Set();
  }

  /**
   * Fetches the piece that is needed here, then its neighbours, one at a time, until none is
   * missing. After each piece it looks again at which step is shown.
   */
  async fetchAround() {
    if (this.fetching) return;
    const { model, step } = this.walker;
    const last = model.pieceOf(model.steps);
    const [here, before] = [step, step - 1].map((each) => model.pieceOf(each));
    const missing = (/** @type {number} */ piece) =>
      !this.requested.has(piece) && !model.views.has(piece * model.walk.piece_size);
    const piece = [here, before, here + 1, here - 1].find((piece) =>
      piece >= 0 && piece <= last && missing(piece)
    );
    if (piece === undefined) return;
    this.fetching = true;
    await this.fetch(piece);
    this.fetching = false;
    await this.fetchAround();
  }

  /** @param {number} piece */
  async fetch(piece) {
    const { model } = this.walker;
    this.requested.add(piece);
    try {
      const answer = await askTrace(`${model.walk.key}/${piece}`);
      if (answer.status === 404) this.lost(); // the server has forgotten this walk: it trains again
      if (!answer.ok) throw new Error(String(answer.status)); // a proxy's error may be JSON, too
      model.addPiece(piece, await answer.json());
      const { step } = this.walker; // which may have gone on
      if ([step, step - 1].some((each) => model.pieceOf(each) === piece)) this.walker.update();
    } catch { // no network, or not trained yet
      setTimeout(() => {
        this.requested.delete(piece);
        if (this.walker.node?.isConnected) this.fetchAround();
      }, 1500);
    }
  }
}
