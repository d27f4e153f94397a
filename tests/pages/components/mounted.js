// Draws a component as Streamlit does, does there what a learner does, and says what is shown.

import { answerLines } from "./answer_lines.js";
import { makeDocument } from "./plain_document.js";

const PAGES = new URL("../../../pages/", import.meta.url);

/**
 * What is done: `press` and `write` what a selector finds, `key` where the focus is, `draw` once
 * more with other data; `read` gives texts, and `look` an attribute of each, null for none.
 * @typedef {["press"|"read"|"look"|"write"|"key"|"draw"|"focused"|"told", ...any[]]} Act
 */

answerLines(async (/** @type {{component: string, data: any, acts: Act[]}} */ asked) => {
  sessionStorage.clear();
  const document = makeDocument();
  const place = document.createElement("div");
  const inside = document.createElement("div");
  inside.className = "mount";
  place.append(inside);
  document.body.append(place);
  /** @type {unknown[]} what Python is told */
  const told = [];
  const { default: mount } = await import(new URL(asked.component, PAGES).href);
  const draw = (/** @type {any} */ data) =>
    mount({
      data: asked.as_bytes ? new TextEncoder().encode(JSON.stringify(data)) : data,
      parentElement: place,
      setTriggerValue: (/** @type {string} */ name, /** @type {unknown} */ value) =>
        told.push([name, value]),
      setStateValue: (/** @type {string} */ name, /** @type {unknown} */ value) =>
        told.push([name, value]),
    });
  draw(asked.data);
  const found = (/** @type {string} */ selector) => place.querySelectorAll(selector);
  /** @type {Record<string, (...args: any[]) => unknown>} */
  const doing = {
    press: (selector, n = 0) => found(selector).at(n).click(),
    write: (selector, text) => {
      found(selector)[0].value = text;
      for (const type of ["input", "change"]) found(selector)[0].dispatchEvent({ type });
    },
    key: (key, selector) =>
      (selector ? found(selector)[0] : document.activeElement ?? document.body)
        .dispatchEvent({ type: "keydown", init: { key } }),
    draw,
    read: (selector) => found(selector).map((each) => each.textContent),
    look: (selector, name) => found(selector).map((each) => each.getAttribute(name)),
    focused: () => document.activeElement?.textContent ?? null,
    told: () => [...told],
  };
  const shown = [];
  for (const [what, ...how] of asked.acts) {
    const answer = await doing[what](...how);
    if (["read", "look", "focused", "told"].includes(what)) shown.push(answer);
  }
  place.remove();
  return shown;
});
