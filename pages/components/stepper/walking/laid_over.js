// Tokens that lie over a panel while a step moves, and how parts become one token.

import { el } from "../../drawing/elements.js";

/**
 * @import { Movement } from "../../drawing/movement.js"
 */

/**
 * @typedef {{left: number, right: number, top: number, width: number}} Box  where something is: its
 *   distances from a panel's edges, and its width, in the panel's own pixels
 */

/** Between two chips of a word, in pixels. */
export const GAP = 3;

/** When, in a step's movement, tokens are lit, slide together, are one, and show it. */
export const WINS = /** @type {[number, number]} */ ([0, 0.22]);
export const JOINS = /** @type {[number, number]} */ ([0.22, 0.5]);
const MEET = /** @type {[number, number]} */ ([0.46, 0.54]);
const POPS = /** @type {[number, number]} */ ([0.5, 0.72]);

/** @param {number} from @param {number} to in pixels */
export const slide = (from, to) => [from, to].map((x) => ({ transform: `translateX(${x}px)` }));

export const appear = [{ opacity: 0 }, { opacity: 1 }];

/**
 * Where elements are in a panel, whatever the zoom of a large screen or of the presenter's view.
 * @param {HTMLElement} panel
 * @param {Element[]} nodes
 * @returns {Box[]}
 */
export function boxesIn(panel, nodes) {
  const around = panel.getBoundingClientRect();
  const zoom = around.width / panel.offsetWidth || 1;
  return nodes.map((node) => {
    const { left, right, top, width } = node.getBoundingClientRect();
    return {
      left: (left - around.left) / zoom,
      right: (around.right - right) / zoom,
      top: (top - around.top) / zoom,
      width: width / zoom,
    };
  });
}

/**
 * The elements among these of which most can be seen in a list.
 * @template {Element} T
 * @param {Element} list
 * @param {T[]} nodes
 */
export function inSight(list, nodes) {
  const { top, bottom } = list.getBoundingClientRect();
  return nodes.filter((node) => {
    const box = node.getBoundingClientRect();
    const middle = (box.top + box.bottom) / 2;
    return middle > top && middle < bottom;
  });
}

/**
 * Lays tokens over a panel for as long as the movement lasts.
 * @param {Movement} movement
 * @param {HTMLElement} panel
 * @param {HTMLElement[]} tokens
 * @param {Box} box where they begin
 * @param {{fontSize: string, isMirrored?: boolean}} look
 */
export function layOver(movement, panel, tokens, box, { fontSize, isMirrored = false }) {
  const ghost = el("span", {
    className: "ghost tokens",
    dir: isMirrored ? "rtl" : "ltr",
    style: `inset-inline-start: ${isMirrored ? box.right : box.left}px; top: ${box.top}px; ` +
      `font-size: ${fontSize}`,
  }, ...tokens);
  movement.lend(ghost, panel);
}

/**
 * Shows the parts of a token, laid over it, slide together and become it.
 * @param {Movement} movement
 * @param {Element} chip the token
 * @param {HTMLElement[]} parts
 * @param {number[]} ways how far each part slides, in pixels
 */
export function becomeOne(movement, chip, parts, ways) {
  parts.forEach((part, i) => {
    part.classList.add("won");
    part.style.transform = `translateX(${ways[i]}px)`; // there it stays until it has faded
    movement.show(part, slide(0, ways[i]), JOINS);
    movement.fade(part, MEET);
  });
  movement.show(chip, appear, MEET);
  movement.show(chip, [{ scale: 1 }, { scale: 1.16 }, { scale: 1 }], POPS);
}
