// The theme's colours, as our stylesheets use them.

/** Saturation and lightness of the merged tokens' colours, as HSL has them. */
const TONES = { light: "90%, 40%", dark: "90%, 62%" };
/** Multiples of the golden angle fill a circle evenly, and none comes twice. */
const GOLDEN_ANGLE = 137.508;
const FIRST_HUE = 230;

/**
 * Takes over the theme's categorical colours as --token-0 to --token-8, and whether it is dark, on
 * which the tone of merged tokens depends.
 * @param {HTMLElement} mount
 */
export function takeColours(mount) {
  const style = getComputedStyle(mount);
  const background = style.getPropertyValue("--st-background-color").trim();
  mount.style.colorScheme = isDark(background) ? "dark" : "light"; // for the browser's own controls
  const colours = style.getPropertyValue("--st-chart-categorical-colors").split(",");
  colours.forEach((colour, i) => mount.style.setProperty(`--token-${i}`, colour.trim()));
  mount.style.setProperty("--merged-tone", toneOf(background));
}

/** @param {string} background as #rrggbb */
const isDark = (background) => parseInt(background.slice(1, 3), 16) < 128;

/** The tone of merged tokens on a background. @param {string} background as #rrggbb */
export const toneOf = (background) => TONES[isDark(background) ? "dark" : "light"];

/**
 * One of the six colours that do not stand for BPE, words or characters, by any number.
 * @param {number} n
 */
export const freeColour = (n) => `var(--token-${3 + n % 6})`;

/**
 * The hue of the token that a step made, in degrees: that of no other token.
 * @param {number} step from 1; 0 if none made it
 * @returns {number|undefined}
 */
export function hueOfStep(step) {
  if (!step) return undefined;
  return Number(((FIRST_HUE + GOLDEN_ANGLE * (step - 1)) % 360).toFixed(2));
}
