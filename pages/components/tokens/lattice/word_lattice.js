/**
 * The lattice of one word alone, without a field for another.
 *
 * Text is only ever placed with textContent.
 */

import { takeColours } from "../../drawing/colours.js";
import { el } from "../../drawing/elements.js";
import { localeOf } from "../../drawing/numbers.js";
import { WordView } from "./word_view.js";

/**
 * @import { Drawing } from "../../component/component.d.ts"
 * @import { WordData } from "./payload.d.ts"
 */

/** @type {WeakMap<HTMLElement, string>} */
const drawn = new WeakMap();

/** @param {Drawing<WordData>} drawing */
export default function mount({ data, parentElement }) {
  const place = /** @type {HTMLElement} */ (parentElement.querySelector(".mount"));
  takeColours(place);
  const key = JSON.stringify(data);
  if (drawn.get(parentElement) === key) return; // don't interrupt what the learner does here
  drawn.set(parentElement, key);
  place.lang = localeOf(data.lang);
  const view = new WordView(data, place.clientWidth - 36);
  place.replaceChildren(el("div", { className: "stepper lattice" }, view.node));
}
