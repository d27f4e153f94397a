/**
 * A walk of a few steps over a table: Python has worked out what each of several programs has come
 * to after each step. Above it the controls, and a sentence about the step.
 *
 * Text is only ever placed with textContent.
 */

import { el, leaveNoFocus, tableOf } from "../../drawing/elements.js";
import { focusedIn, headline, scrollBox } from "../../drawing/panel.js";
import { placeToDraw } from "../../drawing/place_to_draw.js";
import { Player } from "./player.js";

/**
 * @import { Drawing } from "../../component/newest_drawing.js"
 */

/**
 * Subclasses say what the sentence and the rows of a step are.
 * @template S what Python sends for each step
 * @extends {Player<{steps: number, at: S[]}>}
 */
export class TableWalk extends Player {
  /**
   * @param {{steps: S[], lang: string}} data
   * @param {string} name what the walk is called
   * @param {string[]} columns
   */
  constructor({ steps, lang }, name, columns) {
    super({ steps: steps.length - 1, at: steps }, 0, { controls: name }, lang);
    this.headline = headline();
    const table = tableOf(columns);
    this.body = table.tBodies[0];
    this.node = el(
      "div.stepper.table-walk",
      this.transport.node,
      this.headline,
      scrollBox("scroll", { ariaLabel: name }, table),
    );
    this.node.onkeydown = (/** @type {KeyboardEvent} */ event) => {
      this.key(event);
      if (event.defaultPrevented) event.stopPropagation(); // other walks on the page stay
    };
    leaveNoFocus(this.node);
    this.update();
  }

  /** @override */
  drawStep() {
    super.drawStep();
    const step = this.model.at[this.step];
    this.headline.replaceChildren(this.sentence(step));
    this.body.replaceChildren(...this.rows(step));
  }

  /** The sentence about a step. @param {S} _step @returns {any} a node */
  sentence(_step) {}

  /** The rows of the programs at a step. @param {S} _step @returns {any} nodes */
  rows(_step) {}
}

/** @type {WeakMap<HTMLElement, TableWalk<any>>} */
const walks = new WeakMap();

/**
 * Draws a walk where its component is, unless it is drawn already. A learner who had the focus in
 * the one before has it in this one, so that keys go on stepping. Returns what stops it.
 * @template {{lang: string}} D
 * @param {Drawing<D>} drawing
 * @param {(data: D) => TableWalk<any>} make
 */
export function mountWalk(drawing, make) {
  const place = placeToDraw(drawing);
  if (place) {
    const walk = make(drawing.data);
    walks.get(drawing.parentElement)?.stop();
    walks.set(drawing.parentElement, walk);
    const hadFocus = focusedIn(place);
    place.replaceChildren(walk.node);
    if (hadFocus) walk.transport.takeFocus();
  }
  return () => walks.get(drawing.parentElement)?.stop();
}
