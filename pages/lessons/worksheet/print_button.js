/** Prints the page. The page's stylesheet decides what appears on paper. */

/**
 * @import { Drawing } from "../../components/component/newest_drawing.js"
 */

/** @param {Drawing<{label: string}>} drawing */
export default function mount({ data, parentElement }) {
  const button = /** @type {HTMLElement} */ (parentElement.querySelector("button"));
  button.textContent = data.label;
  button.onclick = () => globalThis.print();
}
