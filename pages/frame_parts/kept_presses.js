const PRESSABLE = "a, button, label, summary";

/** @typedef {HTMLElement|null|undefined} Pressed */

/** The element under a mouse that can be pressed. @param {MouseEvent} event @returns {Pressed} */
const pressableAt = (event) => /** @type {any} */ (event.composedPath()[0]).closest?.(PRESSABLE);

/** @param {HTMLElement} it */
const described = (it) => [it.tagName, it.ariaLabel, it.textContent].join();

/**
 * Makes a press that begins on a button and ends on the one that was drawn in its place a press.
 * What is typed in a field is sent as the field is left, so its answer often comes while the
 * learner holds a button down; a browser tells nobody of a press whose button has left the page.
 */
export function keepPresses() {
  /** @type {Pressed} */
  let begun;
  document.addEventListener("mousedown", (event) => begun = pressableAt(event), true);
  document.addEventListener("mouseup", (event) => {
    const ended = pressableAt(event);
    if (event.button || !begun || begun.isConnected || !ended) return;
    if (described(begun) === described(ended)) ended.dispatchEvent(new MouseEvent("click", event));
  }, true);
}
