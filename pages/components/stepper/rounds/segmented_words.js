// The corpus, each word in its best segmentation.

import { t } from "../../browser/sentences.js";
import { closest, el, isBrowsers } from "../../drawing/elements.js";
import { appear, comeFrom } from "../../drawing/movement.js";
import { alternate } from "../../tokens/chips.js";
import { chipsIn, inSight } from "../walking/laid_over.js";
import { Words } from "../walking/words.js";

/**
 * @import { Movement } from "../../drawing/movement.js"
 * @import { Place } from "../walking/words.js"
 * @import { RoundWalker } from "../walker.d.ts"
 * @import { RoundModel } from "./round_model.js"
 */

/** When, in a round's movement, words fall apart. */
const FALLS_APART = /** @type {[number, number]} */ ([0.3, 0.5]);

/**
 * The corpus, each word in its best segmentation; where there is a server for it, a click on a word
 * opens its lattice.
 * @extends {Words<RoundModel>}
 */
export class SegmentedWords extends Words {
  /** @param {RoundWalker} stepper */
  constructor(stepper) {
    super(stepper);
    /** @type {(Place & {was: HTMLElement[]})[]} drawn anew, and its tokens before */
    this.redrawn = [];
    this.ids.parentElement?.remove(); // a token's id is different in every round
    if (!stepper.openWord) return;
    this.node.append(el("p.more", t("Click a word for its lattice (keys: up, down, Enter).")));
    this.node.classList.add("segmented");
    this.list.onkeydown = (event) => this.key(event);
  }

  /** @override */
  build() {
    super.build();
    this.list.querySelector(".word[role]")?.setAttribute("tabindex", "0");
  }

  /**
   * Makes words buttons that share one Tab stop: the up and down keys move between them.
   * @override
   * @param {...(Node|null)} children
   */
  wordNode(...children) {
    if (!this.stepper.openWord) return super.wordNode(...children);
    return el("span.word", { role: "button", tabIndex: -1 }, ...children);
  }

  /** @override */
  update() {
    this.redrawn = [];
    super.update();
  }

  /** @override @param {Place} place */
  drawPlace(place) {
    const was = chipsIn(place.tokens);
    super.drawPlace(place);
    alternate(chipsIn(place.tokens));
    this.redrawn.push({ ...place, was });
  }

  /**
   * Shows each word as it was, with the tokens ringed that go, and then fall apart.
   * @override
   * @param {Movement} movement
   */
  move(movement) {
    const seen = new Set(inSight(this.list, this.redrawn.map(({ tokens }) => tokens)));
    const words = this.redrawn.filter(({ tokens }) => seen.has(tokens));
    const firsts = words.map(({ tokens }) => tokens.children[0]);
    const lent = this.lend(movement, firsts, (i) => words[i].was);
    const ends = words.map(({ tokens, was }) => {
      const side = tokens.dir === "rtl" ? "left" : "right";
      const end = (/** @type {Element[]} */ chips) => chips.at(-1)?.getBoundingClientRect()[side];
      return (end(was) ?? 0) - (end(chipsIn(tokens)) ?? 0);
    });
    lent.forEach(({ tokens: was }, i) => {
      const { tokens, ids } = words[i];
      for (const chip of was) {
        chip.classList.toggle("won", !ids.includes(Number(chip.dataset.id)));
        movement.fade(chip, FALLS_APART);
      }
      for (const chip of tokens.children) movement.show(chip, appear, FALLS_APART);
      const count = tokens.nextElementSibling;
      if (count) movement.show(count, comeFrom(`translateX(${ends[i]}px)`), FALLS_APART);
    });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { key } = event;
    const word = closest(event, ".word");
    const isOpening = key === "Enter" || key === " ";
    const isMove = key === "ArrowDown" || key === "ArrowUp";
    if (!word || !(isOpening || isMove) || isBrowsers(event)) return;
    event.preventDefault();
    event.stopPropagation(); // elsewhere Space plays
    if (isOpening) return word.click();
    const to = key === "ArrowDown" ? word.nextElementSibling : word.previousElementSibling;
    if (!(to instanceof HTMLElement)) return;
    word.tabIndex = -1;
    to.tabIndex = 0;
    to.focus();
  }

  /** Rings a token wherever it occurs. @override @param {number} [id] */
  ring(id) {
    for (const node of this.ringed) node.classList.remove("ring");
    this.ringed = id === undefined ? [] : [...this.list.querySelectorAll(`.chip[data-id="${id}"]`)];
    for (const node of this.ringed) node.classList.add("ring");
  }

  /** @override @param {Event} event */
  open(event) {
    const tokens = closest(event, ".word")?.querySelector(".tokens");
    const place = this.places.find((each) => each.tokens === tokens);
    if (place) this.stepper.openWord?.(place.word);
  }
}
