// The theme's colours, as our stylesheets use them.

/**
 * Takes over the theme's categorical colours as --token-0 to --token-6, and whether it is dark.
 * @param {HTMLElement} mount
 */
export function takeColours(mount) {
  const style = getComputedStyle(mount);
  const background = style.getPropertyValue("--st-background-color").trim();
  const isDark = parseInt(background.slice(1, 3), 16) < 128;
  mount.style.colorScheme = isDark ? "dark" : "light"; // for the browser's own controls
  const colours = style.getPropertyValue("--st-chart-categorical-colors").split(",");
  for (let i = 0; i < 7; i++) {
    mount.style.setProperty(`--token-${i}`, colours[i % colours.length].trim());
  }
}
