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

const LOST_AFTER_MS = 1000;

export class Transfer {
  /** @param {Sent} sent */
  constructor({ metadata, bytes }) {
    this.id = `${Date.now()} ${Math.random()}`;
    this.metadata = { ...metadata, size: bytes.length };
    this.bytes = bytes;
    this.underWay = ""; // the part that was last sent, and its session
    this.hasRun = false; // whether the page has run since then
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    this.begun = performance.now();
  }

  /** @param {number} age in milliseconds */
  isOlderThan(age) {
    return performance.now() - this.begun >= age;
  }

  /**
   * Sends the part that the server lacks, unless it is under way.
   * @param {Received} received
   * @param {(part: object) => void} send
   */
  go({ session, id, parts, part_bytes: length }, send) {
    const part = id === this.id ? parts : 0;
    if (this.underWay === `${session} ${part}`) return;
    this.underWay = `${session} ${part}`;
    this.hasRun = isDrawing(); // a run that goes on already is awaited, too
    const bytes = this.bytes.subarray(part * length, (part + 1) * length);
    send({ id: this.id, part, data: base64(bytes), ...(part ? {} : this.metadata) });
  }

  /** How many parts there are. @param {number} length of a part */
  partsOf(length) {
    return Math.ceil(this.bytes.length / length) || 1;
  }

  /**
   * Finds out whether a part was lost. If the page has run since the part was sent and still lacks
   * it, a click that stopped the run or a broken connection has lost it.
   * @param {() => void} lost
   */
  findLost(lost) {
    clearTimeout(this.timer);
    if (isDrawing()) this.hasRun = true;
    else if (this.hasRun) {
      this.timer = setTimeout(() => this.hasRun && isConnected() && lost(), LOST_AFTER_MS);
    }
  }

  stopWaiting() {
    clearTimeout(this.timer);
  }
}

/**
 * A field that sends a text or a file at a time. The page has one of its kind: what it has begun
 * goes on, whatever happens to its element meanwhile.
 * @template {Received} D
 */
export class SendingField {
  /** @type {Transfer|null} */
  transfer = null;
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
    if (this.transfer) this.transfer.underWay = "";
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
      onDrawing(() => this.transfer?.findLost(() => this.sendAgain())),
      onConnection(() => this.sendAgain()),
    ];
  }

  rest() {
    for (const each of this.observers) each.disconnect();
    this.transfer?.stopWaiting();
  }

  /** Begins a transfer, in place of one that may be under way. @param {Sent} sent */
  begin(sent) {
    this.end();
    this.transfer = new Transfer(sent);
    this.go();
  }

  end() {
    this.transfer?.stopWaiting();
    this.transfer = null;
  }

  sendAgain() {
    if (this.transfer) this.transfer.underWay = "";
    this.go();
  }

  /** Sends the part that the server lacks, if it is not under way. */
  go() {
    const { transfer, data } = this;
    transfer?.go(data, (part) => this.tell("part", part));
    const isBegun = transfer && data.id === transfer.id;
    this.progress.value = isBegun ? data.parts / transfer.partsOf(data.part_bytes) : 0;
    this.show(Math.round(100 * this.progress.value));
  }
}
