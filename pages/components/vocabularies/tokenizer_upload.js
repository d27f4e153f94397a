/**
 * A button for a tokenizer file of any size up to the limit, or for two that belong together. They
 * go to the server compressed and in parts, with a bar. The tab remembers which files are in use,
 * and the browser keeps them: a file that the server has lost is sent again, with the same bar.
 */

import { speak, t } from "../browser/sentences.js";
import { onConnection, onDrawing } from "../browser/page.js";
import { hasTexts, keepInTab, savedInTab, wasReloaded } from "../browser/tab_memory.js";
import { el } from "../drawing/elements.js";
import { wholeIn } from "../drawing/numbers.js";
import { Transfer } from "../fields/sending.js";
import { forgetOthers, keepFile, savedFile, stayOpen } from "./saved_files.js";

/**
 * @import { Drawing, Tell } from "../component/newest_drawing.js"
 * @import { Received } from "../fields/sending.js"
 */

/**
 * @typedef {{digest: string, name: string}} Kept
 *
 * @typedef {Received & {
 *   held: Kept[], lacking: Kept[], opening: boolean, digest: string, limit: number, lang: string
 * }} Data  `held` are the files in use, `lacking` those of them that the server no longer has;
 *   `opening` says whether one is being opened; `digest` is that of the file that arrived last
 */

const KEPT = "merge-by-merge: tokenizer files";

/** @returns {Kept[]} after a reload, the files that were in use before */
function recall() {
  const files = wasReloaded() ? savedInTab(KEPT, Array.isArray) ?? [] : [];
  return files.filter((/** @type {unknown} */ file) => hasTexts(file, "digest", "name"));
}

class FileField {
  /** @param {Data} data @param {Tell} tell */
  constructor(data, tell) {
    this.data = data;
    this.tell = tell;
    /** @type {Transfer|null} */
    this.transfer = null;
    this.session = ""; // the session that knows what the tab remembers
    /** @type {Kept[]} */
    this.savedFiles = recall();
    /** @type {Set<string>} digests of the files that this field has looked for */
    this.sought = new Set();
    /** @type {(data: Data) => string} what went wrong, in the language of the data */
    this.problem = () => "";
    /** @type {MutationObserver[]} */
    this.observers = [];
    stayOpen();
    this.input = el("input", { type: "file", className: "file", multiple: true });
    this.choose = el("label.choose");
    this.progress = el("progress", { max: 1 });
    this.bar = el("label.bar", { hidden: true });
    this.message = el("p.message", { role: "alert" });
    this.node = el("div.files", this.choose, this.bar, this.message);
    this.input.onchange = () => this.start([...(this.input.files ?? [])]);
    this.node.ondragover = (/** @type {DragEvent} */ event) => event.preventDefault();
    this.node.ondrop = (/** @type {DragEvent} */ event) => {
      event.preventDefault();
      this.start([...(event.dataTransfer?.files ?? [])]);
    };
  }

  /** Moves into this place, unless it is there. @param {HTMLElement} place */
  enter(place) {
    if (this.node.parentNode === place) return;
    place.replaceChildren(this.node);
    // A part that was sent from the place before may have been lost with it.
    if (this.transfer) this.transfer.underWay = "";
    this.stopWatching();
    this.observers = [
      onDrawing(() => this.transfer?.findLost(() => this.sendAgain())),
      onConnection(() => this.sendAgain()),
    ];
  }

  /** Rests until it enters another place, unless it is there already. @param {HTMLElement} place */
  leave(place) {
    if (this.node.parentNode !== place) return;
    this.node.remove();
    this.stopWatching();
  }

  stopWatching() {
    for (const each of this.observers) each.disconnect();
    this.transfer?.stopWaiting();
  }

  /** @param {Data} data @param {Tell} tell */
  update(data, tell) {
    this.data = data;
    this.tell = tell;
    this.choose.replaceChildren(t("Choose a file"), this.input);
    this.say(this.problem);
    if (this.transfer && data.id === this.transfer.id && data.state !== "open") {
      this.transfer.stopWaiting();
      const { metadata, bytes } = this.transfer;
      if (data.state === "used" && data.digest) keepFile(data.digest, { metadata, bytes });
      this.transfer = null;
    }
    this.remember();
    this.sendLacking();
    this.go();
  }

  /** Sends the files that the server has lost, one by one; asks for those not kept here. */
  async sendLacking() {
    const { lacking } = this.data;
    for (const { digest } of this.data.held) this.sought.delete(digest);
    const next = lacking.find(({ digest }) => !this.sought.has(digest));
    if (!next || this.transfer) return;
    this.sought.add(next.digest);
    const file = await savedFile(next.digest);
    if (!file) {
      this.say(() =>
        t("{name} is no longer stored on the server or in your browser. Choose it again.", {
          name: next.name,
        })
      );
      this.sendLacking();
    } else if (this.transfer) {
      this.sought.delete(next.digest); // another one has begun; its turn comes after that
    } else {
      this.transfer = new Transfer(file);
      this.go();
    }
  }

  /** Tells a new session the files that the tab remembers; a known one says which are in use. */
  remember() {
    const { held, lacking, session } = this.data;
    const { dataset } = document.documentElement;
    if (session !== this.session && !held.length && this.savedFiles.length) {
      dataset.awaited = "file"; // a page that is not shown yet waits for it
      this.tell("kept", this.savedFiles);
    } else {
      if (!this.data.opening) delete dataset.awaited;
      this.savedFiles = [...held, ...lacking];
      keepInTab(KEPT, this.savedFiles);
      if (!this.transfer) forgetOthers(this.savedFiles.map(({ digest }) => digest));
    }
    this.session = session;
  }

  /** @param {File[]} files */
  async start(files) {
    this.input.value = ""; // the same file can be chosen again
    if (!files.length) return;
    const size = files.reduce((sum, file) => sum + file.size, 0);
    this.say(({ limit, lang }) => {
      const number = wholeIn(lang);
      const values = { size: number(size), limit: number(limit) };
      if (size > limit) return t("This file has {size} bytes; the limit is {limit}.", values);
      return files.length > 2 ? t("Choose one file, or vocab.json and merges.txt together.") : "";
    });
    if (this.message.textContent) return;
    const contents = await Promise.all(files.map((file) => file.arrayBuffer()));
    const whole = new Uint8Array(size);
    contents.forEach((part, i) => whole.set(new Uint8Array(part), i && files[0].size));
    const { bytes, isPacked } = await packed(whole);
    this.transfer?.stopWaiting();
    const named = { name: files.map((file) => file.name.slice(-60)).join(" + ") };
    this.transfer = new Transfer({
      metadata: { ...named, packed: isPacked, whole: size, first: files[0].size },
      bytes,
    });
    this.go();
  }

  /**
   * Says what went wrong, or "": once, to a screen reader.
   *
   * @param {(data: Data) => string} problem
   */
  say(problem) {
    this.problem = problem;
    const text = problem(this.data);
    if (text !== this.message.textContent) this.message.textContent = text;
  }

  sendAgain() {
    if (!this.transfer) return;
    this.transfer.underWay = "";
    this.go();
  }

  go() {
    const { transfer, data } = this;
    transfer?.go(data, (part) => this.tell("part", part));
    this.bar.hidden = !transfer;
    const done = transfer && data.id === transfer.id ? data.parts : 0;
    this.progress.value = transfer ? done / transfer.partsOf(data.part_bytes) : 0;
    const percent = String(Math.round(100 * this.progress.value));
    this.bar.replaceChildren(t("Sending the file: {percent}%", { percent }), this.progress);
  }
}

/**
 * One field for the page: what it has begun goes on, whatever happens to its element meanwhile.
 * @type {FileField|undefined}
 */
let field;

/** @param {Drawing<Data>} drawing */
export default function mount({ data, parentElement, setTriggerValue }) {
  speak(data.translations);
  const place = /** @type {HTMLElement} */ (parentElement.querySelector(".mount"));
  field ??= new FileField(data, setTriggerValue);
  field.enter(place);
  field.update(data, setTriggerValue);
  return () => field?.leave(place);
}

/**
 * The bytes compressed with zlib, or unchanged if the browser cannot do that or it does not help.
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
async function packed(bytes) {
  if (typeof CompressionStream === "undefined") return { bytes, isPacked: false };
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
  const smaller = new Uint8Array(await new Response(stream).arrayBuffer());
  const isPacked = smaller.length < bytes.length;
  return { bytes: isPacked ? smaller : bytes, isPacked };
}
