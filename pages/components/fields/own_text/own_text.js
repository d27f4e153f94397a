/**
 * The field for a learner's own text: typed, pasted, or from a file.
 *
 * Unlike Streamlit's text area, it hands the text over once, when asked to, and says in the
 * learner's language when the text is too long. A half character (a lone surrogate) is replaced
 * here and counted. The text is handed over as its bytes, and `transfer.js` sends it to the server.
 */

import { speak, t } from "../../browser/sentences.js";
import { wellFormed } from "../../browser/well_formed.js";
import { el } from "../../drawing/elements.js";
import { wholeIn } from "../../drawing/numbers.js";
import { handOver } from "./hand_over.js";

/**
 * @import { Drawing } from "../../component/component.d.ts"
 */

/**
 * @typedef {{
 *   content: string, paste_limit: number, upload_limit: number, lang: string
 * }} Data  limits in bytes
 */

class Field {
  /** @param {HTMLElement} root @param {Data} data */
  constructor(root, data) {
    this.data = data;
    /** @type {string|undefined} what Python sent last */
    this.shown = undefined;
    this.area = el("textarea", { rows: 7, spellcheck: false, dir: "auto" });
    this.use = el("button", { type: "button", className: "use" });
    this.file = el("input", {
      type: "file",
      accept: ".txt,.md,.csv,.tsv,text/plain",
      className: "file",
    });
    this.choose = el("label", { className: "choose" });
    this.message = el("p", { className: "message", role: "alert" });
    this.label = el("label", { className: "name" });
    this.node = el(
      "div",
      { className: "own-text" },
      this.label,
      el("div", { className: "buttons" }, this.use, this.choose),
      this.message,
    );
    root.querySelector(".mount")?.replaceChildren(this.node);
  }

  /** @param {Data} data */
  update(data) {
    this.data = data;
    this.label.replaceChildren(
      t("Your own text, or words with counts, such as: hug 10"),
      this.area,
    );
    this.area.placeholder = t("Type or paste here");
    if (this.shown !== data.content) this.area.value = this.shown = data.content;
    this.use.textContent = t("Use this text");
    this.choose.replaceChildren(t("From a file"), this.file);
    this.use.onclick = () => this.sendText();
    this.area.onkeydown = (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.sendText();
    };
    this.file.onchange = () => this.sendFile(this.file.files?.[0]);
    this.node.ondragover = (/** @type {DragEvent} */ event) => event.preventDefault();
    this.node.ondrop = (/** @type {DragEvent} */ event) => {
      if (!event.dataTransfer?.files.length) return;
      event.preventDefault();
      this.sendFile(event.dataTransfer.files[0]);
    };
  }

  sendText() {
    const { whole, replaced } = wellFormed(this.area.value);
    const bytes = new TextEncoder().encode(whole);
    if (this.fits(bytes.length, this.data.paste_limit)) handOver({ replaced }, bytes);
  }

  /** @param {File|undefined} file */
  async sendFile(file) {
    if (!file || !this.fits(file.size, this.data.upload_limit)) return;
    try {
      handOver({ name: file.name.slice(-80) }, new Uint8Array(await file.arrayBuffer()));
    } catch { // a folder, or a file that the browser may not read
      this.message.textContent = t(
        "Your browser cannot read this. Choose a single text file; a folder cannot be used. " +
          "Your previous text is unchanged.",
      );
    }
    this.file.value = ""; // the same file can be chosen again
  }

  /** @param {number} size @param {number} limit */
  fits(size, limit) {
    const number = wholeIn(this.data.lang);
    const long = size > limit;
    const tooLong = t(
      "This text has {size} bytes; the limit is {limit}. Shorten it. Your previous text is " +
        "unchanged.",
      { size: number(size), limit: number(limit) },
    );
    this.message.textContent = long ? tooLong : "";
    return !long;
  }
}

/** @type {WeakMap<HTMLElement, Field>} */
const fields = new WeakMap();

/** @param {Drawing<Data>} drawing */
export default function mount({ data, parentElement }) {
  speak(data.translations);
  let field = fields.get(parentElement);
  if (!field) fields.set(parentElement, field = new Field(parentElement, data));
  field.update(data);
}
