/**
 * A field for merges or ids, pasted or from a file. What is handed in goes to Python once, as its
 * bytes, and again after a reload: the tab keeps a copy if the browser has room.
 */

import { speak, t } from "../../components/browser/sentences.js";
import { base64, bytesOf, wellFormed } from "../../components/browser/text.js";
import { hasTexts, keepInTab, savedBeforeReload } from "../../components/browser/tab_memory.js";
import { tooLarge } from "../../components/fields/files.js";
import { TextOrFile } from "../../components/fields/text_or_file.js";
import { button } from "../../components/drawing/elements.js";

/**
 * @import { Drawing, Tell } from "../../components/component/newest_drawing.js"
 */

/**
 * `digest` identifies what the server has of this `kind`; it is "" for nothing. `sample` is a text
 * to try; "" for none.
 * @typedef {{
 *   kind: string, digest: string, session: string, lang: string, limit: number,
 *   label: string, placeholder: string, sample: string
 * }} Data
 */
/** @typedef {{name: string, file: string}} Sent */

/** @param {string} kind */
const nameOf = (kind) => `merge-by-merge: handed in, ${kind}`;

/** Whether it is what was sent; throws for what is not base64. @param {any} value */
const isSent = (value) => hasTexts(value, "name", "file") && Boolean(bytesOf(value.file));

class Field extends TextOrFile {
  /** @param {HTMLElement} root @param {Data} data @param {Tell} tell */
  constructor(root, data, tell) {
    super(root, {});
    this.data = data;
    this.tell = tell;
    /** @type {Sent|null} */
    this.sent = null;
    this.sample = button("", () => {
      this.area.value = this.data.sample;
      this.sendText();
    }, "use");
    this.buttons.append(this.sample);
  }

  /** @param {Data} data */
  update(data) {
    const isLost = !data.digest && (!this.sent || data.session !== this.data.session);
    this.data = data;
    const { label, placeholder } = data;
    this.name({ label, placeholder, use: t("Check"), choose: t("From a file") });
    this.sample.textContent = t("Try the list of a trainer with a bug");
    this.sample.hidden = !data.sample;
    if (!isLost) return;
    /** @type {Sent|null} what was handed in before a reload, or before the server was restarted */
    const before = this.sent ?? savedBeforeReload(nameOf(data.kind), isSent);
    if (!before) return;
    if (!before.name) this.area.value = new TextDecoder().decode(bytesOf(before.file));
    this.send(before);
  }

  /** @override */
  sendText() {
    const bytes = new TextEncoder().encode(wellFormed(this.area.value).whole);
    if (this.fits(bytes.length)) this.send({ name: "", file: base64(bytes) });
  }

  /** @override @param {File[]} files */
  async sendFiles([file]) {
    if (!file || !this.fits(file.size)) return;
    const bytes = new Uint8Array(await file.arrayBuffer());
    this.send({ name: wellFormed(file.name.slice(-80)).whole, file: base64(bytes) });
  }

  /** @param {Sent} sent */
  send(sent) {
    this.sent = sent;
    keepInTab(nameOf(this.data.kind), sent);
    this.tell("sent", sent);
  }

  /** @param {number} size */
  fits(size) {
    this.message.textContent = tooLarge(size, this.data);
    return !this.message.textContent;
  }
}

/** @type {WeakMap<HTMLElement, Field>} */
const fields = new WeakMap();

/** @param {Drawing<Data>} drawing */
export default function mount({ data, parentElement, setTriggerValue }) {
  speak(data.translations);
  let field = fields.get(parentElement);
  if (!field) fields.set(parentElement, field = new Field(parentElement, data, setTriggerValue));
  field.update(data);
}
