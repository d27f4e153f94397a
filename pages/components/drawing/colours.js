// The theme's colours, as our stylesheets use them.

/** From the first merges to the last: a sequential scale that grows lighter, or darker. */
const AGES = {
  light: ["#3b3fb6", "#6f35b0", "#98309f", "#b83882", "#cb4c5c", "#c96420", "#a97800"],
  dark: ["#8f97ff", "#b18cf7", "#d486e6", "#f08bc0", "#ff9a90", "#ffb05c", "#f5d442"],
};

/**
 * Takes over the theme's categorical colours as --token-0 to --token-8, and whether it is dark; the
 * ages of merges are --age-0 to --age-6.
 * @param {HTMLElement} mount
 */
export function takeColours(mount) {
  const style = getComputedStyle(mount);
  const background = style.getPropertyValue("--st-background-color").trim();
  mount.style.colorScheme = isDark(background) ? "dark" : "light"; // for the browser's own controls
  const colours = style.getPropertyValue("--st-chart-categorical-colors").split(",");
  const ages = agesOf(background);
  colours.forEach((colour, i) => mount.style.setProperty(`--token-${i}`, colour.trim()));
  ages.forEach((colour, i) => mount.style.setProperty(`--age-${i}`, colour));
}

/** @param {string} background as #rrggbb */
const isDark = (background) => parseInt(background.slice(1, 3), 16) < 128;

/** The colours of the ages on a background. @param {string} background as #rrggbb */
export const agesOf = (background) => AGES[isDark(background) ? "dark" : "light"];

/**
 * One of the six colours that do not stand for BPE, words or characters, by any number.
 * @param {number} n
 */
export const freeColour = (n) => `var(--token-${3 + n % 6})`;

/**
 * Which of the seven ages a merge has. The first merges of many differ most.
 * @param {number} step that made a token, from 1; 0 if none did
 * @param {number} steps
 * @returns {number|undefined}
 */
export function ageOfStep(step, steps) {
  if (!step) return undefined;
  return steps > 1 ? Math.round((6 * Math.log(step)) / Math.log(steps)) : 0;
}
