// The corpus as tokens that merges made.

import { el } from "../../drawing/elements.js";
import { charactersOf } from "../../tokens/spelling.js";
import { Words } from "../walking/words.js";

/**
 * @import { MergeModel } from "./merge_model.js"
 * @import { TokenInWord } from "../walking/corpus_model.js"
 */

/**
 * The corpus, in which pairs are ringed and new tokens join; a click on a token opens its tree.
 * @extends {Words<MergeModel>}
 */
export class MergeWords extends Words {
  /**
   * Marks a token that has just been made: it has two halves, which the stylesheet moves together.
   * @override
   * @param {HTMLElement} chip
   * @param {TokenInWord} token
   */
  markNew(chip, token) {
    const { left, right } = this.stepper.model.merge(token.made);
    const whole = chip.textContent ?? "";
    const first = this.stepper.chips.plain(left);
    // Tokens that can't be drawn in halves appear at once: parts of characters, combining marks,
    // shortened tokens.
    const apart = this.isWhole(left, right) && whole.startsWith(first) &&
      /^[^\p{M}…]*$/u.test(whole);
    const half = (/** @type {(Node|string)[]} */ ...label) =>
      el("span", { className: "half" }, ...label);
    const second = this.stepper.model.markerOf(right)
      ? this.stepper.chips.label(right, {})
      : [whole.slice(first.length)];
    if (apart) chip.replaceChildren(half(first), half(...second));
    chip.classList.add("new", "joining");
    super.markNew(chip, token);
  }

  /**
   * Whether both parts are whole characters, so that they can be drawn apart.
   * @param {number} left
   * @param {number} right
   */
  isWhole(left, right) {
    return [left, right].every((id) => {
      const spelled = this.stepper.model.spell(id);
      return typeof spelled === "string" || charactersOf(spelled).every((place) => place.char);
    });
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
    if (left === undefined || right === undefined) return this.ringNext();
    this.ringPair(left, right, false);
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
