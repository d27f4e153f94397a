// Keeps the learner's place in a walk: an element whose `value` a stepper sets, and an event that
// announces it. Python binds charts to both (`pages/components/walk_follower`).

export const WALKED = "walked";

/** The place on the page; null if a stepper is alone. @returns {any} */
export const walkPlace = () => document.querySelector(".st-key-walk_place");

/** The step that was reached while there was no server, if any. */
export function savedStep() {
  const { savedStep } = document.documentElement.dataset;
  return savedStep ? Number(savedStep) : undefined;
}

/** A kept step follows a learner who goes on. @param {number} step */
export function followSavedStep(step) {
  if (savedStep() !== undefined) document.documentElement.dataset.savedStep = String(step);
}

/**
 * Says where the learner is, for what follows the walk on the page.
 * @param {Record<string, number>} figures the step among them
 */
export function announce(figures) {
  const place = walkPlace();
  if (!place) return;
  place.value = figures;
  place.dispatchEvent(new Event(WALKED, { bubbles: true }));
}
