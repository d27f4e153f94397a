/**
 * The lattice of one word alone, without a field for another.
 *
 * Text is only ever placed with textContent.
 */

import { el } from "../../drawing/elements.js";
import { placeToDraw } from "../../drawing/place_to_draw.js";
import { WordView } from "./word_view.js";

/**
 * @import { Drawing } from "../../component/component.d.ts"
 * @import { WordData } from "./payload.d.ts"
 */

/** @param {Drawing<WordData>} drawing */
export default function mount(drawing) {
  const place = placeToDraw(drawing);
  if (!place) return; // don't interrupt what the learner does here
  const { data } = drawing;
  const view = new WordView(data, place.clientWidth - 36);
  place.replaceChildren(el("div.stepper.lattice", view.node));
}
