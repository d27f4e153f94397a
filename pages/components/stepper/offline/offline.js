/**
 * The stepper in a file of its own. This script does what the app does elsewhere, with the data in
 * the file. It takes the step from the address and the language from the list above the stepper.
 */

import { t } from "../../browser/sentences.js";
import { takeColours } from "../../drawing/place_to_draw.js";
import { button } from "../../drawing/elements.js";
import { localeOf, wholeIn } from "../../drawing/numbers.js";
import mount from "../stepper.js";
import { walkAt } from "../walking/mounted.js";
import { answerTracesFrom } from "../walking/trace_source.js";

/**
 * @import { Texts, Translations } from "../../component/newest_drawing.js"
 * @import { Walk } from "../payload.d.ts"
 */

/**
 * The walk with all its pieces, what is said in each language, and the language to begin with.
 * @typedef {{
 *   walk: Walk, texts: Record<string, Texts>, translations: Record<string, Translations>,
 *   lang: string
 * }} Sent
 */

/** The most steps that are printed at once: a browser lays out all of their pages. */
const MOST_PAGES = 100;

/** An element that the file always has. @param {string} selector @returns {any} */
const part = (selector) => document.querySelector(selector);

/** @type {Sent} */
const sent = JSON.parse(part("#data").textContent);

/** @type {HTMLSelectElement} */
const languages = part("header select");
/** @type {HTMLElement} */
const place = part("#place");

// All pieces are in the file, and nobody can be asked for more.
answerTracesFrom(() => Promise.resolve(new Response(null, { status: 404 })));

/** Draws the stepper; a walk that is already there stays at its step. */
function show() {
  const lang = languages.value;
  const [text, translations] = [sent.texts[lang], sent.translations[lang]];
  // Nobody can be asked for another training.
  const walk = { ...sent.walk, text, translations, lang, visit: 0, predict: false, fixed: true };
  const data = new TextEncoder().encode(JSON.stringify(walk));
  mount({ data, parentElement: place, setStateValue() {}, setTriggerValue() {} });
  document.documentElement.lang = localeOf(lang);
  document.title = part("h1").textContent = t("Merge by Merge");
  const { steps } = walkAt(place).model;
  part("header .print").replaceChildren(
    button(t("Print, or save as PDF"), () => print()),
    steps >= MOST_PAGES
      ? t("one step a page, up to {n} from this one on", { n: wholeIn(lang)(MOST_PAGES) })
      : t("one step a page"),
  );
}

/** Draws each step on a page of its own, as the print dialog expects, and goes back to the step. */
function drawPages() {
  const stepper = walkAt(place);
  const { step, model } = stepper;
  const first = model.steps < MOST_PAGES ? 0 : step;
  const paper = part("#place .mount").cloneNode();
  part("#pages").replaceChildren(paper);
  takeColours(paper);
  const pages = [];
  for (let at = first; at <= Math.min(model.steps, first + MOST_PAGES - 1); at++) {
    stepper.go(at);
    const page = /** @type {Element} */ (paper.cloneNode());
    const shown = /** @type {Element} */ (stepper.node.cloneNode());
    shown.append(stepper.headline.node.cloneNode(true), stepper.stage.cloneNode(true));
    page.append(shown);
    pages.push(page);
  }
  stepper.go(step);
  part("#pages").replaceChildren(...pages);
}

// Here, too, the stepper keeps its step in the address, so that a reload stays at that step.
sent.walk.step = Number(new URLSearchParams(location.search).get("step") ?? sent.walk.step) || 0;
languages.value = sent.lang;
languages.addEventListener("change", show);
addEventListener("beforeprint", drawPages);
addEventListener("afterprint", () => part("#pages").replaceChildren());
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
show();
