// @ts-check
/** Tells Python that the page stands: the stepper is drawn, and the browser has nothing to do. */

const LONGEST_MS = 2000; // a page that never rests shows the rest nevertheless
const idle = window.requestIdleCallback ?? setTimeout;

/** @param {any} component */
export default function mount({ setTriggerValue }) {
  const tell = () => void idle(() => setTriggerValue("stands", true), { timeout: LONGEST_MS });
  if (walkPlace()?.value) tell();
  else document.addEventListener(WALKED, tell, { once: true });
  return () => document.removeEventListener(WALKED, tell);
}
