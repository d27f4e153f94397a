// @ts-check
/** Tells Python that the page stands: the stepper is drawn, and the browser has nothing to do. */

const NO_STEPPER_MS = 1000; // after which there is none to come: a text is missing, or is learned
const LONGEST_MS = 2000; // a page that never rests shows the rest nevertheless
const idle = window.requestIdleCallback ?? setTimeout;

/** @param {any} component */
export default function mount({ setTriggerValue }) {
  const tell = () => void idle(() => setTriggerValue("stands", true), { timeout: LONGEST_MS });
  const waiting = setTimeout(tell, walkPlace()?.value ? 0 : NO_STEPPER_MS);
  const walked = () => {
    clearTimeout(waiting);
    tell();
  };
  document.addEventListener(WALKED, walked, { once: true });
  return () => {
    clearTimeout(waiting);
    document.removeEventListener(WALKED, walked);
  };
}
