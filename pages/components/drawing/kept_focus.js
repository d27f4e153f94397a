// Keeps the keyboard focus while a part of the page is drawn again.

const FOCUSABLE = "button:not(:disabled), input, select, summary, [tabindex]";

/** @param {HTMLElement} node @returns {HTMLElement[]} */
const focusable = (node) => [...node.querySelectorAll(/** @type {"button"} */ (FOCUSABLE))];

/**
 * Draws something again. The element that had the focus gets it back. If it is gone, the one in
 * its place does, and if there is none, `instead`.
 * @param {HTMLElement} node what is drawn again
 * @param {() => void} draw
 * @param {HTMLElement} [instead]
 */
export function keepFocus(node, draw, instead) {
  const before = focusedIn(node);
  const place = before ? focusable(node).indexOf(before) : -1;
  draw();
  if (!before || before === focusedIn(node)) return;
  const now = focusable(node);
  const heir = before.isConnected ? before : now[Math.min(place, now.length - 1)];
  (heir ?? instead)?.focus({ preventScroll: true });
}

/**
 * The focused element within a node.
 * @param {HTMLElement} node
 * @returns {HTMLElement|undefined}
 */
export function focusedIn(node) {
  const root = /** @type {ShadowRoot} */ (node.getRootNode());
  const focused = /** @type {HTMLElement|null|undefined} */ (root.activeElement);
  return focused && focused !== node && node.contains(focused) ? focused : undefined;
}
