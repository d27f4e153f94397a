// Finds the address at which the app is served.

/** The address of the app, whatever path it is served under. */
export function appRoot() {
  const script =
    /** @type {HTMLScriptElement|null} */ (document.querySelector('script[src*="/static/js/"]'));
  return script ? script.src.split("/static/js/")[0] + "/" : "/";
}
