// Tells how the page was opened.

/**
 * Whether this page was reloaded. What the tab kept belongs to a reloaded page, but not to a newly
 * opened address.
 */
export function wasReloaded() {
  const [how] = performance.getEntriesByType("navigation");
  return /** @type {PerformanceNavigationTiming|undefined} */ (how)?.type === "reload";
}
