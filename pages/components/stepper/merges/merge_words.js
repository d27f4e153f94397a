// The corpus as tokens that merges made.

import { appear, comeFrom } from "../../drawing/movement.js";
import { becomeOne, boxesIn, GAP, inSight, JOINS, slide, WINS } from "../walking/laid_over.js";
import { Words } from "../walking/words.js";

/**
 * @import { MergeModel } from "./merge_model.js"
 * @import { Box } from "../walking/laid_over.js"
 * @import { Lent } from "../walking/words.js"
 * @import { Movement } from "../../drawing/movement.js"
 */

/** @typedef {Map<Element, number>} Ways  how far each slides that makes room, in pixels */
/** @typedef {Lent & {box: Box, after: Box, boxes: Box[], behind: Element[]}} Measured */

/** The elements after a chip in its word, in the same line. @param {Element} chip */
function following(chip) {
  const tokens = /** @type {Element} */ (chip.parentElement);
  const { bottom } = chip.getBoundingClientRect();
  const chips = [...tokens.children];
  const after = chips.slice(chips.indexOf(chip) + 1);
  if (tokens.nextElementSibling) after.push(tokens.nextElementSibling); // the word's count
  const end = after.findIndex((each) => each.getBoundingClientRect().top >= bottom);
  return end < 0 ? after : after.slice(0, end);
}

/**
 * The corpus, in which pairs are ringed and new tokens join; a click on a token opens its tree.
 * @extends {Words<MergeModel>}
 */
export class MergeWords extends Words {
  /**
   * Shows the two tokens of a merge slide together and become one, or come apart again; only then
   * the pair that is next is ringed.
   * @override
   * @param {Movement} movement
   * @param {boolean} forwards
   */
  move(movement, forwards) {
    const { stepper } = this;
    const { left, right, token } = stepper.model.merge(forwards ? stepper.step : stepper.step + 1);
    const moved = this.moved();
    /** @type {Ways} */
    const ways = new Map();
    const firsts = this.ringed.filter((chip) => chip.classList.contains("ring-left"));
    const lent = this.lend(
      movement,
      inSight(this.list, forwards ? this.fresh : firsts),
      () => forwards ? stepper.chips.pairOfChips(left, right) : [stepper.chips.chip(token)],
    );
    for (const each of this.measured(lent)) {
      if (forwards) this.join(movement, each, ways);
      else this.part(movement, each, ways);
    }
    for (const [node, way] of ways) movement.show(node, slide(way, 0), JOINS);
    for (const [word, from] of moved) movement.show(word, comeFrom(from), JOINS);
    // A token that comes from elsewhere brings along its overlay.
    for (const { chip, tokens: [first] } of lent) {
      const word = /** @type {Element} */ (chip.closest(".word"));
      const from = `${moved.get(word) ?? ""} translateX(${ways.get(chip) ?? 0}px)`;
      movement.show(/** @type {Element} */ (first.parentElement), comeFrom(from), JOINS);
    }
    movement.mark(this.list, "moving"); // what is next is not ringed yet
  }

  /**
   * Where chips, those after them, and what lies over them are, before the first of them moves.
   * @param {Lent[]} lent
   * @returns {Measured[]}
   */
  measured(lent) {
    return lent.map(({ chip, tokens }) => {
      const nodes = [chip, chip.nextElementSibling ?? chip, ...tokens];
      const [box, after, ...boxes] = boxesIn(this.node, nodes);
      return { chip, tokens, box, after, boxes, behind: following(chip) };
    });
  }

  /**
   * The new token's chip, and the two that it was.
   * @param {Movement} movement
   * @param {Measured} measured
   * @param {Ways} ways
   */
  join(movement, { chip, tokens, box, boxes: [one, other], behind }, ways) {
    const gap = one.width + other.width + GAP - box.width;
    const way = one.left > other.left ? -1 : 1;
    // A part that is longer than what it becomes, such as ##h in th, does not leave the word.
    becomeOne(movement, chip, tokens, [0, -way * Math.min(gap, one.width + GAP)]);
    for (const each of behind) ways.set(each, (ways.get(each) ?? 0) + way * gap);
  }

  /**
   * The first of two chips, and the token that they were.
   * @param {Movement} movement
   * @param {Measured} measured
   * @param {Ways} ways
   */
  part(movement, { chip, tokens: [token], box, after, boxes: [whole], behind }, ways) {
    const second = /** @type {Element} */ (chip.nextElementSibling);
    const gap = box.width + GAP + after.width - whole.width;
    const way = after.left < box.left ? -1 : 1;
    movement.fade(token, WINS);
    for (const each of [chip, second]) movement.show(each, appear, WINS);
    // As above.
    const start = -way * Math.min(gap, box.width + GAP);
    ways.set(second, (ways.get(second) ?? 0) + start);
    for (const each of behind.slice(1)) ways.set(each, (ways.get(each) ?? 0) - way * gap);
  }

  /**
   * Rings a pair wherever it occurs; by default the pair that merges next.
   * @override
   * @param {number} [left]
   * @param {number} [right]
   */
  ring(left, right) {
    for (const node of this.ringed) node.classList.remove("ring-left", "ring-right", "coming");
    this.ringed = [];
    const { step, model, prediction } = this.stepper;
    if (left !== undefined && right !== undefined) this.ringPair(left, right, false);
    else if (step < model.steps && !prediction.asking) {
      const next = model.merge(step + 1);
      this.ringPair(next.left, next.right, true); // with dashes
    }
    this.list.classList.toggle("ringed", this.ringed.length > 0);
  }

  /** @param {number} left @param {number} right @param {boolean} coming */
  ringPair(left, right, coming) {
    for (const { ids, tokens } of this.places) {
      for (let i = ids.indexOf(left); i >= 0; i = ids.indexOf(left, i + 1)) {
        if (ids[i + 1] !== right) continue;
        const [first, second] = [tokens.children[i], tokens.children[i + 1]];
        first.classList.add("ring-left");
        second.classList.add("ring-right");
        for (const chip of [first, second]) {
          chip.classList.toggle("coming", coming);
          this.ringed.push(chip);
        }
      }
    }
  }

  /** @override @param {Event} _event @param {HTMLElement|null} chip */
  open(_event, chip) {
    if (chip) this.stepper.tree.open(Number(chip.dataset.id));
  }
}
