/**
 * Opens the fold that a link names. Streamlit itself scrolls to the heading that a link names, but
 * not to one in a fold. By the time this is here, the app may have written the address anew.
 */

import { onceVisible } from "../../components/browser/shown_page.js";

/** The content of a fold may come this much later than the page. */
const LATEST_MILLISECONDS = 3000;

let isRead = false;

export function openLinkedFold() {
  const [visit] = performance.getEntriesByType("navigation");
  const heading = new URL(visit.name).hash.slice(1);
  if (heading && !isRead) openFold(heading, document, onceVisible);
  isRead = true;
}

/**
 * Opens the fold around a heading, and keeps it in sight until the page is drawn or the visitor
 * does something.
 * @param {string} heading its id
 * @param {Document} page
 * @param {(seen: () => void) => void} whenSeen calls back once the page is on the screen
 */
export function openFold(heading, page, whenSeen) {
  let isOpened = false;
  const look = () => {
    const fold = page.getElementById(heading)?.closest("details");
    if (!fold) return;
    if (!fold.open && !isOpened) fold.querySelector("summary")?.click();
    isOpened = true;
    fold.scrollIntoView();
  };
  const changes = new MutationObserver(look);
  const stop = () => changes.disconnect();
  changes.observe(page.body, { subtree: true, childList: true });
  for (const event of ["pointerdown", "keydown", "wheel"]) {
    page.addEventListener(event, stop, { once: true, capture: true });
  }
  whenSeen(() => {
    look();
    setTimeout(stop, LATEST_MILLISECONDS);
  });
}
