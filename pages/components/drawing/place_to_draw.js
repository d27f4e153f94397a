// Finds the place in which a component draws, and whether it has to.

import { speak } from "../browser/sentences.js";
import { takeColours } from "./colours.js";
import { localeOf } from "./numbers.js";

/**
 * @import { Drawing } from "../component/component.d.ts"
 */

/** The data that are drawn, as JSON. @type {WeakMap<HTMLElement, string>} */
const drawnData = new WeakMap();

/** @typedef {Pick<Drawing<{lang: string}>, "data"|"parentElement">} Where */

/**
 * The place in which a component draws, with the theme's colours and in the language of the data;
 * so are sentences from now on.
 * @param {Where} drawing
 */
export function preparedPlace({ data, parentElement }) {
  const place = /** @type {HTMLElement} */ (parentElement.querySelector(".mount"));
  takeColours(place);
  speak(data.translations);
  place.lang = localeOf(data.lang);
  return place;
}

/**
 * The data that Python sent as JSON in bytes, once its place is prepared.
 * @param {Drawing<Uint8Array>} drawing
 * @returns {any}
 */
export function receivedData({ data, parentElement }) {
  const sent = JSON.parse(new TextDecoder().decode(data));
  preparedPlace({ data: sent, parentElement });
  return sent;
}

/**
 * The same place; undefined if this data is drawn already, so that a rerun does not disturb what
 * the learner is doing.
 * @param {Where} drawing
 */
export function placeToDraw(drawing) {
  const place = preparedPlace(drawing);
  const key = JSON.stringify(drawing.data);
  if (drawnData.get(drawing.parentElement) === key) return undefined;
  drawnData.set(drawing.parentElement, key);
  return place;
}
