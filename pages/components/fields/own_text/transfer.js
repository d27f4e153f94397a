/**
 * A text on its way to the server, in parts, and the bar that shows how far it is: the server says
 * which part it lacks, and gets that one. A server that has no text gets what the tab keeps.
 */

import { pageState } from "../../browser/connection.js";
import { Transfer } from "../sending/sending.js";
import { HANDED_OVER } from "./hand_over.js";
import { keep, recall } from "./kept_text.js";

/**
 * @import { Drawing } from "../../component/component.d.ts"
 * @import { Text } from "./kept_text.js"
 */

/** @import { Received } from "../sending/sending.js" */

/** @typedef {Received & {digest: string, text: string, cancel: string}} Data */

const SHOWN_AFTER_MS = 500; // what is sent in less needs no bar

/** @type {Transfer|null} the text that is on its way, whatever becomes of this element meanwhile */
let transfer = null;

let offered = ""; // the session that got what is kept, and has made nothing of it yet

class Bar {
  /** @param {HTMLElement} mount @param {Data} data @param {(part: object) => void} send */
  constructor(mount, data, send) {
    this.data = data;
    this.send = send;
    this.progress = Object.assign(document.createElement("progress"), { max: 1 });
    this.label = document.createElement("label");
    this.cancel = Object.assign(document.createElement("button"), { type: "button" });
    this.node = Object.assign(document.createElement("div"), {
      className: "sending",
      hidden: true,
    });
    this.node.append(this.label, this.cancel);
    mount.replaceChildren(this.node);
    this.begin = (/** @type {any} */ event) => {
      event.preventDefault();
      this.start(event.detail);
    };
    document.addEventListener(HANDED_OVER, this.begin);
    // What an element before this one sent may have been lost with it.
    if (transfer) transfer.underWay = "";
    this.watch = new MutationObserver(() => transfer?.findLost(() => this.sendAgain()));
    const state = pageState();
    if (state) this.watch.observe(state, { attributeFilter: ["data-test-script-state"] });
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

  /** The server has no text. */
  offer() {
    offered = this.data.session;
    const text = recall();
    if (text) this.start({ told: { ...text.told, again: true }, bytes: text.bytes });
  }

  /** In place of a text that may be on its way. @param {Text} text */
  start(text) {
    transfer?.stopWaiting();
    transfer = new Transfer(text);
    setTimeout(() => this.go(), SHOWN_AFTER_MS);
    this.go();
  }

  /** The text in use stays. */
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
    const { id, parts, part_bytes: length, text, cancel } = this.data;
    transfer?.go(this.data, this.send);
    const all = transfer?.partsOf(length) ?? 0;
    this.node.hidden = all < 2 && !transfer?.isOlderThan(SHOWN_AFTER_MS);
    this.cancel.textContent = cancel;
    this.cancel.onclick = () => this.end();
    this.progress.value = id === transfer?.id ? parts / all : 0;
    this.label.replaceChildren(
      text.replace("{percent}", String(Math.round(100 * this.progress.value))),
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
