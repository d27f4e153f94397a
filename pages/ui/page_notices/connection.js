// Where Streamlit writes whether the server can be reached.

/** @returns {HTMLElement|null} */
const pageState = () => document.querySelector("[data-testid='stApp']");

const isConnected = () => pageState()?.dataset.testConnectionState === "CONNECTED";

/** Calls back whenever that changes, until it is disconnected. @param {() => void} changed */
function onConnection(changed) {
  const observer = new MutationObserver(changed);
  const state = pageState();
  if (state) observer.observe(state, { attributeFilter: ["data-test-connection-state"] });
  return observer;
}
