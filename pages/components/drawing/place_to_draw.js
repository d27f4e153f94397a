// Finds the place in which a component draws, whether it has to, and the theme's colours there.

import { speak } from "../browser/sentences.js";
import { localeOf } from "./numbers.js";

/**
 * @import { Drawing, Tell } from "../component/newest_drawing.js"
 */

/** Saturation and lightness of the merged tokens' colours, as HSL has them. */
const TONES = { light: "90%, 40%", dark: "90%, 62%" };
/** Multiples of the golden angle fill a circle evenly, and none comes twice. */
const GOLDEN_ANGLE = 137.508;
const FIRST_HUE = 230;

/**
 * Takes over the theme's categorical colours as --token-0 to --token-8, and whether it is dark, on
 * which the tone of merged tokens depends.
 * @param {HTMLElement} mount
 */
export function takeColours(mount) {
  const style = getComputedStyle(mount);
  const background = style.getPropertyValue("--st-background-color").trim();
  mount.style.colorScheme = isDark(background) ? "dark" : "light"; // for the browser's own controls
  const colours = style.getPropertyValue("--st-chart-categorical-colors").split(",");
  colours.forEach((colour, i) => mount.style.setProperty(`--token-${i}`, colour.trim()));
  mount.style.setProperty("--merged-tone", toneOf(background));
}

/** @param {string} background as #rrggbb */
const isDark = (background) => parseInt(background.slice(1, 3), 16) < 128;

/** The tone of merged tokens on a background. @param {string} background as #rrggbb */
export const toneOf = (background) => TONES[isDark(background) ? "dark" : "light"];

/**
 * One of the six colours that do not stand for BPE, words or characters, by any number.
 * @param {number} n
 */
export const freeColour = (n) => `var(--token-${3 + n % 6})`;

/**
 * The hue of the token that a step made, in degrees: that of no other token.
 * @param {number} step from 1; 0 if none made it
 * @returns {number|undefined}
 */
export function hueOfStep(step) {
  if (!step) return undefined;
  return Number(((FIRST_HUE + GOLDEN_ANGLE * (step - 1)) % 360).toFixed(2));
}

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

/**
 * Draws a component in its place, unless its data is drawn already.
 * @template {{lang: string}} D
 * @param {Drawing<D>} drawing
 * @param {(data: D, tell: Tell) => Node[]} draw
 */
export function drawOnce(drawing, draw) {
  const place = placeToDraw(drawing);
  place?.replaceChildren(...draw(drawing.data, drawing.setTriggerValue));
}
