// Whether a page is drawn, so that it can be shown: what comes later moves nothing on the screen.
// A page that takes too long is shown by its first stylesheet.

const QUIET_FRAMES = 3;

/**
 * Shows the page once it is drawn, and then calls `shown`; `begun` says whether its stepper is.
 * @param {() => boolean} begun
 * @param {() => void} [shown]
 */
export function showOnceDrawn(begun, shown = () => {}) {
  const { dataset } = document.documentElement;
  if ("drawn" in dataset) return shown();
  let quiet = 0;
  let seen = "";
  const look = () => {
    const main = document.querySelector("[data-testid='stMain']");
    const now = main ? `${main.scrollHeight} ${main.querySelectorAll("*").length}` : "";
    quiet = main && begun() && isFilled(main) && now === seen ? quiet + 1 : 0;
    seen = now;
    if (quiet < QUIET_FRAMES) return void requestAnimationFrame(look);
    dataset.drawn = "";
    requestAnimationFrame(() => setTimeout(shown)); // once it is on the screen
  };
  look();
}

/** Whether nothing on the page waits for a script, a font, or a file. @param {Element} main */
function isFilled(main) {
  const all = (/** @type {string} */ name) => [...main.querySelectorAll(`[data-testid='${name}']`)];
  return document.fonts.status === "loaded" &&
    !("awaited" in document.documentElement.dataset) &&
    !all("stSkeleton").length &&
    all("stVegaLiteChart").every((chart) => chart.querySelector("svg, canvas")) &&
    all("stBidiComponentIsolated").every(({ shadowRoot }) =>
      shadowRoot?.querySelector(".mount")?.childElementCount !== 0
    );
}

/** Whether the server has sent all of the page. */
export function isSent() {
  const app = document.querySelector("[data-testid='stApp']");
  return app?.getAttribute("data-test-script-state") === "notRunning";
}
