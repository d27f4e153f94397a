/** A text to look at, such as an address, and a button that copies it. */

import { speak, t } from "../components/browser/sentences.js";

/**
 * @import { Drawing } from "../components/component/newest_drawing.js"
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

/** @param {Drawing<{value: string, rows: number, label: string, copy: string}>} drawing */
export default function mount({ data, parentElement }) {
  const { value, rows } = data;
  speak(data.translations);
  const field = emptyField(rows);
  Object.assign(field, { readOnly: true, value, ariaLabel: data.label });
  field.onfocus = () => field.select();
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "primary", textContent: data.copy });
  button.onclick = async () => {
    await copy(field);
    button.textContent = t("Copied");
    setTimeout(() => (button.textContent = data.copy), 1500);
  };
  parentElement.querySelector(".mount")?.replaceChildren(field, button);
}
