// @ts-check
/** Tells Python that the page stands: the stepper is drawn, and the browser has nothing to do. */

const LONGEST_MS = 2000; // a page that never rests shows the rest nevertheless
const idle = window.requestIdleCallback ?? setTimeout;

/** @param {any} component */
export default function mount({ setTriggerValue }) {
  const place = /** @type {any} */ (document.getElementById("walk-place"));
  const tell = () => void idle(() => setTriggerValue("stands", true), { timeout: LONGEST_MS });
  if (place?.value) tell();
  else document.addEventListener("walked", tell, { once: true });
  return () => document.removeEventListener("walked", tell);
}
