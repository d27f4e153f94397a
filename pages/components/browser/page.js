/**
 * The parts of Streamlit's own page that we use, none of which Streamlit 1.67 promises: what its
 * elements are called, for its own tests, and where it writes whether the server can be reached and
 * whether it draws the page. Stylesheets cannot import this; docs/architecture.md lists those that
 * name the same elements.
 */

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
