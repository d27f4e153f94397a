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

class FirstWalk {
  /** @param {HTMLElement} place what the server put into the page */
  constructor(place) {
    this.place = place;
    /** As in a component of Streamlit's, all is in a shadow root. @type {any} */
    this.root = place.querySelector(".walk")?.shadowRoot;
    /** Streamlit's own page, which is drawn below this walk. @type {any} */
    this.page = document.querySelector("#root");
    /** The learner's requests from before there was a session. @type {[string, unknown][]} */
    this.requests = [];
    /** @type {Drawing<Uint8Array>|undefined} */
    this.drawing = undefined;
  }

  begin() {
    const tell = (/** @type {string} */ name, /** @type {unknown} */ value) => {
      if (name === "place" && Array.isArray(value)) {
        this.place.toggleAttribute("data-led", value[0] > 0);
      }
      if (this.drawing) this.drawing.setTriggerValue(name, value);
      else this.requests.push([name, value]);
    };
    const walk = this.place.querySelector("script")?.textContent ?? "";
    mount({
      data: /** @type {any} */ (new TextEncoder().encode(walk)),
      parentElement: this.root,
      setStateValue: tell,
      setTriggerValue: tell,
    }, offerRoom);
    this.page.inert = true;
    this.place.toggleAttribute("data-ready", true);
  }

  /**
   * Draws the lesson's stepper, which goes on with this walk.
   * @param {Drawing<Uint8Array>} drawing
   */
  draw(drawing) {
    if (!this.place.isConnected) return mount(drawing, offerRoom);
    handOver(this.drawing?.parentElement ?? this.root, drawing.parentElement);
    const end = mount(drawing, offerRoom);
    if (!mountPlace(drawing).childElementCount) {
      const room = el("div");
      room.style.height = `${this.root.querySelector(".stepper").offsetHeight}px`;
      mountPlace(drawing).append(room);
    }
    if (!this.drawing && !isShown()) whenShown(() => this.leave());
    this.drawing = drawing;
    if (isShown()) this.leave();
    for (const [name, value] of this.requests.splice(0)) drawing.setTriggerValue(name, value);
    return end;
  }

  /** Gives way to the lesson, whose stepper is this one, or one in another language. */
  leave() {
    const place = mountPlace(/** @type {Drawing<Uint8Array>} */ (this.drawing));
    const node = this.root.querySelector(".stepper");
    this.page.inert = false;
    if (!place.querySelector(".stepper")) {
      const focused = focusedIn(node);
      place.replaceChildren(node);
      focused?.focus({ preventScroll: true });
    }
    document.querySelector(STREAMLIT.main)?.scrollTo(0, this.place.scrollTop);
    this.place.remove();
  }
}

/** Where a component draws. @param {Drawing<Uint8Array>} drawing @returns {any} */
const mountPlace = ({ parentElement }) => parentElement.querySelector(".mount");

const firstPlace = /** @type {HTMLElement} */ (document.querySelector("#first-walk"));
if ((localStorage.getItem(THEME) ?? NOT_CHOSEN) !== NOT_CHOSEN) firstPlace.remove();
else {
  const first = new FirstWalk(firstPlace);
  first.begin();
  /** @type {any} */ (globalThis).firstWalk = first.draw.bind(first);
}
