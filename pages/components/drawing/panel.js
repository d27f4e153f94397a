// A part of a page with a heading, and the sentence above all parts.

import { el } from "./elements.js";

/**
 * @param {string} title
 * @param {string} name
 * @param {Node|null} tools beside the title
 * @param {...(Node|string|null)} children
 */
export function panel(title, name, tools, ...children) {
  const heading = el("header", {}, el("h3", { id: `heading-${name}` }, title), tools);
  return el(
    "section",
    { className: `panel ${name}`, "aria-labelledby": `heading-${name}` },
    heading,
    ...children,
  );
}

/** What happens now, in a sentence: for eyes and for screen readers. */
export function headline() {
  return el("p", { className: "headline", role: "status", "aria-live": "polite" });
}
