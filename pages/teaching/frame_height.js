/**
 * Tells the page around this frame how high the content is, whenever that changes.
 *
 * The message is only a number, so it may go to any site. The header `frame-ancestors` decides
 * which sites there can be. The stage stays as high as the frame was at first: otherwise each would
 * grow with the other.
 *
 * Streamlit 1.67 reports every change of the address, which can hold a learner's text, to the
 * surrounding page. It reads `window.parent` each time: from here on that is the frame itself,
 * which does not listen. Remove this when Streamlit has a setting for it.
 */

import { STREAMLIT } from "../components/browser/page.js";

/**
 * @import { Drawing } from "../components/component/newest_drawing.js"
 */

const FIRST_HEIGHT = "--frame-height";
/** The surrounding page, or the window itself if there is none. */
const around = globalThis.parent;
const isFramed = around !== globalThis.self;
if (isFramed) Object.defineProperty(globalThis, "parent", { value: globalThis });

/** @type {ResizeObserver|undefined} */
let watching;

/** @param {Element} content @param {Element} container */
function heightOf(content, container) {
  const { paddingTop, paddingBottom } = getComputedStyle(container);
  const padding = parseFloat(paddingTop) + parseFloat(paddingBottom);
  return Math.ceil(content.getBoundingClientRect().height + padding);
}

/** @param {Drawing<{type: string}>} drawing */
export default function mount({ data }) {
  const container = document.querySelector(STREAMLIT.content);
  const content = container?.firstElementChild;
  if (!isFramed || !container || !content) return;
  const { style } = document.documentElement;
  if (!style.getPropertyValue(FIRST_HEIGHT)) style.setProperty(FIRST_HEIGHT, `${innerHeight}px`);
  watching?.disconnect();
  watching = new ResizeObserver(() => {
    around.postMessage({ type: data.type, height: heightOf(content, container) }, "*");
  });
  watching.observe(content);
  return () => watching?.disconnect();
}
