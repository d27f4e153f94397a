// Controls a walk with keys.

/**
 * @typedef {{step: number, model: {steps: number}, go(step: number): void, togglePlay(): void}}
 *   Walk
 */

/** @typedef {Pick<KeyboardEvent, "key"|"altKey"|"ctrlKey"|"metaKey">} Press */

/** Roles of elements that use the arrow keys themselves. */
const TAKES_KEYS = ["combobox", "listbox", "slider", "menu", "tablist", "radiogroup"]
  .map((role) => `[role="${role}"]`).join(", ");

/** @type {Record<string, (walk: Walk) => void>} */
const ACTIONS = {
  ArrowLeft: (walk) => walk.go(walk.step - 1),
  PageUp: (walk) => walk.go(walk.step - 1),
  ArrowRight: (walk) => walk.go(walk.step + 1),
  PageDown: (walk) => walk.go(walk.step + 1),
  Home: (walk) => walk.go(0),
  End: (walk) => walk.go(walk.model.steps),
  " ": (walk) => walk.togglePlay(),
};

/**
 * The action of a key on the walk; nothing if it is meant for the element with the focus.
 * @param {Press} press
 * @param {any} target what has the focus
 * @param {object} scrubber the walk's own slider, on which keys mean the walk
 */
export function actionOf({ key, altKey, ctrlKey, metaKey }, target, scrubber) {
  if (altKey || ctrlKey || metaKey) return undefined;
  if (target !== scrubber && isTyping(target)) return undefined;
  const isPressed = /^(BUTTON|A|SUMMARY)$/.test(target?.tagName ?? "");
  if (key === " " && isPressed) return undefined; // Space presses what has the focus
  return Object.hasOwn(ACTIONS, key) ? ACTIONS[key] : undefined;
}

/** Whether a key pressed on an element is meant for that element. @param {any} target */
function isTyping(target) {
  const isField = /^(INPUT|TEXTAREA|SELECT)$/.test(target?.tagName ?? "");
  return Boolean(target?.isContentEditable || isField || target?.closest?.(TAKES_KEYS));
}

/**
 * The token that an arrow key leads to. Left and right lead to the adjacent token in reading order,
 * up and down to the first token of another word. With no token focused, any arrow leads to the
 * first one.
 * @param {string} key
 * @param {number} place of the token that has the focus; -1 for none
 * @param {number[]} starts the place of each word's first token
 * @param {number} total
 * @param {boolean} isRightToLeft the word is read that way
 * @returns {number|undefined} nothing for another key
 */
export function tokenByKey(key, place, starts, total, isRightToLeft) {
  if (!key.startsWith("Arrow") || !total) return undefined;
  if (place < 0) return 0;
  const word = starts.findLastIndex((start) => start <= place);
  const onwards = isRightToLeft ? "ArrowLeft" : "ArrowRight";
  if (key === "ArrowDown") return starts[word + 1] ?? place;
  if (key === "ArrowUp") return starts[Math.max(0, word - 1)];
  return Math.max(0, Math.min(total - 1, place + (key === onwards ? 1 : -1)));
}
