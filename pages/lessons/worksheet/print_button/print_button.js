/** Prints the page: what is left of it on paper is up to the page's stylesheet. */

/**
 * @import { Drawing } from "../../../components/component/component.d.ts"
 */

/** @param {Drawing<{label: string}>} drawing */
export default function mount({ data, parentElement }) {
  const button = /** @type {HTMLElement} */ (parentElement.querySelector("button"));
  button.textContent = data.label;
  button.onclick = () => globalThis.print();
}
