// The icons of buttons.

import { svg } from "./elements.js";

/** The outlines, in a square of 24 by 24. */
const PATHS = {
  first: "M6 5h2.5v14H6zM19 5v14L9.5 12z",
  previous: "M16.5 5v14L7 12z",
  play: "M8 4.5v15l12-7.5z",
  pause: "M6.5 5h4v14h-4zM13.5 5h4v14h-4z",
  more:
    "M5 10a2 2 0 100 4 2 2 0 000-4zM12 10a2 2 0 100 4 2 2 0 000-4zM19 10a2 2 0 100 4 2 2 0 000-4z",
  settings: "M4 7h9M17 7h3M13 4.5v5M4 17h3M11 17h9M8 14.5v5",
  unfold: "M6 9l6 6 6-6",
  last: "M15.5 5H18v14h-2.5zM5 5v14l9.5-7z",
};

/**
 * An icon. It is hidden from screen readers, because the button that holds it has a name.
 * @param {keyof typeof PATHS} name
 */
export function icon(name) {
  const drawn = svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" });
  drawn.append(svg("path", { d: PATHS[name] }));
  return drawn;
}
