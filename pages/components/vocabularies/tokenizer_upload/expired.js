// Decides whether a stored file has expired.

/** @typedef {[tab: string, digest: string, at: number]} KeptKey  a file's tab, and since when */

const A_DAY = 24 * 60 * 60 * 1000;

/**
 * @param {KeptKey} file
 * @param {{now: number, tab: string, digests: string[], tabs: Set<string>|undefined}} there
 *   `digests` are the files that this tab uses, `tabs` all open tabs, if known
 */
export function expired([tab, digest, at], there) {
  if (there.now - at >= A_DAY) return true;
  if (tab === there.tab) return !there.digests.includes(digest);
  return there.tabs !== undefined && !there.tabs.has(tab);
}
