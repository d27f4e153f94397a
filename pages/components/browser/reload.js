// How the page came to be.

/**
 * Whether this page was reloaded: what the tab kept is of it. An address newly opened is another's.
 */
export function wasReloaded() {
  const [how] = performance.getEntriesByType("navigation");
  return /** @type {PerformanceNavigationTiming|undefined} */ (how)?.type === "reload";
}
