/**
 * A text or a file on its way to the server in parts. The server says which part it lacks, and
 * gets that one.
 */

import { isConnected, isDrawing, onConnection, onDrawing } from "../browser/page.js";
import { speak } from "../browser/sentences.js";
import { base64 } from "../browser/text.js";
import { el } from "../drawing/elements.js";

/**
 * @import { Drawing } from "../component/newest_drawing.js"
 */

/**
 * The transfer with this `id` so far: the server has its first `parts`, of `part_bytes` each.
 * @typedef {{
 *   session: string, id: string, parts: number, part_bytes: number, state: string
 * }} Received
 */

/** The bytes that are sent, and what is sent about them besides. */
/** @typedef {{metadata: object, bytes: Uint8Array}} Sent */

/**
 * A text or a file on its way, under a name of its own, and since when.
 * @typedef {Sent & {id: string, begun: number}} Transfer
 */

const LOST_AFTER_MS = 1000;

/**
 * A field that sends a text or a file at a time. The page has one of its kind: what it has begun
 * goes on, whatever happens to its element meanwhile.
 * @template {Received} D
 */
export class SendingField {
  /** @type {Transfer|null} */
  transfer = null;
  /** The part that was last sent, and its session. */
  underWay = "";
  /** Whether the page has run since then. */
  hasRun = false;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  timer = undefined;
  progress = el("progress");
  /** @type {{disconnect(): void}[]} */
  observers = [];

  /** @param {Drawing<D>} drawing @param {HTMLElement} node */
  constructor({ data, setTriggerValue }, node) {
    this.data = data;
    this.tell = setTriggerValue;
    this.node = node;
  }

  /** @param {Drawing<D>} drawing */
  draw({ data, parentElement, setTriggerValue }) {
    speak(data.translations);
    this.data = data;
    this.tell = setTriggerValue;
    const place = /** @type {HTMLElement} */ (parentElement.querySelector(".mount"));
    this.enter(place);
    if (data.id === this.transfer?.id && data.state !== "open") {
      if (data.state === "used") this.keep(this.transfer);
      this.end();
    }
    this.update();
    this.go();
    return () => this.leave(place);
  }

  /** Keeps what the server has all of. @param {Transfer} _transfer */
  keep(_transfer) {}

  /** Called at each drawing. */
  update() {}

  /** Shows how much the server has. @param {number} _percent */
  show(_percent) {}

  /** Moves into this place, unless it is there. @param {HTMLElement} place */
  enter(place) {
    if (this.node.parentNode === place) return;
    place.replaceChildren(this.node);
    // A part that was sent from the place before may have been lost with it.
    this.underWay = "";
    this.rest();
    this.observers = this.watch();
  }

  /** Rests until it enters another place, unless it is there already. @param {HTMLElement} place */
  leave(place) {
    if (this.node.parentNode !== place) return;
    this.node.remove();
    this.rest();
  }

  /** Begins to listen, as long as it has a place. @returns {{disconnect(): void}[]} */
  watch() {
    return [
      onDrawing(() => this.findLost()),
      onConnection(() => this.sendAgain()),
    ];
  }

  rest() {
    for (const each of this.observers) each.disconnect();
    clearTimeout(this.timer);
  }

  /** Begins a transfer, in place of one that may be under way. @param {Sent} sent */
  begin({ metadata, bytes }) {
    this.end();
    this.transfer = {
      id: `${Date.now()} ${Math.random()}`,
      metadata: { ...metadata, size: bytes.length },
      bytes,
      begun: performance.now(),
    };
    this.sendAgain();
  }

  end() {
    clearTimeout(this.timer);
    this.transfer = null;
  }

  sendAgain() {
    this.underWay = "";
    this.go();
  }

  /**
   * Finds out whether a part was lost. If the page has run since the part was sent and still lacks
   * it, a click that stopped the run or a broken connection has lost it.
   */
  findLost() {
    clearTimeout(this.timer);
    if (isDrawing()) this.hasRun = true;
    else if (this.transfer && this.hasRun) {
      const lost = () => this.hasRun && isConnected() && this.sendAgain();
      this.timer = setTimeout(lost, LOST_AFTER_MS);
    }
  }

  /** How many parts the transfer has. */
  get partTotal() {
    return Math.ceil((this.transfer?.bytes.length ?? 0) / this.data.part_bytes) || 1;
  }

  /** Sends the part that the server lacks, if it is not under way. */
  go() {
    const { transfer, data } = this;
    const arrived = transfer?.id === data.id ? data.parts : 0;
    const part = `${data.session} ${arrived}`;
    if (transfer && this.underWay !== part) {
      this.underWay = part;
      this.hasRun = isDrawing(); // a run that goes on already is awaited, too
      const { id, bytes, metadata } = transfer;
      const [start, end] = [arrived, arrived + 1].map((n) => n * data.part_bytes);
      const sent = base64(bytes.subarray(start, end));
      this.tell("part", { id, part: arrived, data: sent, ...(arrived ? {} : metadata) });
    }
    this.progress.value = arrived / this.partTotal;
    this.show(Math.round(100 * this.progress.value));
  }
}
