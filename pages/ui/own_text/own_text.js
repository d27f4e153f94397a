// @ts-check
/**
 * The field for a learner's own text: typed, pasted, or from a file.
 *
 * Unlike Streamlit's text area it sends the text once, when it is asked to, and says in the
 * learner's language when it is too long; a half character (a lone surrogate), which would end
 * the connection, is replaced here and counted. A file travels as its bytes.
 *
 * The tab keeps the text in use, because the server may lose it and a link is too short for most:
 * while the page is open, and beyond a reload where the browser has room for it. A server that has
 * been restarted is sent it again.
 */

const KEPT = "merge-by-merge: own text";

/** @type {object|null} the text in use, as it was sent */
let kept = null;

/** @param {object} value */
function keep(value) {
  kept = value;
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(value));
  } catch {
    forget(); // no room: a reload loses it
  }
}

function forget() {
  try {
    sessionStorage.removeItem(KEPT);
  } catch {
    // a browser that stores nothing
  }
}

/** What the tab kept. After a reload it is what was there before; an address newly opened is another's. */
function recall() {
  const how = /** @type {PerformanceNavigationTiming|undefined} */ (performance.getEntriesByType("navigation")[0]);
  if (kept || how?.type !== "reload") return kept;
  try {
    return (kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null"));
  } catch {
    return null;
  }
}

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

/** @param {ArrayBuffer} buffer */
function base64(buffer) {
  const bytes = new Uint8Array(buffer);
  let binary = "";
  for (let i = 0; i < bytes.length; i += 0x8000) binary += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(binary);
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

  /** @param {any} data @param {(value: object) => void} handOver */
  update(data, handOver) {
    const before = this.data;
    this.data = data;
    const send = (/** @type {object} */ value) => {
      this.sent = value;
      handOver(value);
    };
    if (data.digest && data.digest !== before?.digest && this.sent) keep(this.sent);
    if (!data.digest && (!before || before.digest || before.session !== data.session)) this.sendAgain(handOver);
    this.label.replaceChildren(data.text.label, this.area);
    this.area.placeholder = data.text.placeholder;
    if (this.shown !== data.content) this.area.value = this.shown = data.content;
    this.use.textContent = data.text.use;
    this.choose.replaceChildren(data.text.file, this.file);
    this.use.onclick = () => this.sendText(send);
    this.area.onkeydown = (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.sendText(send);
    };
    this.file.onchange = () => this.sendFile(this.file.files[0], send);
    this.node.ondragover = (/** @type {DragEvent} */ event) => event.preventDefault();
    this.node.ondrop = (/** @type {DragEvent} */ event) => {
      if (!event.dataTransfer?.files.length) return;
      event.preventDefault();
      this.sendFile(event.dataTransfer.files[0], send);
    };
  }

  /** The server asks for a text and has none. @param {(value: object) => void} handOver */
  sendAgain(handOver) {
    const value = recall();
    if (value) handOver({ ...value, again: true });
  }

  /** @param {(value: object) => void} send */
  sendText(send) {
    const { whole, replaced } = wellFormed(this.area.value);
    if (this.fits(new TextEncoder().encode(whole).length, this.data.paste_limit)) send({ text: whole, replaced });
  }

  /** @param {File|undefined} file @param {(value: object) => void} send */
  async sendFile(file, send) {
    if (!file || !this.fits(file.size, this.data.upload_limit)) return;
    send({ file: base64(await file.arrayBuffer()), name: file.name.slice(-80) });
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
export default function mount({ data, parentElement, setTriggerValue }) {
  let field = fields.get(parentElement);
  if (!field) fields.set(parentElement, (field = new Field(parentElement)));
  field.update(data, (value) => setTriggerValue("sent", value));
}
