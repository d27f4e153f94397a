// Tokens that lie over a panel while a step moves, and how parts become one token.

import { el } from "../../drawing/elements.js";
import { appear } from "../../drawing/movement.js";

/**
 * @import { Movement } from "../../drawing/movement.js"
 */

/**
 * @typedef {{left: number, right: number, top: number, width: number}} Box  where something is: its
 *   distances from a panel's edges, and its width, in the panel's own pixels
 */

/**
 * @typedef {{chip: HTMLElement, start: number, end: number, box: Box}} Placed  a token, where it
 *   goes in its text, and where it is
 */

/** Between two chips of a word, in pixels. */
export const GAP = 3;
/** Pixels: tokens whose places differ by less are in one line, even if parts of characters are. */
const SAME_LINE = 12;

/** When, in a step's movement, tokens are lit, slide together, are one, and show it. */
export const WINS = /** @type {[number, number]} */ ([0, 0.22]);
export const JOINS = /** @type {[number, number]} */ ([0.22, 0.5]);
const MEET = /** @type {[number, number]} */ ([0.46, 0.54]);
const POPS = /** @type {[number, number]} */ ([0.5, 0.72]);

/** @param {number} from @param {number} to in pixels */
export const slide = (from, to) => [from, to].map((x) => ({ transform: `translateX(${x}px)` }));

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
 * Tokens with where they are in a panel, and where they go in their text.
 * @param {HTMLElement} panel
 * @param {HTMLElement[]} chips
 * @param {{start: number, end: number}[]} spans
 * @returns {Placed[]}
 */
export function placedIn(panel, chips, spans) {
  const boxes = boxesIn(panel, chips);
  return chips.map((chip, i) => ({ chip, box: boxes[i], ...spans[i] }));
}

/** The tokens in an element. @param {Element} node @returns {HTMLElement[]} */
export const chipsIn = (node) => [...node.querySelectorAll(/** @type {"span"} */ (".chip"))];

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
  const ghost = el("span.ghost.tokens", {
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

/** Whether a token lies within another. @param {Placed} inner @param {Placed} outer */
const lies = (inner, outer) => inner.start >= outer.start && inner.end <= outer.end;

/**
 * How far each part of a token is from its place within it; not at all if they are in two lines.
 * @param {Placed[]} parts
 * @param {Box} whole
 */
const waysInto = (parts, whole) =>
  parts.map(({ box }) => {
    const before = parts.filter((part) => part.box.left < box.left).length;
    const inside = Math.max(0, whole.width - box.width) * before / (parts.length - 1 || 1);
    return isInLine(parts, whole) ? whole.left + inside - box.left : 0;
  });

/** @param {Placed[]} placed @param {Box} box */
const isInLine = (placed, box) =>
  placed.every((each) => Math.abs(each.box.top - box.top) < SAME_LINE);

/**
 * Shows how a text is cut anew: parts become a token, a token comes apart or leaves, and the others
 * make room.
 * @param {Movement} movement
 * @param {Placed[]} were
 * @param {Placed[]} are
 * @param {(was: Placed) => void} lay lays a token over where it was
 */
export function cutAnew(movement, were, are, lay) {
  for (const is of are) {
    const parts = were.filter((was) => lies(was, is));
    if (parts.length > 1) {
      for (const part of parts) lay(part);
      becomeOne(movement, is.chip, parts.map(({ chip }) => chip), waysInto(parts, is.box));
    } else if (!parts.length || !isInLine(parts, is.box)) movement.show(is.chip, appear, JOINS);
    else if (parts[0].box.left !== is.box.left) {
      movement.show(is.chip, slide(parts[0].box.left - is.box.left, 0), JOINS);
    }
  }
  for (const was of were) {
    if (are.some((is) => lies(was, is))) continue;
    const parts = are.filter((is) => lies(is, was));
    const ways = waysInto(parts, was.box);
    parts.forEach(({ chip }, i) => movement.show(chip, slide(ways[i], 0), JOINS));
    was.chip.classList.add("won");
    lay(was);
    movement.fade(was.chip, JOINS);
  }
}
