/** Prints the page. The page's stylesheet decides what appears on paper. */

import { speak } from "../../components/browser/sentences.js";
import { button } from "../../components/drawing/elements.js";
import { keepFocus } from "../../components/drawing/panel.js";

/**
 * @import { Drawing } from "../../components/component/newest_drawing.js"
 */

/** @param {Drawing<{label: string}>} drawing */
export default function mount({ data, parentElement }) {
  speak(data.translations);
  const place = /** @type {HTMLElement} */ (parentElement.querySelector(".mount"));
  keepFocus(place, () => place.replaceChildren(button(data.label, () => print(), "primary")));
}
