// A page of the app stays hidden until it is fully drawn; these functions tell when it becomes
// visible. Other pages are marked as drawn from the start.

const SHOWN = "drawn";

/** Whether the page is on the screen. */
export const isShown = () => "drawn" in document.documentElement.dataset;

/** Shows the page. */
export function showPage() {
  document.documentElement.dataset.drawn = "";
  document.dispatchEvent(new Event(SHOWN));
}

/** Calls back when the page is shown, before a picture of it. @param {() => void} act */
export const whenShown = (act) => document.addEventListener(SHOWN, act, { once: true });

/** Calls back once what is drawn now is on the screen. @param {() => void} seen */
export function onceVisible(seen) {
  const afterPicture = () => requestAnimationFrame(() => setTimeout(seen));
  if (isShown()) afterPicture();
  else whenShown(afterPicture);
}
