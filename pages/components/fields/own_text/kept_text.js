// The text in use, as the tab keeps it: while the page is open, and across a reload if the browser
// has room for it.

import { base64, bytesOf } from "../../browser/base64.js";
import { wasReloaded } from "../../browser/reload.js";

const KEPT = "merge-by-merge: own text";

/**
 * @typedef {{told: object, bytes: Uint8Array}} Text  a text's bytes, and what is sent about it
 *   besides them
 */

/** @type {Text|null} */
let kept = null;

/** @param {Text} text */
export function keep({ told, bytes }) {
  kept = { told, bytes };
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ told, data: base64(bytes) }));
  } catch {
    forget(); // no room, so a reload loses it
  }
}

function forget() {
  try {
    sessionStorage.removeItem(KEPT);
  } catch {
    // a browser that stores nothing
  }
}

/** What the tab kept; after a reload, the text from before it. */
export function recall() {
  if (kept || !wasReloaded()) return kept;
  try {
    const { told, data } = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
    return (kept = { told, bytes: bytesOf(data) });
  } catch {
    return null; // nothing kept
  }
}
