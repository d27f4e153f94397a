/** An address to look at, and a button that copies it. */

/**
 * @import { Drawing, Texts } from "../../components/component/component.d.ts"
 */

/** @param {HTMLInputElement} field */
async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.select(); // without https there is no clipboard to write to, but the old way
    document.execCommand("copy");
  }
}

/** @param {Drawing<{address: string, text: Texts}>} drawing */
export default function mount({ data, parentElement }) {
  const { address, text } = data;
  const field = document.createElement("input");
  Object.assign(field, { type: "text", readOnly: true, value: address, ariaLabel: text.label });
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
