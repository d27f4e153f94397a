/** A text to look at, such as an address, and a button that copies it. */

/**
 * @import { Drawing, Texts } from "../../components/component/component.d.ts"
 */

/** @typedef {HTMLInputElement|HTMLTextAreaElement} Field */

/** @param {Field} field */
async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.select(); // without https the clipboard API is missing: use the old way
    document.execCommand("copy");
  }
}

/** A field with one line, or with several. @param {number} rows @returns {Field} */
function emptyField(rows) {
  if (rows === 1) return Object.assign(document.createElement("input"), { type: "text" });
  return Object.assign(document.createElement("textarea"), { rows, spellcheck: false });
}

/** @param {Drawing<{value: string, rows: number, text: Texts}>} drawing */
export default function mount({ data, parentElement }) {
  const { value, rows, text } = data;
  const field = emptyField(rows);
  Object.assign(field, { readOnly: true, value, ariaLabel: text.label });
  field.onfocus = () => field.select();
  const button = document.createElement("button");
  Object.assign(button, { type: "button", textContent: text.copy });
  button.onclick = async () => {
    await copy(field);
    button.textContent = text.copied;
    setTimeout(() => (button.textContent = text.copy), 1500);
  };
  parentElement.querySelector(".mount")?.replaceChildren(field, button);
}
