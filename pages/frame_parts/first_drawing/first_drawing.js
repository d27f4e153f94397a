/**
 * Tells Python that the page is complete: the stepper is drawn, and the learner sees it.
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
const LONGEST_MS = 2000; // after this, even a page that nobody looks at gets everything else
let isTold = false;

/** @param {Drawing<{stands: boolean}>} drawing */
export default function mount({ data, setStateValue }) {
  if (data.stands || isTold) return showOnceDrawn(isSent);
  const tell = () => {
    if (!isTold) setStateValue("stands", true);
    isTold = true;
  };
  let hasBegun = Boolean(walkPlace()?.value);
  const begin = () => {
    hasBegun = true;
    clearTimeout(waiting);
    waiting = setTimeout(tell, LONGEST_MS);
  };
  let waiting = setTimeout(begin, hasBegun ? 0 : NO_STEPPER_MS);
  showOnceDrawn(() => hasBegun, tell);
  document.addEventListener(WALKED, begin, { once: true });
  return () => {
    clearTimeout(waiting);
    document.removeEventListener(WALKED, begin);
  };
}
