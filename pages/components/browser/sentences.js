/**
 * Sentences in the learner's language. They are written in English where they are shown; Python
 * sends the translations of those that a component's modules contain.
 */

/**
 * @import { Translations } from "../component/newest_drawing.js"
 */

/** @type {Translations} */
let translations = {};

/** Takes the translations that came with a component's data. @param {Translations} [sent] */
export function speak(sent = {}) {
  translations = sent;
}

/**
 * A sentence, written as a plain literal, with values in its placeholders:
 * t("Step {k}", { k: 3 }). A placeholder without a value stays: `fill` can put a node there.
 * @param {string} english
 * @param {Record<string, string|number>} [values]
 */
export function t(english, values) {
  const sentence = translations[english] ?? english;
  if (!values) return sentence;
  return sentence.replace(/\{(\w+)\}/g, (place, name) => String(values[name] ?? place));
}
