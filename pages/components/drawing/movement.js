// Moves a step: the picture is drawn at once, and then shown from how it was to how it is.

import { el } from "./elements.js";

const SECONDS = 1.15;
/** Seconds: a click that follows another one sooner is shown without movement. */
const BURST = 0.25;
/** When, in a movement, figures are counted. */
export const COUNTED = /** @type {[number, number]} */ ([0.5, 0.8]);

export const appear = [{ opacity: 0 }, { opacity: 1 }];

/** From another place, or another size. @param {string} transform */
export const comeFrom = (transform) => [{ transform }, { transform: "none" }];

/**
 * The movement of one step. Its parts run on the browser's own clock and delay nothing: whatever is
 * drawn next ends them.
 */
export class Movement {
  constructor() {
    /** @type {(() => void)[]} what ends each part */
    this.ends = [];
    this.seconds = SECONDS;
    this.last = -Infinity;
  }

  /**
   * Ends what still moves, and says whether the next step may move.
   * @param {number} speed of the walk
   */
  begin(speed) {
    for (const end of this.ends.splice(0)) end();
    cancelAnimationFrame(this.waiting ?? 0);
    const now = performance.now() / 1000;
    const isBurst = now - this.last < BURST;
    this.last = now;
    this.seconds = SECONDS / Math.max(1, speed);
    return !isBurst && !document.hidden &&
      !matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /** Calls this in the next frame, in which the picture is laid out. @param {() => void} move */
  soon(move) {
    this.waiting = requestAnimationFrame(move);
  }

  /**
   * Shows an element from the first to the last of these looks, within a part of the movement.
   * @param {Element} node
   * @param {Keyframe[]} looks
   * @param {[number, number]} when from 0, the beginning, to 1
   * @param {string} easing
   */
  show(node, looks, [from, to], easing = "cubic-bezier(0.4, 0, 0.2, 1)") {
    const time = 1000 * this.seconds;
    const timing = { delay: from * time, duration: (to - from) * time, easing };
    const animation = node.animate(looks, { ...timing, fill: "backwards" });
    this.ends.push(() => animation.cancel());
  }

  /**
   * Gives an element a class until the last part is over. Unlike a look that an animation keeps, it
   * costs nothing while the others move.
   * @param {Element} node
   * @param {string} name
   */
  mark(node, name) {
    node.classList.add(name);
    this.atLast(() => node.classList.remove(name));
  }

  /** Calls this once the last part is over, or the movement is ended. @param {() => void} end */
  atLast(end) {
    const timer = setTimeout(end, 1000 * this.seconds);
    this.ends.push(() => {
      clearTimeout(timer);
      end();
    });
  }

  /**
   * Shows a figure leave for the one that it has become.
   * @param {HTMLElement} value
   * @param {string} was
   */
  recount(value, was) {
    const figure = el("span", was);
    // It covers the new figure, which it uncovers from below: they are not read through each other.
    figure.style.transform = "translateY(-100%)";
    this.lend(el("span.was.recounted", figure), value);
    this.show(figure, [{ transform: "none" }, { transform: "translateY(-100%)" }], COUNTED);
  }

  /** Lets a lent element go. @param {HTMLElement} ghost @param {[number, number]} when */
  fade(ghost, when) {
    ghost.style.opacity = "0";
    this.show(ghost, [{ opacity: 1 }, { opacity: 0 }], when);
  }

  /**
   * Adds what is there for the movement only, until the last part is over.
   * @param {HTMLElement} ghost
   * @param {Element} place
   */
  lend(ghost, place) {
    ghost.setAttribute("aria-hidden", "true");
    place.append(ghost);
    this.atLast(() => ghost.remove());
  }
}

/** A figure, or a sentence with figures, which is counted when a step changes it. */
export class Figure {
  /** @param {"b"|"p"|"span"} tag @param {string} [className] */
  constructor(tag, className = "") {
    this.node = el(tag, { className });
    this.was = "";
  }

  /** @param {string} text */
  show(text) {
    this.was = this.node.textContent ?? "";
    this.node.textContent = text;
  }

  get isChanged() {
    return this.was !== this.node.textContent;
  }

  /** @param {Movement} movement */
  move(movement) {
    if (this.isChanged) movement.recount(this.node, this.was);
  }

  /**
   * Shows a new sentence come, where there is nothing to count.
   * @param {Movement} movement
   */
  appear(movement) {
    if (this.isChanged) movement.show(this.node, appear, COUNTED);
  }
}
