/**
 * Shows the page once it is drawn, so that nothing moves as it opens: with its stepper, or all of a
 * page that has none. A page that takes too long is shown by its first stylesheet. It is the first
 * script of the page, and so asks for the tokens' font, and looks for the fold that a link names.
 */

import { isSent, STREAMLIT } from "../../components/browser/streamlit_page.js";
import { isShown, showPage } from "../../components/browser/shown_page.js";
import { WALKED, walkPlace } from "../../components/walk_follower/walk_place.js";
import { openLinkedFold } from "./linked_fold.js";

const QUIET_FRAMES = 3;
/** How long a page waits for the answers of a file: most are there sooner. */
const MOST_MILLISECONDS = 3000;
/** From then on its first stylesheet shows it anyway, whatever is still missing. */
const LATEST = 8000;

export default function mount() {
  if (isShown()) return;
  openLinkedFold();
  document.fonts.load("1em 'Source Code Pro'"); // or it is asked for once the walk is laid out
  let hasStepper = Boolean(walkPlace()?.value);
  document.addEventListener(WALKED, () => hasStepper = true, { once: true });
  let quiet = 0;
  let seen = "";
  const look = () => {
    const main = document.querySelector(STREAMLIT.main);
    const now = main ? `${main.scrollHeight} ${main.querySelectorAll("*").length}` : "";
    const isDrawn = main && (hasStepper || isSent()) && isFilled(main) && !isAwaiting(main);
    quiet = isDrawn && now === seen ? quiet + 1 : 0;
    seen = now;
    if (quiet < QUIET_FRAMES && performance.now() < LATEST) requestAnimationFrame(look);
    else showPage();
  };
  look();
}

/** Whether nothing on the page waits for a script, a font, or a file. @param {Element} main */
function isFilled(main) {
  const all = (/** @type {string} */ selector) => [...main.querySelectorAll(selector)];
  return document.fonts.status === "loaded" &&
    !("awaited" in document.documentElement.dataset) &&
    !all(STREAMLIT.skeleton).length &&
    all(STREAMLIT.chart).every((chart) => chart.querySelector("svg, canvas")) &&
    all(STREAMLIT.component).every(({ shadowRoot }) =>
      shadowRoot?.querySelector(".mount")?.childElementCount
    );
}

/** Whether the answer of a file is still to come, and worth waiting for. @param {Element} main */
function isAwaiting(main) {
  return performance.now() < MOST_MILLISECONDS &&
    main.querySelector("[class*='st-key-awaited_']");
}
