/**
 * The first lesson's walk, from a page's first moment on. The lesson's own stepper, once it is
 * there, is this one: it moves to its place when the page is shown.
 */

import { STREAMLIT } from "../components/browser/page.js";
import { isShown, whenShown } from "../components/browser/shown_page.js";
import { el } from "../components/drawing/elements.js";
import { focusedIn } from "../components/drawing/panel.js";
import mount from "../components/stepper/stepper.js";
import { handOver } from "../components/stepper/stepper.js";
import { offerRoom } from "../components/stepper/walking/offered_room.js";

/**
 * @import { Drawing } from "../components/component/newest_drawing.js"
 */

/**
 * Where Streamlit keeps the theme, and what it keeps if none was chosen. Another app that was once
 * at this address may have offered a choice.
 */
const THEME = "stActiveTheme-/-v2";
const NOT_CHOSEN = '"System"';

/** Where a component draws. @param {Drawing<Uint8Array>} drawing @returns {any} */
const mountPlace = ({ parentElement }) => parentElement.querySelector(".mount");

/** Draws the walk, and lets the lesson go on with it. @param {any} place what the server sent */
function beginWalk(place) {
  /** As in a component of Streamlit's, all is in a shadow root. */
  const root = place.querySelector(".walk").shadowRoot;
  /** Streamlit's own page, which is drawn below this walk. @type {any} */
  const page = document.querySelector("#root");
  /** The learner's requests from before there was a session. @type {[string, unknown][]} */
  const requests = [];
  /** @type {Drawing<Uint8Array>|undefined} */
  let lesson;

  const tell = (/** @type {string} */ name, /** @type {unknown} */ value) => {
    if (name === "place" && Array.isArray(value)) place.toggleAttribute("data-led", value[0] > 0);
    if (lesson) lesson.setTriggerValue(name, value);
    else requests.push([name, value]);
  };

  /** Gives way to the lesson, whose stepper is this one, or one in another language. */
  const leave = () => {
    const there = mountPlace(/** @type {Drawing<Uint8Array>} */ (lesson));
    const node = root.querySelector(".stepper");
    page.inert = false;
    if (!there.querySelector(".stepper")) {
      const focused = focusedIn(node);
      there.replaceChildren(node);
      focused?.focus({ preventScroll: true });
    }
    document.querySelector(STREAMLIT.main)?.scrollTo(0, place.scrollTop);
    place.remove();
  };

  const data =
    /** @type {any} */ (new TextEncoder().encode(place.querySelector("script").textContent));
  mount({ data, parentElement: root, setStateValue: tell, setTriggerValue: tell }, offerRoom);
  page.inert = true;
  place.toggleAttribute("data-ready", true);

  // Draws the lesson's stepper, which goes on with this walk.
  /** @type {any} */ (globalThis).firstWalk = (/** @type {Drawing<Uint8Array>} */ drawing) => {
    if (!place.isConnected) return mount(drawing, offerRoom);
    handOver(lesson?.parentElement ?? root, drawing.parentElement);
    const end = mount(drawing, offerRoom);
    if (!mountPlace(drawing).childElementCount) {
      const room = el("div");
      room.style.height = `${root.querySelector(".stepper").offsetHeight}px`;
      mountPlace(drawing).append(room);
    }
    if (!lesson && !isShown()) whenShown(leave);
    lesson = drawing;
    if (isShown()) leave();
    for (const [name, value] of requests.splice(0)) drawing.setTriggerValue(name, value);
    return end;
  };
}

const firstPlace = /** @type {HTMLElement} */ (document.querySelector("#first-walk"));
if ((localStorage.getItem(THEME) ?? NOT_CHOSEN) !== NOT_CHOSEN) firstPlace.remove();
else beginWalk(firstPlace);
