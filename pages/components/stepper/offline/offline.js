/**
 * The stepper in a file of its own. This script does what the app does elsewhere, with the data in
 * the file. It takes the step from the address and the language from the list above the stepper.
 */

import { t } from "../../browser/sentences.js";
import { localeOf } from "../../drawing/numbers.js";
import mount from "../stepper.js";
import { answerTracesFrom } from "../walking/trace_source.js";

/**
 * @import { Texts, Translations } from "../../component/component.d.ts"
 * @import { Walk } from "../payload.d.ts"
 */

/**
 * The walk with all its pieces, what is said in each language, and the language to begin with.
 * @typedef {{
 *   walk: Walk, texts: Record<string, Texts>, translations: Record<string, Translations>,
 *   lang: string
 * }} Sent
 */

/** An element that the file always has. @param {string} selector @returns {any} */
const part = (selector) => document.querySelector(selector);

/** @type {Sent} */
const sent = JSON.parse(part("#data").textContent);

/** @type {HTMLSelectElement} */
const languages = part("header select");

// All pieces are in the file, and nobody can be asked for more.
answerTracesFrom(() => Promise.resolve(new Response(null, { status: 404 })));

/** Draws the stepper; a walk that is already there stays at its step. */
function show() {
  const lang = languages.value;
  const [text, translations] = [sent.texts[lang], sent.translations[lang]];
  // Nobody can be asked for another training.
  const walk = { ...sent.walk, text, translations, lang, visit: 0, predict: false, fixed: true };
  const data = new TextEncoder().encode(JSON.stringify(walk));
  mount({ data, parentElement: part("#place"), setStateValue() {}, setTriggerValue() {} });
  document.documentElement.lang = localeOf(lang);
  document.title = part("h1").textContent = t("Merge by Merge");
}

// Here, too, the stepper keeps its step in the address, so that a reload stays at that step.
sent.walk.step = Number(new URLSearchParams(location.search).get("step") ?? sent.walk.step) || 0;
languages.value = sent.lang;
languages.addEventListener("change", show);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
show();
