// Keeps values in a tab across a reload. A tab may be older than the server: values that another
// version left there count as none, as in a browser that stores nothing.

/** @param {unknown} value @returns {value is Record<string, unknown>} */
export const isRecord = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Whether a value is a record in which these names stand for texts.
 * @param {unknown} value
 * @param {string[]} names
 */
export const hasTexts = (value, ...names) =>
  isRecord(value) && names.every((name) => typeof value[name] === "string");

/**
 * The value that the tab keeps under a name, if it has the expected form; null otherwise.
 * @param {string} name
 * @param {(value: any) => boolean} isExpected
 * @returns {any}
 */
export function savedInTab(name, isExpected) {
  try {
    const value = JSON.parse(sessionStorage.getItem(name) ?? "null");
    return isExpected(value) ? value : null;
  } catch {
    return null;
  }
}

/**
 * The value that the tab kept before this page was reloaded; null on a newly opened address, to
 * which it does not belong.
 * @param {string} name
 * @param {(value: any) => boolean} isExpected
 */
export function savedBeforeReload(name, isExpected) {
  const [how] = performance.getEntriesByType("navigation");
  const { type } = /** @type {Partial<PerformanceNavigationTiming>} */ (how ?? {});
  return type === "reload" ? savedInTab(name, isExpected) : null;
}

/**
 * Keeps a value in the tab. If the browser has no room for it, nothing is kept under this name.
 * @param {string} name
 * @param {unknown} value
 */
export function keepInTab(name, value) {
  try {
    sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    forgetInTab(name);
  }
}

/** @param {string} name */
export function forgetInTab(name) {
  try {
    sessionStorage.removeItem(name);
  } catch {
    return; // nothing is kept in this browser
  }
}
