/**
 * The page in the learner's language where Streamlit has only English: `<html lang>`, by which
 * screen readers choose their voice and browsers the shapes of Chinese characters, and the names
 * of Streamlit's own buttons.
 *
 * `names` goes both ways, from the language that was on to the one that is: English to Chinese
 * on a Chinese page, Chinese back to English on an English one.
 */

import { STREAMLIT } from "../components/browser/page.js";
import { keepOneEntry, keepPresses } from "./page_repairs.js";

/**
 * @import { Drawing } from "../components/component/newest_drawing.js"
 */

const TEXTS = `${STREAMLIT.skipLink}, ${STREAMLIT.tooltip}`;

/** @type {Record<string, string>} "Help for {}" stands for all that starts with "Help for " */
let names = {};

/** @param {string} text */
function translated(text) {
  if (names[text]) return names[text];
  const pattern = Object.keys(names).find((name) =>
    name.endsWith("{}") && text.startsWith(name.slice(0, -2))
  );
  return pattern ? names[pattern].replace("{}", text.slice(pattern.length - 2)) : text;
}

/** @param {Element} element */
function renameLabel(element) {
  const now = element.getAttribute("aria-label") ?? "";
  const wanted = translated(now);
  if (wanted !== now) element.setAttribute("aria-label", wanted);
}

/** @param {Node} node */
function renameText(node) {
  if (node.nodeType === Node.TEXT_NODE) node.textContent = translated(node.textContent ?? "");
  else node.childNodes.forEach(renameText);
}

/** @param {Node} root */
function renameAll(root) {
  if (!(root instanceof Element)) return;
  for (const each of [root, ...root.querySelectorAll(`[aria-label], ${TEXTS}`)]) {
    renameLabel(each);
    if (each.matches(TEXTS)) renameText(each);
  }
}

const observer = new MutationObserver((changes) => {
  for (const change of changes) {
    if (change.type === "attributes") renameLabel(/** @type {Element} */ (change.target));
    else change.addedNodes.forEach(renameAll);
  }
});

keepPresses();

/** @param {Drawing<{lang: string, names: Record<string, string>}>} drawing */
export default function mount({ data }) {
  keepOneEntry(history, location, document);
  document.documentElement.lang = data.lang;
  names = data.names;
  renameAll(document.body);
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ["aria-label"],
  });
  return () => observer.disconnect();
}
