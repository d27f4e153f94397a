// A walk's place on the page: the keys pressed there, and the presenter's view for a projector.

import { t } from "../../browser/sentences.js";
import { button, el } from "../../drawing/elements.js";

/**
 * @import { Tell } from "../../component/component.d.ts"
 */

/** @typedef {{key: (event: KeyboardEvent) => void, stop: () => void}} Walk */

/**
 * By element, what is drawn there; its `walk` hears the keys.
 * @template {{walk: Walk}} T
 */
export class Mounted {
  constructor() {
    /** @type {WeakMap<HTMLElement, {drawn: T, keydown: (event: KeyboardEvent) => void}>} */
    this.places = new WeakMap();
  }

  /** @param {HTMLElement} place @returns {T|undefined} */
  at(place) {
    return this.places.get(place)?.drawn;
  }

  /** @param {HTMLElement} place @param {T} drawn in place of what was there */
  put(place, drawn) {
    const keydown = this.places.get(place)?.keydown ??
      ((/** @type {KeyboardEvent} */ event) => this.at(place)?.walk.key(event));
    document.addEventListener("keydown", keydown);
    this.places.set(place, { drawn, keydown });
  }

  /**
   * Moves a drawing from one place to another.
   * @param {HTMLElement} from
   * @param {HTMLElement} to
   * @returns {T|undefined} what that is
   */
  move(from, to) {
    const here = this.places.get(from);
    if (!here) return undefined;
    document.removeEventListener("keydown", here.keydown);
    this.places.delete(from);
    this.put(to, here.drawn);
    return here.drawn;
  }

  /** The function that ends a drawing, for Streamlit. @param {HTMLElement} place */
  end(place) {
    return () => {
      const here = this.places.get(place);
      if (!here) return;
      here.drawn.walk.stop();
      document.removeEventListener("keydown", here.keydown);
      this.places.delete(place);
    };
  }
}

/** A bar above the stage: full screen, the spotlight, and the way out. */
export class Presenter {
  /**
   * @param {{node: HTMLElement}} stepper
   * @param {Tell} tell
   */
  constructor(stepper, tell) {
    this.stepper = stepper;
    this.spot = button(t("Spotlight on the pair"), () => this.light(!this.lit), "spot");
    this.full = button(t("Full screen"), () => this.toggleFull());
    this.leave = button(t("Leave the presenter view"), () => this.close(tell));
    this.node = el(
      "div.presenter",
      { role: "group", ariaLabel: t("Presenter view"), hidden: true },
      this.spot,
      this.full,
      this.leave,
    );
    this.lit = false;
  }

  /** @param {boolean} on */
  show(on) {
    if (on === !this.node.hidden) return;
    this.node.hidden = !on;
    this.stepper.node.classList.toggle("presenting", on);
    this.light(on);
  }

  /** Dims everything except the ringed pair. @param {boolean} on */
  light(on) {
    this.lit = on;
    this.spot.ariaPressed = String(on);
    this.stepper.node.classList.toggle("spotlight", on);
  }

  /** Makes the whole page full screen, so that a dialog (a token's derivation) is visible too. */
  toggleFull() {
    if (document.fullscreenElement) return void document.exitFullscreen();
    document.documentElement.requestFullscreen?.().catch(() => undefined); // it may be refused
  }

  /**
   * Hides the panels that a link hides, and shows the stage alone if the link says so.
   * @param {{present: boolean, hidden: string[]}} options
   */
  dress({ present, hidden }) {
    const { classList } = this.stepper.node;
    classList.remove(...[...classList].filter((name) => name.startsWith("without-")));
    classList.add(...hidden.map((name) => `without-${name}`));
    this.show(present);
  }

  /** @param {Tell} tell */
  close(tell) {
    if (document.fullscreenElement) document.exitFullscreen();
    tell("leave", Date.now());
  }
}
