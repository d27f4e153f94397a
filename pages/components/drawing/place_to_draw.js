// Where a component draws, and whether it has to.

import { speak } from "../browser/sentences.js";
import { takeColours } from "./colours.js";
import { localeOf } from "./numbers.js";

/**
 * @import { Drawing } from "../component/component.d.ts"
 */

/** What is drawn, as JSON. @type {WeakMap<HTMLElement, string>} */
const drawnData = new WeakMap();

/**
 * The place in which a component draws what Python sent; undefined if this data is drawn already,
 * so that a rerun does not disturb what the learner is doing. The place has the theme's colours
 * either way, and
 * sentences are in its language.
 * @param {Pick<Drawing<{lang: string}>, "data"|"parentElement">} drawing
 * @returns {HTMLElement|undefined}
 */
export function placeToDraw({ data, parentElement }) {
  const place = /** @type {HTMLElement} */ (parentElement.querySelector(".mount"));
  takeColours(place);
  speak(data.translations);
  const key = JSON.stringify(data);
  if (drawnData.get(parentElement) === key) return undefined;
  drawnData.set(parentElement, key);
  place.lang = localeOf(data.lang);
  return place;
}
