/**
 * The field for a learner's own text: typed, pasted, or from a file.
 *
 * Unlike Streamlit's text area, it hands the text over once, when asked to, and says in the
 * learner's language when the text is too long. A half character (a lone surrogate) is replaced
 * here and counted. The text is handed over as its bytes, and `own_text_transfer.js` sends it.
 */

import { speak, t } from "../browser/sentences.js";
import { handOver, wellFormed } from "../browser/text.js";
import { wholeIn } from "../drawing/numbers.js";
import { TextOrFile } from "./text_or_file.js";

/**
 * @import { Drawing } from "../component/newest_drawing.js"
 */

/**
 * @typedef {{
 *   content: string, paste_limit: number, upload_limit: number, lang: string,
 *   is_parallel: boolean
 * }} Data  limits in bytes; parallel texts are in several languages
 */

class Field extends TextOrFile {
  /** @param {HTMLElement} root @param {Data} data */
  constructor(root, data) {
    super(root, { accept: ".txt,.md,.csv,.tsv,text/plain", multiple: data.is_parallel });
    this.data = data;
    /** @type {string|undefined} what Python sent last */
    this.shown = undefined;
  }

  /** @param {Data} data */
  update(data) {
    this.data = data;
    const label = data.is_parallel
      ? t(
        "The same text in several languages: a file for each, or a table. Its first row names " +
          "the languages, each other row has a sentence in each, with tabs between them",
      )
      : t("Your own text, or words with counts, such as: hug 10");
    this.name({
      label,
      placeholder: t("Type or paste here"),
      use: t("Use this text"),
      choose: data.is_parallel ? t("From files") : t("From a file"),
    });
    if (this.shown !== data.content) this.area.value = this.shown = data.content;
  }

  /** @override */
  sendText() {
    const { whole, replaced } = wellFormed(this.area.value);
    const bytes = new TextEncoder().encode(whole);
    if (!this.fits(bytes.length, this.data.paste_limit)) return;
    handOver(this.data.is_parallel ? { files: [["", bytes.length]] } : { replaced }, bytes);
  }

  /** Sends a file, or parallel texts as one after another. @override @param {File[]} chosen */
  async sendFiles(chosen) {
    const files = this.data.is_parallel ? chosen : chosen.slice(0, 1);
    const size = files.reduce((sum, file) => sum + file.size, 0);
    if (!files.length || !this.fits(size, this.data.upload_limit)) return;
    const name = files[0].name.slice(-80);
    const each = files.map((file) => [file.name.slice(-80), file.size]);
    try {
      const parts = await Promise.all(files.map((file) => file.arrayBuffer()));
      const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
      handOver(this.data.is_parallel ? { name, files: each } : { name }, bytes);
    } catch { // a folder, or a file that the browser may not read
      this.message.textContent = t(
        "Your browser cannot read this. Choose a single text file; a folder cannot be used. " +
          "Your previous text is unchanged.",
      );
    }
  }

  /** @param {number} size @param {number} limit */
  fits(size, limit) {
    const number = wholeIn(this.data.lang);
    const tooLong = t(
      "This text has {size} bytes; the limit is {limit}. Shorten it. Your previous text is " +
        "unchanged.",
      { size: number(size), limit: number(limit) },
    );
    this.message.textContent = size > limit ? tooLong : "";
    return size <= limit;
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
