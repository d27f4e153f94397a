/**
 * The field for a learner's own text: typed, pasted, or from a file.
 *
 * Unlike Streamlit's text area it hands the text over once, when it is asked to (`transfer.js`
 * takes it to the server), and says in the learner's language when it is too long; a half character
 * (a lone surrogate) is replaced here and counted. A text is handed over as its bytes.
 */

const HANDED_OVER = "own-text"; // the event, as in transfer.js
const AGAIN_MS = 100; // what takes it over may be drawn a moment after this field

/** @param {string} tag @param {Record<string, any>} props @param {...(Node|string)} children @returns {any} */
function el(tag, props, ...children) {
  const node = Object.assign(document.createElement(tag), props);
  node.append(...children);
  return node;
}

/** The text with each half character replaced, and how many there were. @param {string} text */
function wellFormed(text) {
  let replaced = 0;
  const whole = text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, () => {
    replaced += 1;
    return "\ufffd";
  });
  return { whole, replaced };
}

/** Whoever takes the text over cancels the event. @param {object} told what is told of the text beside its bytes @param {Uint8Array} bytes */
function handOver(told, bytes) {
  const isLeft = document.dispatchEvent(new CustomEvent(HANDED_OVER, { detail: { told, bytes }, cancelable: true }));
  if (isLeft) setTimeout(() => handOver(told, bytes), AGAIN_MS);
}

class Field {
  /** @param {any} root */
  constructor(root) {
    this.area = el("textarea", { rows: 7, spellcheck: false, dir: "auto" });
    this.use = el("button", { type: "button", className: "use" });
    this.file = el("input", { type: "file", accept: ".txt,.md,.csv,.tsv,text/plain", className: "file" });
    this.choose = el("label", { className: "choose" });
    this.message = el("p", { className: "message", role: "alert" });
    this.label = el("label", { className: "name" });
    this.node = el("div", { className: "own-text" }, this.label, el("div", { className: "buttons" }, this.use, this.choose), this.message);
    root.querySelector(".mount").replaceChildren(this.node);
  }

  /** @param {any} data */
  update(data) {
    this.data = data;
    this.label.replaceChildren(data.text.label, this.area);
    this.area.placeholder = data.text.placeholder;
    if (this.shown !== data.content) this.area.value = this.shown = data.content;
    this.use.textContent = data.text.use;
    this.choose.replaceChildren(data.text.file, this.file);
    this.use.onclick = () => this.sendText();
    this.area.onkeydown = (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.sendText();
    };
    this.file.onchange = () => this.sendFile(this.file.files[0]);
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
    handOver({ name: file.name.slice(-80) }, new Uint8Array(await file.arrayBuffer()));
    this.file.value = ""; // the same file can be chosen again
  }

  /** @param {number} size @param {number} limit */
  fits(size, limit) {
    const { lang, text } = this.data;
    const number = new Intl.NumberFormat(lang === "zh" ? "zh-Hans" : "en");
    const long = size > limit;
    this.message.textContent = long ? text.too_long.replace("{size}", number.format(size)).replace("{limit}", number.format(limit)) : "";
    return !long;
  }
}

/** @type {WeakMap<object, Field>} */
const fields = new WeakMap();

/** @param {any} component */
export default function mount({ data, parentElement }) {
  let field = fields.get(parentElement);
  if (!field) fields.set(parentElement, (field = new Field(parentElement)));
  field.update(data);
}
