// Elements, and sentences with elements in their placeholders: text is only ever a text node.

import { t } from "../browser/sentences.js";

/**
 * An element with its classes, properties and children: `el("p.more", { lang: "en" }, "text")`. No
 * properties need no place. Strings become text nodes, never markup.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T|`${T}.${string}`} name
 * @param {Record<string, any>|Node|string|null} [props]
 * @param {...(Node|string|null|undefined)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(name, props = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const node = document.createElement(/** @type {T} */ (tag));
  if (classes.length) node.className = classes.join(" ");
  if (props?.constructor !== Object) children.unshift(/** @type {Node} */ (props));
  else {
    for (const [name, value] of Object.entries(props)) {
      if (name in node) /** @type {any} */ (node)[name] = value;
      else node.setAttribute(name, value);
    }
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/**
 * A button.
 * @param {Node|string} label
 * @param {() => void} onclick
 * @param {string} [className]
 * @param {Record<string, any>} [more] properties
 */
export function button(label, onclick, className = "", more = {}) {
  return el("button", { type: "button", onclick, className, ...more }, label);
}

/**
 * A checkbox, which has its label around it.
 * @param {string} label
 * @param {(isChecked: boolean) => void} onchange
 */
export function checkbox(label, onchange) {
  const box = el("input", { type: "checkbox", onchange: () => onchange(box.checked) });
  el("label", box, " ", label);
  return box;
}

/**
 * An element of a drawing in SVG, with attributes.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string|number>} attributes
 * @returns {SVGElementTagNameMap[T]}
 */
export function svg(tag, attributes) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  return node;
}

/**
 * The closest element around an event's target that matches a selector.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement|null}
 */
export function closest({ target }, selector) {
  return target instanceof Element ? target.closest(selector) : null;
}

/**
 * Whether a key or a click is the browser's, by what is held with it: Alt and an arrow go back.
 * @param {Pick<KeyboardEvent|MouseEvent, "altKey"|"ctrlKey"|"metaKey">} press
 */
export const isBrowsers = ({ altKey, ctrlKey, metaKey }) => altKey || ctrlKey || metaKey;

/**
 * Removes the focus that a mouse click gives a button, so that Space still plays the steps.
 * @param {HTMLElement} node
 */
export function leaveNoFocus(node) {
  node.addEventListener("click", (event) => {
    if (event.detail > 0) closest(event, "button")?.blur();
  });
}

/** A placeholder with the punctuation that must not be parted from it at the end of a line. */
const PLACEHOLDER = /([\p{Ps}\p{Pi}]*\{\w+\}[\p{Pe}\p{Pf},.;:!?，。、；：！？]*)/u;

/**
 * A translated template with nodes in its placeholders: fill("{a} of {b}", {a: chip, b: "3"}).
 * Where a sentence names a node again, that is a copy of it.
 * @param {string} template
 * @param {Record<string, Node|string|number>} values
 */
export function fill(template, values) {
  const out = document.createDocumentFragment();
  for (const part of template.split(PLACEHOLDER)) {
    const [before, name, after] = part.split(/\{(\w+)\}/);
    if (!(name in values)) {
      out.append(part);
      continue;
    }
    const named = values[name];
    const value = named instanceof Node && out.contains(named) ? named.cloneNode(true) : named;
    const nodes = [before, value instanceof Node ? value : String(value), after];
    const breaks = value instanceof Element && (before || after);
    out.append(...(breaks ? [el("span.unbroken", ...nodes)] : nodes));
  }
  return out;
}

/**
 * Sentences one after the other, without empty ones: Chinese writes no space between them.
 * @param {...(Node|string)} sentences
 */
export function inARow(...sentences) {
  const [first = "", ...others] = sentences.filter(Boolean);
  return others.reduce(
    (before, next) => fill(t("{first} {second}"), { first: before, second: next }),
    first,
  );
}

/**
 * Lets an element with a live text say something: a screen reader reads it out once, and not each
 * time that it is said again.
 * @param {HTMLElement} live
 * @param {...(Node|string)} words
 */
export function sayOnce(live, ...words) {
  const said = el("span", ...words);
  if (said.textContent !== live.textContent) live.replaceChildren(...said.childNodes);
}

/**
 * @param {string[]} columns the headings; "" for none
 * @param {Node[]} [rows]
 * @param {string} [className]
 */
export function tableOf(columns, rows = [], className = "") {
  const head = columns.map((name) => name ? el("th", { scope: "col" }, name) : el("td"));
  return el("table", { className }, el("thead", el("tr", ...head)), el("tbody", ...rows));
}

/** @param {Blob} blob @param {string} name */
export function saveFile(blob, name) {
  const link = el("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  // Some browsers read the file only after asking where to save it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
