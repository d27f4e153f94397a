// The text in use, as the tab keeps it: while the page is open, and across a reload if the browser
// has room for it.

import { base64, bytesOf } from "../../browser/base64.js";
import { wasReloaded } from "../../browser/reload.js";
import { isRecord, keepInTab, savedInTab } from "../../browser/tab_memory.js";

const KEPT = "merge-by-merge: own text";

/**
 * @typedef {{metadata: object, bytes: Uint8Array}} Text  a text's bytes, and what is sent about it
 *   besides them
 */

/** @type {Text|null} */
let kept = null;

/** @param {Text} text */
export function keep({ metadata, bytes }) {
  kept = { metadata, bytes };
  keepInTab(KEPT, { told: metadata, data: base64(bytes) });
}

/** @param {any} value */
function isText(value) {
  if (!isRecord(value) || !isRecord(value.told) || typeof value.data !== "string") return false;
  return Boolean(bytesOf(value.data)); // throws for what is not base64
}

/** The text that the tab kept; after a reload, the one from before it. */
export function recall() {
  if (kept || !wasReloaded()) return kept;
  const value = savedInTab(KEPT, isText);
  return (kept = value && { metadata: value.told, bytes: bytesOf(value.data) });
}
