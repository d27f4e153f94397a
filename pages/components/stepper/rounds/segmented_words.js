// The corpus, each word in its best segmentation.

import { el } from "../../drawing/elements.js";
import { Words } from "../merges/words.js";

/**
 * @import { Stepper } from "../stepper.js"
 */

/** The corpus, each word in its best segmentation; a click on a word opens its lattice. */
export class SegmentedWords extends Words {
  /** @param {Stepper} stepper */
  constructor(stepper) {
    super(stepper);
    const { text } = stepper.model.walk;
    this.ids.parentElement?.remove(); // an id is another one in every round
    this.node.append(el("p", { className: "more" }, text.open_word));
    this.node.classList.add("segmented");
    this.list.onkeydown = (/** @type {any} */ event) => this.key(event);
  }

  build() {
    super.build();
    this.list.querySelector(".word")?.setAttribute("tabindex", "0");
  }

  /** Words are buttons, and one stop of the Tab key: up and down go to the next. @param {...(Node|null)} children */
  wordNode(...children) {
    return el("span", { className: "word", role: "button", tabIndex: -1 }, ...children);
  }

  /** @param {any} event */
  key(event) {
    const word = event.target.closest?.(".word");
    const act = word && this.actions(word)[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation(); // elsewhere Space plays
    act();
  }

  /** @param {HTMLElement} word @returns {Record<string, () => void>} */
  actions(word) {
    const open = () => word.click();
    const next = () => this.focusWord(word, word.nextElementSibling);
    const previous = () => this.focusWord(word, word.previousElementSibling);
    return { Enter: open, " ": open, ArrowDown: next, ArrowUp: previous };
  }

  /** @param {HTMLElement} from @param {any} to */
  focusWord(from, to) {
    if (!to) return;
    from.tabIndex = -1;
    to.tabIndex = 0;
    to.focus();
  }

  /** What is new in a word is marked whole. @param {HTMLElement} chip */
  splitForJoining(chip) {
    chip.classList.add("new");
    /** @type {HTMLElement[]} */ (this.fresh).push(chip);
  }

  /** Rings a token wherever it stands. @param {number} [id] */
  ring(id) {
    for (const node of this.ringed) node.classList.remove("ring");
    this.ringed = id === undefined ? [] : [...this.list.querySelectorAll(`.chip[data-id="${id}"]`)];
    for (const node of this.ringed) node.classList.add("ring");
  }

  /** @param {any} event */
  openToken(event) {
    const chip = event.target.closest?.(".chip");
    if (this.stepper.prediction.asking) return void (chip && this.stepper.prediction.pick(chip));
    const tokens = event.target.closest?.(".word")?.querySelector(".tokens");
    const place = this.places?.find((each) => each.tokens === tokens);
    if (place) this.stepper.openWord(place.word);
  }
}
