// The corpus as tokens that merges made.

import { Words } from "../walking/words.js";

/**
 * @import { MergeModel } from "./merge_model.js"
 * @import { TokenInWord } from "../walking/corpus_model.js"
 * @import { Lent } from "../walking/words.js"
 * @import { Movement } from "../../drawing/movement.js"
 */

/** Between two chips of a word, in pixels. */
const GAP = 3;

/** When, in a step's movement, a pair wins, slides together, is one, and shows it. */
const WINS = /** @type {[number, number]} */ ([0, 0.22]);
const JOINS = /** @type {[number, number]} */ ([0.22, 0.5]);
const MEET = /** @type {[number, number]} */ ([0.46, 0.54]);
const POPS = /** @type {[number, number]} */ ([0.5, 0.72]);

/** @param {number} from @param {number} to in pixels */
const slide = (from, to) => [from, to].map((x) => ({ transform: `translateX(${x}px)` }));

const appear = [{ opacity: 0 }, { opacity: 1 }];

/** @typedef {Lent & {box: DOMRect, after: DOMRect, boxes: DOMRect[]}} Measured */

/**
 * Where chips, those after them, and what lies over them are.
 * @param {Lent[]} lent
 * @returns {Measured[]}
 */
function measured(lent) {
  const box = (/** @type {Element} */ node) => node.getBoundingClientRect();
  return lent.map(({ chip, tokens }) => ({
    chip,
    tokens,
    box: box(chip),
    after: box(chip.nextElementSibling ?? chip),
    boxes: tokens.map(box),
  }));
}

/** What comes after a chip in its word. @param {Element} chip */
function following(chip) {
  const found = [];
  for (let next = chip.nextElementSibling; next; next = next.nextElementSibling) found.push(next);
  const count = chip.parentElement?.nextElementSibling;
  return count?.classList.contains("count") ? [...found, count] : found;
}

/**
 * The corpus, in which pairs are ringed and new tokens join; a click on a token opens its tree.
 * @extends {Words<MergeModel>}
 */
export class MergeWords extends Words {
  /** @override @param {HTMLElement} chip @param {TokenInWord} token */
  markNew(chip, token) {
    chip.classList.add("new");
    super.markNew(chip, token);
  }

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
    movement.mark(this.list, "moving"); // what is next is not ringed yet
    if (forwards) {
      const lent = this.lend(
        movement,
        this.inSight(this.fresh),
        () => stepper.chips.pairOfChips(left, right),
      );
      for (const each of measured(lent)) this.join(movement, each);
    } else {
      const firsts = this.ringed.filter((chip) => chip.classList.contains("ring-left"));
      const lent = this.lend(movement, this.inSight(firsts), () => [stepper.chips.chip(token)]);
      for (const each of measured(lent)) this.part(movement, each);
    }
  }

  /**
   * The new token's chip, and the two that it was.
   * @param {Movement} movement
   * @param {Measured} measured
   */
  join(movement, { chip, tokens: [first, second], box, boxes: [one, other] }) {
    const gap = one.width + other.width + GAP - box.width;
    const way = one.left > other.left ? -1 : 1;
    const aside = way * gap;
    // A part that is longer than what it becomes, such as ##h in th, does not leave the word.
    const until = -way * Math.min(gap, one.width + GAP);
    for (const each of [first, second]) each.classList.add("won");
    movement.show(second, slide(0, until), JOINS);
    for (const each of [first, second]) movement.fade(each, MEET);
    movement.show(chip, appear, MEET);
    movement.show(chip, [{ scale: 1 }, { scale: 1.16 }, { scale: 1 }], POPS);
    for (const each of following(chip)) movement.show(each, slide(aside, 0), JOINS);
  }

  /**
   * The first of two chips, and the token that they were.
   * @param {Movement} movement
   * @param {Measured} measured
   */
  part(movement, { chip, tokens: [one], box, after, boxes: [whole] }) {
    const second = /** @type {Element} */ (chip.nextElementSibling);
    const gap = box.width + GAP + after.width - whole.width;
    const aside = after.left < box.left ? gap : -gap;
    movement.fade(/** @type {HTMLElement} */ (one), WINS);
    for (const each of [chip, second]) movement.show(each, appear, WINS);
    for (const each of [second, ...following(second)]) movement.show(each, slide(aside, 0), JOINS);
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
    if (left === undefined || right === undefined) this.ringNext();
    else this.ringPair(left, right, false);
    this.list.classList.toggle("ringed", this.ringed.length > 0);
  }

  /** Rings the pair that will merge next, with dashes, while the learner points at nothing. */
  ringNext() {
    const { step, model } = this.stepper;
    if (step >= model.steps || this.stepper.prediction.asking) return;
    const { left, right } = model.merge(step + 1);
    this.ringPair(left, right, true);
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
