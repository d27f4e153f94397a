/**
 * Shows the page once it is drawn, so that nothing moves as it opens: with its stepper, or all of a
 * page that has none. A page that takes too long is shown by its first stylesheet. It is the first
 * script of the page, and so asks for the tokens' font, and looks for the heading that a link
 * names.
 */

import { isSent, STREAMLIT } from "../components/browser/page.js";
import { isShown, onceVisible, showPage } from "../components/browser/shown_page.js";
import { WALKED, walkPlace } from "../components/walk_follower/walk_place.js";

const QUIET_FRAMES = 3;
/** How long a page waits for the answers of a file: most are there sooner. */
const MOST_MILLISECONDS = 3000;
/** From then on its first stylesheet shows it anyway, whatever is still missing. */
const LATEST = 8000;

export default function mount() {
  if (isShown()) return;
  showLinkedHeading();
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

/** The content of a fold may come this much later than the page. */
const LATEST_MILLISECONDS = 3000;

/** Headings that were renamed or left out: what stands there now, by the name that people kept. */
const RENAMED = {
  "from-here": "5-text-it-has-not-read",
  "then-it-is-cut-into-words": "how-text-is-cut-into-words",
};

let isRead = false;

/**
 * Shows the heading that a link names where Streamlit does not scroll to it: one in a fold, and one
 * that the link calls by an older name. By the time this is here, the app may have written the
 * address anew.
 */
function showLinkedHeading() {
  const [visit] = performance.getEntriesByType("navigation");
  const heading = new URL(visit.name).hash.slice(1);
  if (heading && !isRead) showHeading(heading, document, onceVisible);
  isRead = true;
}

/**
 * Opens the fold around a heading, and keeps it in sight until the page is drawn or the visitor
 * does something.
 * @param {string} name the heading's id, or an older one
 * @param {Document} page
 * @param {(seen: () => void) => void} whenSeen calls back once the page is on the screen
 */
export function showHeading(name, page, whenSeen) {
  const renamed = /** @type {Record<string, string>} */ (RENAMED)[name];
  let isOpened = false;
  const look = () => {
    const heading = page.getElementById(renamed ?? name);
    const fold = heading?.closest("details");
    if (fold && !fold.open && !isOpened) fold.querySelector("summary")?.click();
    isOpened ||= Boolean(fold);
    if (fold || renamed) (fold ?? heading)?.scrollIntoView();
  };
  const changes = new MutationObserver(look);
  const stop = () => changes.disconnect();
  changes.observe(page.body, { subtree: true, childList: true });
  for (const event of ["pointerdown", "keydown", "wheel"]) {
    page.addEventListener(event, stop, true);
  }
  whenSeen(() => {
    look();
    setTimeout(stop, LATEST_MILLISECONDS);
  });
}
