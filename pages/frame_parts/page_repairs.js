/**
 * One entry of the browser's history for each lesson. Streamlit makes one when the lesson changes,
 * and another when the app then writes what is shown into the address: going back took two presses.
 * Until the visitor does something in the lesson, what is written replaces the lesson's own entry,
 * and each thing that the visitor does makes one entry at most: a slow server may still write a
 * step before the one that was left, and the next lesson's parameters can come before its path.
 * What the address says already, in any order, makes no entry, as when the page has written a step
 * before Python could.
 *
 * @param {Pick<History, "pushState" | "replaceState">} history
 * @param {{href: string, pathname: string}} location
 * @param {Pick<EventTarget, "addEventListener">} page
 */
export function keepOneEntry(history, location, page) {
  const push = history.pushState.bind(history);
  if (history.pushState.name === "pushOnce") return; // this page has it already
  let isUntouched = true;
  let isNew = false; // an entry was made since the visitor last did something
  history.pushState = function pushOnce(state, unused, url) {
    const { href, pathname } = new URL(url ?? "", location.href);
    if (inOneOrder(href) === inOneOrder(location.href)) {
      return history.replaceState(state, unused, url);
    }
    const isSameLesson = pathname === location.pathname;
    if (isNew || (isSameLesson && isUntouched)) history.replaceState(state, unused, url);
    else push(state, unused, url);
    isNew = isSameLesson && !isUntouched;
    isUntouched = !isSameLesson || isUntouched;
  };
  for (const event of ["pointerdown", "click", "keydown", "input"]) {
    page.addEventListener(event, () => isUntouched = isNew = false, { capture: true });
  }
}

/** An address with its parameters in the order of their names. @param {string} href */
function inOneOrder(href) {
  const address = new URL(href);
  address.searchParams.sort();
  return address.href;
}

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
