/**
 * A line at the lower edge of the page: the connection is lost, or half characters were replaced.
 *
 * Streamlit writes the state of its connection into the page. A field's text is repaired before
 * anything else reads it. Our own text field does its own repairs and counts them.
 */

import { isConnected, isDrawing, onConnection, STREAMLIT } from "../components/browser/page.js";
import { speak, t } from "../components/browser/sentences.js";
import { wellFormed } from "../components/browser/text.js";

/**
 * @import { Drawing } from "../components/component/newest_drawing.js"
 */

const PATIENCE_MS = 1200; // a connection that is back sooner does not count as lost
const READING_MS = 12_000;
const ASK_AGAIN_MS = 3000;

/** When Python drew the page last. */
let drawnAt = 0;
/** Whether the server has been lost since then. */
let isLost = false;

/** @type {ReturnType<typeof setTimeout>|undefined} for the line */
let waiting;
/** @type {typeof waiting} for the next request */
let asking;

/** @type {MutationObserver|undefined} */
let connection;

/** Asks Python for the page. */
let askForPage = () => {};

const line = document.createElement("p");
line.setAttribute("role", "status");

Object.assign(line.style, {
  position: "fixed",
  insetBlockEnd: "0",
  insetInline: "0",
  zIndex: "1000000",
  margin: "0",
  padding: "0.7rem 1rem",
  textAlign: "center",
  font: "600 0.95rem/1.4 'Source Sans', sans-serif",
  color: "#fff",
  background: "#8a3600",
});

/** @param {string} text */
function say(text) {
  clearTimeout(waiting);
  line.textContent = text;
  if (!line.isConnected) document.body.append(line);
}

const lost = () =>
  t(
    "The connection to the server is lost. You can still step through the merges; everything " +
      "else will work again as soon as the connection is back. You don't need to reload.",
  );

/**
 * Follows the connection. A page whose server is back is drawn again: a restarted server knows
 * nothing about it, and ignores its reports until it is drawn. Streamlit itself redraws only a page
 * that was interrupted.
 */
function follow() {
  clearTimeout(asking);
  clearTimeout(waiting);
  if (isConnected()) {
    line.remove();
    if (isLost) keepAsking();
  } else {
    isLost = true;
    waiting = setTimeout(() => isConnected() || say(lost()), PATIENCE_MS);
  }
}

/**
 * Asks for the page until it is drawn. One request is not enough: it may be taken for part of
 * another report that is on its way.
 */
function keepAsking() {
  if (!isDrawing()) askForPage();
  asking = setTimeout(() => isConnected() && keepAsking(), ASK_AGAIN_MS);
}

/** Closes Streamlit's own message at once: it is in English only, and it locks the page. */
const dialogs = new MutationObserver(() => {
  if (isConnected()) return;
  /** @type {HTMLElement|null} */ (document.querySelector(STREAMLIT.dialogButton))?.click();
});

/** @param {Event} event */
function mend(event) {
  const field = /** @type {any} */ (event.composedPath()[0]);
  if (typeof field.value !== "string" || field.closest(".own-text")) return;
  const { whole, replaced } = wellFormed(field.value);
  if (!replaced) return;
  // The field's own setter, not the one with which the page's framework tracks the field.
  const { set } =
    /** @type {any} */ (Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value"));
  set.call(field, whole);
  say(
    replaced === 1
      ? t("A half character (a lone surrogate) in this field was replaced by �.")
      : t("{n} half characters (lone surrogates) in this field were replaced by �.", {
        n: replaced,
      }),
  );
  waiting = setTimeout(follow, READING_MS);
}

/** @param {Drawing<{drawn: number}>} drawing */
export default function mount({ data, setTriggerValue }) {
  speak(data.translations);
  if (data.drawn !== drawnAt) {
    clearTimeout(asking);
    isLost = !isConnected();
  }
  drawnAt = data.drawn;
  askForPage = () => setTriggerValue("back", Date.now());
  connection?.disconnect();
  connection = onConnection(follow);
  dialogs.observe(document.body, { childList: true });
  document.addEventListener("input", mend, true);
  return () => {
    connection?.disconnect();
    dialogs.disconnect();
    document.removeEventListener("input", mend, true);
  };
}
