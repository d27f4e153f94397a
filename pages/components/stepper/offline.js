/**
 * The stepper in a file of its own: what the app does elsewhere is done here, from the data in the
 * file. It takes the step from the address and the language from the list above the stepper.
 */

import mount from "./stepper.js";

/** The walk with all its pieces, the texts of each language, and the language to begin with. */
const sent = JSON.parse(document.getElementById("data").textContent);
const place = document.getElementById("place");
const languages = document.querySelector("header select");

// The stepper keeps its step in the address, here too: a reload stays where it was.
sent.walk.step = Number(new URLSearchParams(location.search).get("step") ?? sent.walk.step) || 0;

/** Draws the stepper; a walk that is already there stays at its step. */
function show() {
  const chosen = languages.value;
  document.documentElement.lang = chosen === "zh" ? "zh-Hans" : "en";
  document.title = document.querySelector("h1").textContent = sent.texts[chosen].title;
  const drawn = { ...sent.walk, text: sent.texts[chosen], lang: chosen, visit: 0, predict: false };
  const data = new TextEncoder().encode(JSON.stringify(drawn));
  mount({ data, parentElement: place, setStateValue() {}, setTriggerValue() {} });
}

languages.value = sent.lang;
languages.addEventListener("change", show);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
show();
