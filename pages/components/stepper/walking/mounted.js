// A walk's place on the page: the keys pressed there, and the presenter's view for a projector.

import { t } from "../../browser/sentences.js";
import { button, el } from "../../drawing/elements.js";

/**
 * @import { Tell } from "../../component/newest_drawing.js"
 */

/** @typedef {{key: (event: KeyboardEvent) => void, stop: () => void}} Walk */

/**
 * By element, the walk that is drawn there, and what lets it hear the keys.
 * @type {WeakMap<HTMLElement, {walk: any, keydown: (event: KeyboardEvent) => void}>}
 */
const places = new WeakMap();

/** The walk that is drawn in a place, if any. @param {HTMLElement} place */
export const walkAt = (place) => places.get(place)?.walk;

/**
 * Lets a walk hear the keys, in place of the one that was there. Returns what ends it.
 * @param {HTMLElement} place
 * @param {Walk} walk
 */
export function putWalk(place, walk) {
  const keydown = places.get(place)?.keydown ??
    ((/** @type {KeyboardEvent} */ event) => walkAt(place)?.key(event));
  document.addEventListener("keydown", keydown);
  places.set(place, { walk, keydown });
  return () => takeWalk(place)?.stop();
}

/** Takes a walk from its place, where it hears no more keys. @param {HTMLElement} place */
export function takeWalk(place) {
  const here = places.get(place);
  if (here) document.removeEventListener("keydown", here.keydown);
  places.delete(place);
  return here?.walk;
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
    this.leave = button(t("Leave the presenter view"), () => {
      if (document.fullscreenElement) document.exitFullscreen();
      tell("leave", Date.now());
    });
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
}
