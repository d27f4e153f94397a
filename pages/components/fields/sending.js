/**
 * A text or a file on its way to the server in parts. The server says which part it lacks, and
 * gets that one.
 */

import { isConnected, isDrawing } from "../browser/page.js";
import { base64 } from "../browser/text.js";

/**
 * The transfer with this `id` so far: the server has its first `parts`, of `part_bytes` each.
 * @typedef {{
 *   session: string, id: string, parts: number, part_bytes: number, state: string
 * }} Received
 */

const LOST_AFTER_MS = 1000;

export class Transfer {
  /** @param {{metadata: object, bytes: Uint8Array}} text */
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
