// A part of a page with a heading, and the sentence above all the parts.

import { el } from "./elements.js";

/**
 * @param {string} title
 * @param {string} name
 * @param {Node|null} tools beside the title
 * @param {...(Node|string|null)} children
 */
export function panel(title, name, tools, ...children) {
  const heading = el("header", el("h2", { id: `heading-${name}` }, title), tools);
  const node = el(
    "section",
    { className: `panel ${name}`, "aria-labelledby": `heading-${name}` },
    heading,
    ...children,
  );
  // Not by `:has()`, which costs a new look at every chip whenever something is drawn.
  node.classList.toggle("with-legend", isWithin(node, "legend"));
  return node;
}

/** The tools beside a title. @param {...(Node|string|null)} children */
export const toolRow = (...children) => el("div.tools", ...children);

/** The meaning of a panel's colours, frames and figures. @param {...(Node|string)} children */
export const legendLine = (...children) => el("p.legend", ...children);

/** Whether one of an element's children has a class. @param {Element} node @param {string} name */
const isWithin = (node, name) => [...node.children].some((each) => each.classList.contains(name));

/**
 * Unlike `panel`, a part that is folded until somebody opens it.
 * @param {string} title
 * @param {string} name
 * @param {...(Node|null)} children
 */
export function foldedPanel(title, name, ...children) {
  return el(`details.panel.${name}`, el("summary", title), ...children);
}

/**
 * A box whose content may overflow: the keyboard can reach and scroll it, and a screen reader says
 * what is in it.
 * @param {string} className
 * @param {Record<string, string>} name `ariaLabel`, or `aria-labelledby` with a heading's id
 * @param {...(Node|string|null)} children
 */
export function scrollBox(className, name, ...children) {
  return el("div", { className, tabIndex: 0, role: "group", ...name }, ...children);
}

/** Pixels above the first line of a list. */
const ABOVE_FIRST = 4;

/**
 * Scrolls a box, and nothing else, to one of its parts unless that can be seen. The line above it
 * can be seen, too, if there is room for it.
 * @param {HTMLElement} box
 * @param {HTMLElement} part
 */
export function scrollToPart(box, part) {
  const top = (/** @type {Element} */ node) => node.getBoundingClientRect().top;
  const { top: ceiling, bottom: floor, height } = box.getBoundingClientRect();
  const { top: start, bottom: end } = part.getBoundingClientRect();
  if (start >= ceiling && end <= floor) return;
  /** @type {Element} */
  let above = part;
  while (above.previousElementSibling && top(above) >= start) above = above.previousElementSibling;
  const zoom = height / box.offsetHeight || 1; // of a large screen, or the presenter's view
  const by = (end - top(above) < height ? top(above) : start) - ceiling;
  box.scrollTop += by / zoom - ABOVE_FIRST;
}

/** The sentence that says what happens now, for the eye and for screen readers. */
export function headline() {
  return el("p.headline", { role: "status", "aria-live": "polite" });
}
