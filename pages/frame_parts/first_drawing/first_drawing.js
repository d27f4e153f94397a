/**
 * Tells Python that the page is complete: the stepper is drawn, and the browser has nothing to do.
 *
 * The report is a state, not an event: Streamlit's browser side sends states with its first request
 * to a restarted server. So a page that was complete is drawn whole at once.
 */

import { WALKED, walkPlace } from "../../components/walk_follower/walk_place.js";
import { isSent, showOnceDrawn } from "./drawn.js";

/**
 * @import { Drawing } from "../../components/component/component.d.ts"
 */

const NO_STEPPER_MS = 1000; // after this, no stepper comes: a text is missing, or in training
const LONGEST_MS = 2000; // after this, even a page that is never idle shows everything else
const idle = globalThis.requestIdleCallback ?? setTimeout;
let isTold = false;

/** @param {Drawing<{stands: boolean}>} drawing */
export default function mount({ data, setStateValue }) {
  if (data.stands || isTold) return showOnceDrawn(isSent);
  let isLate = false;
  showOnceDrawn(() => isLate || Boolean(walkPlace()?.value));
  const stands = () => {
    isTold = true;
    setStateValue("stands", true);
  };
  const tell = () => void idle(stands, { timeout: LONGEST_MS });
  const waiting = setTimeout(() => {
    isLate = true;
    tell();
  }, walkPlace()?.value ? 0 : NO_STEPPER_MS);
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
