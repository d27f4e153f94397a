/**
 * A text on its way to the server in parts, and the bar that shows its progress. The server says
 * which part it lacks, and gets that one. A server without a text gets the one that the tab keeps.
 */

import { speak, t } from "../browser/sentences.js";
import { onDrawing } from "../browser/page.js";
import { isRecord, keepInTab, savedInTab, wasReloaded } from "../browser/tab_memory.js";
import { base64, bytesOf, HANDED_OVER } from "../browser/text.js";
import { button, el } from "../drawing/elements.js";
import { Transfer } from "./sending.js";

/**
 * @import { Drawing } from "../component/newest_drawing.js"
 * @import { Received } from "./sending.js"
 */

/** @typedef {Received & {digest: string}} Data */

const SHOWN_AFTER_MS = 500; // a shorter transfer needs no bar

/** @type {Transfer|null} the text on its way, whatever happens to this element in the meantime */
let transfer = null;

let offered = ""; // the session that got the kept text, and has not used it yet

class Bar {
  /** @param {HTMLElement} mount @param {Data} data @param {(part: object) => void} send */
  constructor(mount, data, send) {
    this.data = data;
    this.send = send;
    this.progress = el("progress", { max: 1 });
    this.label = el("label.name");
    this.cancel = button("", () => this.end());
    this.node = el("div.sending", { hidden: true }, this.label, this.cancel);
    mount.replaceChildren(this.node);
    this.begin = (/** @type {any} */ event) => {
      event.preventDefault();
      this.start(event.detail);
    };
    document.addEventListener(HANDED_OVER, this.begin);
    // A part that an earlier element sent may have been lost with that element.
    if (transfer) transfer.underWay = "";
    this.watch = onDrawing(() => transfer?.findLost(() => this.sendAgain()));
  }

  /** @param {Data} data @param {(part: object) => void} send */
  update(data, send) {
    this.data = data;
    this.send = send;
    if (transfer && data.id === transfer.id && data.state !== "open") {
      if (data.state === "used") keep(transfer);
      transfer.stopWaiting();
      transfer = null;
    }
    if (data.digest) offered = "";
    else if (!transfer && offered !== data.session) this.offer();
    this.go();
  }

  /** Offers the kept text to a server that has none. */
  offer() {
    offered = this.data.session;
    const text = recall();
    if (text) this.start({ metadata: { ...text.metadata, again: true }, bytes: text.bytes });
  }

  /** Starts a transfer, in place of one that may be under way. @param {Text} text */
  start(text) {
    transfer?.stopWaiting();
    transfer = new Transfer(text);
    setTimeout(() => this.go(), SHOWN_AFTER_MS);
    this.go();
  }

  /** Ends the transfer; the text in use stays. */
  end() {
    if (!transfer) return;
    transfer.stopWaiting();
    const { id } = transfer;
    transfer = null;
    this.send({ id, cancelled: true });
    this.go();
  }

  sendAgain() {
    if (transfer) transfer.underWay = "";
    this.go();
  }

  go() {
    const { id, parts, part_bytes: length } = this.data;
    transfer?.go(this.data, this.send);
    const all = transfer?.partsOf(length) ?? 0;
    this.node.hidden = all < 2 && !transfer?.isOlderThan(SHOWN_AFTER_MS);
    this.cancel.textContent = t("Cancel");
    this.progress.value = id === transfer?.id ? parts / all : 0;
    this.label.replaceChildren(
      t("Sending your text: {percent}%", { percent: Math.round(100 * this.progress.value) }),
      this.progress,
    );
  }

  stop() {
    this.watch.disconnect();
    transfer?.stopWaiting();
    document.removeEventListener(HANDED_OVER, this.begin);
  }
}

/** @type {WeakMap<HTMLElement, Bar>} */
const mounted = new WeakMap();

/** @param {Drawing<Data>} drawing */
export default function mount({ data, parentElement, setTriggerValue }) {
  speak(data.translations);
  const send = (/** @type {object} */ part) => setTriggerValue("part", part);
  const place = /** @type {HTMLElement} */ (parentElement.querySelector(".mount"));
  const bar = mounted.get(parentElement) ?? new Bar(place, data, send);
  mounted.set(parentElement, bar);
  bar.update(data, send);
  return () => {
    mounted.get(parentElement)?.stop();
    mounted.delete(parentElement);
  };
}

// The text in use, as the tab keeps it: while the page is open, and across a reload if the browser
// has room for it.

const KEPT = "merge-by-merge: own text";

/**
 * @typedef {{metadata: object, bytes: Uint8Array}} Text  a text's bytes, and what is sent about it
 *   besides them
 */

/** @type {Text|null} */
let kept = null;

/** @param {Text} text */
function keep({ metadata, bytes }) {
  kept = { metadata, bytes };
  keepInTab(KEPT, { told: metadata, data: base64(bytes) });
}

/** @param {any} value */
function isText(value) {
  if (!isRecord(value) || !isRecord(value.told) || typeof value.data !== "string") return false;
  return Boolean(bytesOf(value.data)); // throws for what is not base64
}

/** The text that the tab kept; after a reload, the one from before it. */
function recall() {
  if (kept || !wasReloaded()) return kept;
  const value = savedInTab(KEPT, isText);
  return (kept = value && { metadata: value.told, bytes: bytesOf(value.data) });
}
