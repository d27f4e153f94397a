/**
 * Tells the page around this frame how high the content is, whenever that changes.
 *
 * Only a number travels, so it may go to any site: which ones there can be, the header
 * `frame-ancestors` says. The stage is as high as the frame was at first, not as it is by now:
 * otherwise each would grow with the other.
 *
 * Streamlit 1.67 tells the page around every change of the address, which can hold a learner's
 * text. It asks for `window.parent` each time: from here on that is the frame itself, which hears
 * nothing. Can go when Streamlit has a setting for it.
 */

/**
 * @import { Drawing } from "../../components/component/component.d.ts"
 */

const CONTAINER = '[data-testid="stMainBlockContainer"]';
const FIRST_HEIGHT = "--frame-height";
/** The page around; the window itself where there is none. */
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
  const container = document.querySelector(CONTAINER);
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
