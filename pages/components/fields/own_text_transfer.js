/**
 * A text on its way to the server in parts, and the bar that shows its progress. The server says
 * which part it lacks, and gets that one. A server without a text gets the one that the tab keeps.
 */

import { t } from "../browser/sentences.js";
import { hasTexts, isRecord, keepInTab, savedBeforeReload } from "../browser/tab_memory.js";
import { base64, bytesOf, HANDED_OVER } from "../browser/text.js";
import { button, el } from "../drawing/elements.js";
import { SendingField } from "./sending.js";

/**
 * @import { Drawing } from "../component/newest_drawing.js"
 * @import { Received, Sent, Transfer } from "./sending.js"
 */

/** @typedef {Received & {digest: string}} Data */

const SHOWN_AFTER_MS = 500; // a shorter transfer needs no bar

/** @extends {SendingField<Data>} */
class Bar extends SendingField {
  /** The session that got the kept text, and has not used it yet. */
  offered = "";

  /** @param {Drawing<Data>} drawing */
  constructor(drawing) {
    super(drawing, el("div.sending"));
    this.label = el("label.name");
    this.cancel = button("", () => this.giveUp());
    this.node.append(this.label, this.cancel);
  }

  /** Takes a text that is handed over, too. @override */
  watch() {
    const begin = (/** @type {any} */ event) => {
      event.preventDefault();
      this.begin(event.detail);
    };
    document.addEventListener(HANDED_OVER, begin);
    const disconnect = () => document.removeEventListener(HANDED_OVER, begin);
    return [...super.watch(), { disconnect }];
  }

  /** @override @param {Transfer} transfer */
  keep({ metadata, bytes }) {
    kept = { metadata, bytes };
    keepInTab(KEPT, { told: metadata, data: base64(bytes) });
  }

  /** Offers the kept text to a server that has none. @override */
  update() {
    const { digest, session } = this.data;
    if (digest) this.offered = "";
    if (digest || this.transfer || this.offered === session) return;
    this.offered = session;
    const text = recall();
    if (text) this.begin({ metadata: { ...text.metadata, again: true }, bytes: text.bytes });
  }

  /** @override @param {Sent} text */
  begin(text) {
    super.begin(text);
    setTimeout(() => this.go(), SHOWN_AFTER_MS);
  }

  /** Ends the transfer; the text in use stays. */
  giveUp() {
    if (!this.transfer) return;
    const { id } = this.transfer;
    this.end();
    this.tell("part", { id, cancelled: true });
    this.go();
  }

  /** @override @param {number} percent */
  show(percent) {
    const { transfer } = this;
    const age = performance.now() - (transfer?.begun ?? 0);
    this.node.hidden = !transfer || (this.partTotal < 2 && age < SHOWN_AFTER_MS);
    this.cancel.textContent = t("Cancel");
    this.label.replaceChildren(t("Sending your text: {percent}%", { percent }), this.progress);
  }
}

/** @type {Bar|undefined} */
let bar;

/** @param {Drawing<Data>} drawing */
export default function mount(drawing) {
  bar ??= new Bar(drawing);
  return bar.draw(drawing);
}

// The text in use, as the tab keeps it: while the page is open, and across a reload if the browser
// has room for it.

const KEPT = "merge-by-merge: own text";

/** @type {Sent|null} */
let kept = null;

/** Whether it is a text; throws for what is not base64. @param {any} value */
const isText = (value) =>
  hasTexts(value, "data") && isRecord(value.told) && Boolean(bytesOf(value.data));

/** The text that the tab kept; after a reload, the one from before it. */
function recall() {
  const value = kept ? null : savedBeforeReload(KEPT, isText);
  if (value) kept = { metadata: value.told, bytes: bytesOf(value.data) };
  return kept;
}
