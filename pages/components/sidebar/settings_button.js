// The button that opens the sidebar: Streamlit's own is an arrow without a name.

import { STREAMLIT } from "../browser/page.js";
import { speak, t } from "../browser/sentences.js";
import { el } from "../drawing/elements.js";
import { icon } from "../drawing/icons.js";

/**
 * @import { Drawing } from "../component/newest_drawing.js"
 */

/** Opens Streamlit's sidebar and goes there with the focus, or closes it. */
function toggleSidebar() {
  /** @param {string} selector @returns {HTMLElement|null} */
  const find = (selector) => document.querySelector(selector);
  const expand = find(STREAMLIT.expandSidebar);
  if (!expand) return find(STREAMLIT.collapseSidebar)?.click();
  expand.click();
  requestAnimationFrame(() => {
    const sidebar = find(STREAMLIT.sidebar);
    sidebar?.setAttribute("tabindex", "-1");
    sidebar?.focus();
  });
}

/** @param {Drawing<{label: string}>} drawing */
export default function mount({ data, parentElement }) {
  speak(data.translations);
  const place = /** @type {HTMLElement} */ (parentElement.querySelector(".mount"));
  if (!place.firstChild) place.append(el("button", { type: "button", onclick: toggleSidebar }));
  // The button itself stays, and with it the focus.
  place.querySelector("button")?.replaceChildren(icon("settings"), el("span.name", t("Settings")));
}
