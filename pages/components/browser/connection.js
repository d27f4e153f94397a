// Where Streamlit writes whether the server can be reached, and whether it draws the page.

/** @returns {HTMLElement|null} */
export const pageState = () => document.querySelector("[data-testid='stApp']");

export const isConnected = () => pageState()?.dataset.testConnectionState === "CONNECTED";
export const isDrawing = () => pageState()?.dataset.testScriptState === "running";

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
