// The learner predicts the next step before it is shown.

import { t } from "../../browser/sentences.js";
import { button, closest, el, fill, isBrowsers, sayOnce } from "../../drawing/elements.js";
import { keepFocus } from "../../drawing/panel.js";
import { shortWord } from "../../tokens/spelling.js";
import { tokenByKey } from "./player.js";
import { chipsIn } from "./laid_over.js";
import { Turn } from "./turn.js";

/**
 * @import { Tell } from "../../component/newest_drawing.js"
 * @import { Questioned } from "../walker.d.ts"
 * @import { Outcome } from "./turn.js"
 */

export const MOST_CANDIDATES = 6;
const HINTS = 3;

/**
 * The sentences that ask for a pair of adjacent tokens.
 * @param {string} question
 * @param {string} first what the first hint is about
 * @param {string} last what the last hint is about
 */
export const asksForPair = (question, first, last) => ({
  question,
  how: t(
    "Click two adjacent tokens in the words. With the keyboard: press Tab to reach the " +
      "words, move with the arrow keys, and press Enter to pick.",
  ),
  list: t("Pick two adjacent tokens: move with the arrow keys, pick with Enter"),
  hints: [first, t("Hint 2 of 3: the first token"), last],
});

/** Words, and what is said of others. @param {string[]} words @param {string} others */
export function wordsInARow(words, others) {
  const all = [...words.map((word) => el("bdi", shortWord(word))), others].filter(Boolean);
  return el("span.addends", ...all.flatMap((each, i) => i ? [t(", "), each] : [each]));
}

/**
 * "Your turn": asks for an answer and checks it. While it asks, everything that would give the
 * answer away is hidden. Subclasses define what an answer is, and whether it is right.
 * @template {Questioned} S
 * @extends {Turn<S>}
 */
export class Prediction extends Turn {
  /** @param {S} stepper @param {Tell} tell */
  constructor(stepper, tell) {
    super(stepper, tell);
    /** @type {HTMLElement[]} tokens picked so far */
    this.picked = [];
    this.hints = 0;
    this.byKeyboard = false;
    this.drawn = -1; // the step of the question that is shown
    this.questionLine = el("p.asked", { role: "status" });
    this.hint = el("p.hint", { role: "status" });
    this.hintButton = button("", () => this.giveHint(), "hint-button");
    this.candidates = el("details.candidates");
    this.node.onkeydown = () => (this.byKeyboard = true);
    const { list } = stepper.words;
    this.listLabel = list.ariaLabel;
    list.onpointerdown = () => (this.byKeyboard = false);
    const key = (/** @type {KeyboardEvent} */ event) => this.asking && this.key(event);
    list.addEventListener("keydown", key, true); // before the words' own keys, which mean others
  }

  /**
   * The question about step {k}, how to answer it, what the words are called meanwhile, and the
   * names of the hints.
   * @returns {any} as `question`, `how`, `list` and `hints`
   */
  asks() {}

  /** @override @param {Record<string, string>} numbers */
  scored(numbers) {
    return t("{right} of {n} right, {alone} of them without a hint. In a row: {streak}.", numbers);
  }

  /**
   * Some possible answers, in an order that reveals nothing.
   * @returns {any} each with its `label` and its `pick`
   */
  candidatesNow() {}

  /** Finds out whether an answer is right, and submits it. @param {number[]} _pick */
  check(_pick) {}

  /** @param {number} _grade from 1, the vaguest hint, to 3 @returns {any} a node, or text */
  hintText(_grade) {}

  /** Called at every step, before anything is drawn that depends on it. */
  update() {
    const { node, words, step } = this.stepper;
    if (!this.on && !node.classList.contains("predicting")) return;
    this.markStates();
    // A drawing that is repeated, as when a page takes a walk over, keeps a first token's pick.
    if (this.drawn !== step || !this.asking) this.unmark();
    if (this.drawn !== step) this.hints = 0;
    this.drawn = step;
    words.list.ariaLabel = this.asking ? this.asks().list : this.listLabel;
    if (this.on) this.draw();
    const { activeElement } = /** @type {ShadowRoot} */ (this.node.getRootNode());
    if (this.on && this.byKeyboard && !activeElement) words.list.focus({ preventScroll: true });
  }

  unmark() {
    this.picked = [];
    const marked = this.stepper.words.list.querySelectorAll(".picked, .hinted");
    for (const node of marked) node.classList.remove("picked", "hinted");
  }

  /** @override */
  question() {
    const k = this.stepper.number(this.stepper.step + 1);
    if (!this.picked.length) sayOnce(this.questionLine, fill(this.asks().question, { k }));
    const show = button(t("Show me"), () => this.answer([], "shown"));
    this.listCandidates();
    this.drawHint();
    return [
      this.questionLine,
      el("p.more", this.asks().how),
      this.hint,
      this.candidates,
      el("div.choices", this.hintButton, show),
    ];
  }

  /**
   * Submits an answer once it is known how good it is, unless the learner has gone on by then.
   * @template T
   * @param {number[]} pick
   * @param {Promise<T|undefined>} asked
   * @param {string} unknown what is said where there is no connection
   * @param {(found: T) => Outcome|undefined} judge
   */
  async answerOnce(pick, asked, unknown, judge) {
    const { step } = this.stepper;
    const found = await asked;
    if (!this.asking || step !== this.stepper.step) return;
    const outcome = found && judge(found);
    if (outcome) this.answer(pick, outcome);
    else if (!found) this.questionLine.replaceChildren(unknown);
  }

  /** Draws again once there is what was asked for. @param {Promise<unknown>} asked */
  async drawOnce(asked) {
    if (await asked) keepFocus(this.body, () => this.draw());
  }

  listCandidates() {
    /** @type {{label: Node, pick: number[]}[]} */
    const found = this.candidatesNow();
    const buttons = found.map(({ label, pick }) => button(label, () => this.check(pick)));
    const summary = el("summary", t("Choose from a list"));
    this.candidates.replaceChildren(summary, el("div.choices", ...buttons));
  }

  giveHint() {
    this.hints++; // after the last one there is no button
    this.drawHint();
    // After the last hint its button is gone, and what is left is to answer.
    if (this.hintButton.hidden) this.stepper.words.list.focus({ preventScroll: true });
  }

  drawHint() {
    const isLast = this.hints === HINTS;
    this.stepper.node.classList.toggle("bars-shown", isLast);
    this.hintButton.hidden = isLast;
    this.hintButton.textContent = this.asks().hints[this.hints];
    sayOnce(this.hint, this.hints ? this.hintText(this.hints) : "");
  }

  /** Takes a token that was clicked, or chosen with Enter. @param {HTMLElement} chip */
  pick(chip) {
    const before = this.picked[0];
    for (const node of this.picked) node.classList.remove("picked");
    this.picked = [];
    if (chip === before) return;
    this.picked = [chip];
    if (before?.nextElementSibling === chip) this.picked.unshift(before);
    else if (before && chip.nextElementSibling === before) this.picked.push(before);
    for (const node of this.picked) node.classList.add("picked");
    const ids = this.picked.map((node) => Number(node.dataset.id));
    if (ids.length === 2) return this.check(ids);
    const token = this.stepper.chips.chip(ids[0]);
    const next = fill(t("{token}: now tap the token before or after it"), { token });
    this.questionLine.replaceChildren(next);
  }

  /** @param {number[]} pick @param {Outcome} outcome */
  answer(pick, outcome) {
    this.answers.add({ step: this.stepper.step, pick, outcome, hints: this.hints });
    this.stepper.update();
    if (!this.byKeyboard) return;
    /** @type {HTMLElement|null} */ (this.body.querySelector(".go-on"))?.focus();
  }

  /** Arrow keys move over the tokens, Enter or Space picks one. @param {KeyboardEvent} event */
  key(event) {
    if (isBrowsers(event)) return;
    const chip = closest(event, ".chip");
    const isPick = chip && (event.key === "Enter" || event.key === " ");
    const to = isPick ? chip : this.moveTo(event.key, chip);
    if (!to) return;
    event.preventDefault();
    event.stopPropagation(); // otherwise the arrow would take a step
    this.byKeyboard = true;
    if (isPick) return this.pick(chip);
    to.tabIndex = -1;
    to.role = "button";
    to.focus();
  }

  /**
   * The token that a key leads to.
   * @param {string} key
   * @param {HTMLElement|null} chip that has the focus, if any
   */
  moveTo(key, chip) {
    const all = chipsIn(this.stepper.words.list);
    const starts = all.flatMap((each, i) => (each.previousElementSibling ? [] : [i]));
    const place = chip ? all.indexOf(chip) : -1;
    const to = tokenByKey(key, place, starts, all.length, chip?.parentElement?.dir === "rtl");
    return to === undefined ? undefined : all[to];
  }
}
