/** A text to look at, such as an address, and a button that copies it. */

import { speak, t } from "../components/browser/sentences.js";
import { button, el } from "../components/drawing/elements.js";

/**
 * @import { Drawing } from "../components/component/newest_drawing.js"
 */

/** @param {HTMLInputElement|HTMLTextAreaElement} field */
async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.select(); // without https the clipboard API is missing: use the old way
    document.execCommand("copy");
  }
}

/** @param {Drawing<{value: string, rows: number, label: string, copy: string}>} drawing */
export default function mount({ data, parentElement }) {
  const { value, rows } = data;
  speak(data.translations);
  const shown = { readOnly: true, value, ariaLabel: data.label, onfocus: () => field.select() };
  const field = rows === 1
    ? el("input", { type: "text", ...shown })
    : el("textarea", { rows, spellcheck: false, ...shown });
  const press = button(data.copy, async () => {
    await copy(field);
    press.textContent = t("Copied");
    setTimeout(() => (press.textContent = data.copy), 1500);
  }, "primary");
  parentElement.querySelector(".mount")?.replaceChildren(field, press);
}
