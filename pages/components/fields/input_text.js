/**
 * The field for a text to encode. What is typed goes to Python once the typing pauses. A text that
 * comes from Python (through another link, or a step back) is shown unless it was typed here.
 */

import { speak, t } from "../browser/sentences.js";
import { wellFormed } from "../browser/text.js";
import { el } from "../drawing/elements.js";
import { wholeIn } from "../drawing/numbers.js";

/**
 * @import { Drawing } from "../component/newest_drawing.js"
 */

/** @typedef {{content: string, limit: number, label: string, lang: string}} Data */

const QUIET = 500; // milliseconds after the last key

class InputText {
  /** @param {HTMLElement} mount */
  constructor(mount) {
    this.area = el("textarea.typed", { rows: 2, spellcheck: false, dir: "auto" });
    this.label = el("label.name");
    this.message = el("p.message", { role: "alert" });
    mount.replaceChildren(this.label, this.message);
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    /** @type {string|undefined} the text that was last sent to Python or came from it */
    this.sent = undefined;
  }

  /** @param {Data} data @param {(text: string) => void} send */
  update(data, send) {
    this.label.replaceChildren(data.label, this.area);
    if (data.content !== this.sent && this.timer === undefined) {
      this.area.value = this.sent = data.content;
    }
    this.area.oninput = () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.submit(data, send), QUIET);
    };
    this.area.onblur = () => this.timer !== undefined && this.submit(data, send);
    this.warn(data);
  }

  /** @param {Data} data */
  warn({ limit, lang }) {
    this.message.textContent = [...this.area.value].length > limit
      ? t("Only the first {n} characters are used.", { n: wholeIn(lang)(limit) })
      : "";
  }

  /** @param {Data} data @param {(text: string) => void} send */
  submit(data, send) {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.warn(data);
    const text = [...wellFormed(this.area.value).whole].slice(0, data.limit).join("");
    if (text !== this.sent) send(this.sent = text);
  }
}

/** @type {WeakMap<HTMLElement, InputText>} */
const fields = new WeakMap();

/** @param {Drawing<Data>} drawing */
export default function mount({ data, parentElement, setTriggerValue }) {
  speak(data.translations);
  let field = fields.get(parentElement);
  if (!field) {
    const place = /** @type {HTMLElement} */ (parentElement.querySelector(".mount"));
    fields.set(parentElement, field = new InputText(place));
  }
  field.update(data, (text) => setTriggerValue("text", text));
}
