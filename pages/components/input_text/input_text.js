/**
 * The field for a text to encode. What is typed goes to Python once the typing pauses; what comes
 * from there (another link, a step back) is shown, unless it is what was typed here.
 */

const QUIET = 500; // milliseconds after the last key
const HALF = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

class InputText {
  /** @param {HTMLElement} mount */
  constructor(mount) {
    this.area = document.createElement("textarea");
    Object.assign(this.area, { rows: 2, spellcheck: false, dir: "auto" });
    this.label = document.createElement("label");
    this.message = Object.assign(document.createElement("p"), { className: "message", role: "alert" });
    mount.replaceChildren(this.label, this.message);
    /** @type {number|undefined} */
    this.timer = undefined;
  }

  /** @param {any} data @param {(text: string) => void} send */
  update(data, send) {
    this.data = data;
    this.label.replaceChildren(data.label, this.area);
    if (data.content !== this.sent && this.timer === undefined) this.area.value = this.sent = data.content;
    this.area.oninput = () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.submit(send), QUIET);
    };
    this.area.onblur = () => this.timer !== undefined && this.submit(send);
    this.warn();
  }

  warn() {
    const points = [...this.area.value].length;
    this.message.textContent = points > this.data.limit ? this.data.too_long : "";
  }

  /** @param {(text: string) => void} send */
  submit(send) {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.warn();
    const text = [...this.area.value.replace(HALF, "\ufffd")].slice(0, this.data.limit).join("");
    if (text !== this.sent) send((this.sent = text));
  }
}

/** @type {WeakMap<object, InputText>} */
const fields = new WeakMap();

/** @param {any} component */
export default function mount({ data, parentElement, setTriggerValue }) {
  let field = fields.get(parentElement);
  if (!field) fields.set(parentElement, (field = new InputText(parentElement.querySelector(".mount"))));
  field.update(data, (text) => setTriggerValue("text", text));
}
