// Where Streamlit writes whether the server can be reached, and whether it draws the page.

/** @returns {HTMLElement|null} */
export const pageState = () => document.querySelector("[data-testid='stApp']");

export const isConnected = () => pageState()?.dataset.testConnectionState === "CONNECTED";
export const isDrawing = () => pageState()?.dataset.testScriptState === "running";

/** Calls back whenever that changes, until disconnected. @param {() => void} changed */
export function onConnection(changed) {
  const observer = new MutationObserver(changed);
  const state = pageState();
  if (state) observer.observe(state, { attributeFilter: ["data-test-connection-state"] });
  return observer;
}
