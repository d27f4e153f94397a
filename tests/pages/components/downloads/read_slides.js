// Draws and packs slides as the browser does, for test_slides.py.

import { speak } from "../../../../pages/components/browser/sentences.js";
import { Animation, slideName } from "../../../../pages/components/downloads/slides/packing.js";
import { Slides } from "../../../../pages/components/downloads/slides/slide.js";
import { answerLines } from "../answer_lines.js";
import { makeDocument } from "../plain_document.js";

makeDocument();

/** Every sign as wide as it is in no font: what is drawn where is for the browser to show. */
const measure = (/** @type {string} */ text, /** @type {number} */ size) =>
  0.55 * size * [...text].length;

/**
 * The module is text, as it is in a browser.
 * @param {string} library
 * @param {number[][]} colours of one picture each
 */
async function animated(library, colours) {
  const animation = new Animation(
    await import(`data:text/javascript,${encodeURIComponent(library)}`),
  );
  colours.forEach((colour, i) => {
    const pixels = new Uint8ClampedArray(4 * 6);
    for (let at = 0; at < pixels.length; at += 4) pixels.set([...colour, 255], at);
    animation.add(pixels, 3, 2, i === colours.length - 1);
  });
  return [...animation.bytes()];
}

answerLines((/** @type {any} */ { sent, names, library, colours }) => {
  if (names) return names.map((/** @type {number} */ step) => slideName(step, names.at(-1), "png"));
  if (library) return animated(library, colours);
  speak(sent.translations);
  const slides = new Slides(sent.walk, sent.views, sent.colours, measure);
  const steps = Array.from({ length: sent.last - sent.first + 1 }, (_, i) => sent.first + i);
  return steps.map((step) => slides.draw(step));
});
