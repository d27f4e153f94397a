/**
 * Tells Python that the page is complete: the stepper is drawn, and the browser has nothing to do.
 *
 * It is told as a state, which Streamlit's browser side sends to a server that has been restarted
 * with its first request: a page that was complete is drawn whole at once.
 */

import { WALKED, walkPlace } from "../../components/walk_follower/walk_place.js";

/**
 * @import { Drawing } from "../../components/component/component.d.ts"
 */

const NO_STEPPER_MS = 1000; // after which there is none to come: a text is missing, or is learned
const LONGEST_MS = 2000; // a page that never rests shows the rest nevertheless
const idle = globalThis.requestIdleCallback ?? setTimeout;
let isTold = false;

/** @param {Drawing<{stands: boolean}>} drawing */
export default function mount({ data, setStateValue }) {
  if (data.stands || isTold) return;
  const stands = () => {
    isTold = true;
    setStateValue("stands", true);
  };
  const tell = () => void idle(stands, { timeout: LONGEST_MS });
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
