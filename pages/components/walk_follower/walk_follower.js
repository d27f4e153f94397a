/**
 * Follows the walk on the page: figures in the page are updated at each step, and the step is
 * reported to Python after a pause.
 */

import { isConnected, onConnection, STREAMLIT } from "../browser/page.js";
import { WALKED, walkPlace } from "./walk_place.js";

/**
 * @import { Drawing } from "../component/newest_drawing.js"
 */

const REPORT_AFTER_MS = 300;

/** The elements that can take the learner to another page. */
const WAYS_OUT = `header, ${STREAMLIT.sidebar}, a`;

/** @typedef {Drawing<{step: number, walk: number, corpus: string, lang: string}>} StepDrawing */

class Follower {
  /** @param {StepDrawing} drawing */
  constructor(drawing) {
    this.drawing = drawing;
    /** @type {number|undefined} where the walk is */
    this.step = undefined;
    this.writing = 0;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.reporting = undefined;
    const leaving = (/** @type {any} */ { target }) =>
      target instanceof Element && this.leave(target);
    /** @type {Record<string, (event: any) => void>} what it hears on the page, before others do */
    this.heard = {
      [WALKED]: ({ target }) => this.arrive(target.value),
      pointerdown: leaving,
      keydown: leaving,
    };
    for (const [name, act] of Object.entries(this.heard)) {
      document.addEventListener(name, act, true);
    }
    this.connection = onConnection(() => this.keepInAddress());
    this.take(drawing);
  }

  /** Python may have drawn an earlier step in the meantime. @param {StepDrawing} drawing */
  take(drawing) {
    this.drawing = drawing;
    const now = walkPlace()?.value;
    if (now) this.arrive(now);
    if (now?.step === drawing.data.step) delete document.documentElement.dataset.savedStep;
  }

  /** @param {Record<string, number>} figures */
  arrive(figures) {
    this.step = figures.step;
    cancelAnimationFrame(this.writing); // figures never delay a step: they follow in its frame
    this.writing = requestAnimationFrame(() => this.write(figures));
    clearTimeout(this.reporting);
    this.reporting = this.step === this.drawing.data.step
      ? undefined
      : setTimeout(() => this.report(), REPORT_AFTER_MS);
  }

  /** @param {Record<string, number>} figures */
  write(figures) {
    const format = figuresIn(this.drawing.data.lang);
    for (const node of document.querySelectorAll("[data-walk]")) {
      const { walk, times } = /** @type {any} */ (node).dataset;
      node.textContent = format.format(figures[walk] * times);
    }
  }

  /**
   * Reports to Python immediately, so that a later event cannot overtake the step. A step that
   * Python has not drawn yet is also written into the address, for a visitor who comes back: Python
   * may only ever write the next lesson's.
   * @param {Element} pressed
   */
  leave(pressed) {
    if (!pressed.closest(WAYS_OUT)) return;
    if (this.step === undefined || this.step === this.drawing.data.step) return;
    if (this.reporting) {
      clearTimeout(this.reporting);
      this.report();
    }
    this.writeAddress();
  }

  report() {
    const { data, setStateValue } = this.drawing;
    this.reporting = undefined;
    // A state value is sent again to a server that comes back; the time makes each report new.
    setStateValue("step", [data.walk, this.step, Date.now()]);
    this.keepInAddress();
  }

  /**
   * While no server hears the report, the address follows the walk, for a server that comes back.
   */
  keepInAddress() {
    if (this.step === undefined || isConnected()) return;
    // For a walk that is drawn again.
    document.documentElement.dataset.savedStep = String(this.step);
    this.writeAddress();
  }

  writeAddress() {
    const address = new URL(location.href);
    const { searchParams } = address;
    const { corpus } = this.drawing.data;
    if (corpus && !searchParams.has("corpus")) searchParams.set("corpus", corpus);
    if (this.step) searchParams.set("step", String(this.step));
    else searchParams.delete("step");
    history.replaceState(history.state, "", address);
  }

  stop() {
    clearTimeout(this.reporting);
    cancelAnimationFrame(this.writing);
    this.connection.disconnect();
    for (const [name, act] of Object.entries(this.heard)) {
      document.removeEventListener(name, act, true);
    }
  }
}

/** Figures are rounded as Python rounds them. @param {string} lang */
function figuresIn(lang) {
  const options = { maximumFractionDigits: 2, roundingMode: "halfEven" };
  return new Intl.NumberFormat(lang, /** @type {Intl.NumberFormatOptions} */ (options));
}

/** @type {WeakMap<HTMLElement, Follower>} */
const mounted = new WeakMap();

/** @param {StepDrawing} drawing */
export default function mount(drawing) {
  const { parentElement } = drawing;
  const known = mounted.get(parentElement);
  if (known) known.take(drawing);
  else mounted.set(parentElement, new Follower(drawing));
  return () => {
    mounted.get(parentElement)?.stop();
    mounted.delete(parentElement);
  };
}
