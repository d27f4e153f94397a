/**
 * The page around our components: whether it is on the screen, and the parts of Streamlit's own
 * page that we use, none of which Streamlit 1.67 promises: what its elements are called, for its
 * own tests, and where it writes whether the server can be reached and whether it draws the page.
 * Stylesheets cannot import this; docs/architecture.md lists those that name the same elements.
 *
 * A page of the app stays hidden until it is fully drawn. Other pages are marked as drawn from the
 * start.
 */

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

const named = (/** @type {string} */ name) => `[data-testid='${name}']`;

/** Selectors of Streamlit's elements. */
export const STREAMLIT = {
  app: named("stApp"),
  main: named("stMain"),
  content: named("stMainBlockContainer"),
  sidebar: named("stSidebar"),
  expandSidebar: named("stExpandSidebarButton"),
  collapseSidebar: `${named("stSidebarCollapseButton")} button`,
  skipLink: named("stSkipToContent"),
  tooltip: named("stTooltipContent"),
  skeleton: named("stSkeleton"),
  chart: named("stVegaLiteChart"),
  component: named("stBidiComponentIsolated"),
  /** The button of its message about a lost connection. */
  dialogButton: "[role='dialog'] button",
};

/** @returns {HTMLElement|null} */
const pageState = () => document.querySelector(STREAMLIT.app);

export const isConnected = () => pageState()?.dataset.testConnectionState === "CONNECTED";
export const isDrawing = () => pageState()?.dataset.testScriptState === "running";
/** Whether the server has sent all of the page. */
export const isSent = () => pageState()?.dataset.testScriptState === "notRunning";

/** Calls back whenever the server is lost or found. @param {() => void} changed */
export const onConnection = (changed) => onChange("data-test-connection-state", changed);

/** Calls back whenever drawing begins or ends. @param {() => void} changed */
export const onDrawing = (changed) => onChange("data-test-script-state", changed);

/** Until disconnected. @param {string} attribute @param {() => void} changed */
function onChange(attribute, changed) {
  const observer = new MutationObserver(changed);
  const state = pageState();
  if (state) observer.observe(state, { attributeFilter: [attribute] });
  return observer;
}
