// The text in use, as the tab keeps it: while the page is open, and beyond a reload where the
// browser has room for it.

const KEPT = "merge-by-merge: own text";
/** @typedef {{told: object, bytes: Uint8Array}} Text  a text, and what is told of it beside its bytes */

/** @type {Text|null} */
let kept = null;

/** @param {Uint8Array} bytes */
export function base64(bytes) {
  let binary = "";
  for (let i = 0; i < bytes.length; i += 0x8000) binary += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(binary);
}

/** @param {Text} text */
export function keep({ told, bytes }) {
  kept = { told, bytes };
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ told, data: base64(bytes) }));
  } catch {
    forget(); // no room: a reload loses it
  }
}

function forget() {
  try {
    sessionStorage.removeItem(KEPT);
  } catch {
    // a browser that stores nothing
  }
}

/** What the tab kept. After a reload it is what was there before; an address newly opened is another's. */
export function recall() {
  const how = /** @type {PerformanceNavigationTiming|undefined} */ (performance.getEntriesByType("navigation")[0]);
  if (kept || how?.type !== "reload") return kept;
  try {
    const { told, data } = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
    return (kept = { told, bytes: Uint8Array.from(atob(data), (byte) => byte.charCodeAt(0)) });
  } catch {
    return null; // nothing kept
  }
}
