// The stepper's guided lesson: short cards, each completed by doing what it says on the stage.

import { closest, el, fill } from "../../drawing/elements.js";
import { focusedIn } from "../../drawing/kept_focus.js";
import { visible } from "../../tokens/spelling.js";
import { hasManyWords } from "../growth/growth.js";
import { baseTokens, encodeUnits } from "./encode_word.js";

/**
 * @import { Tell, Texts } from "../../component/component.d.ts"
 * @import { MergeStepper } from "../walker.d.ts"
 */

const STEPS_OF_AGAIN = 3;
const LONGEST_WORD = 40; // the most characters that a card encodes

const CHART = ".panel.growth";

/**
 * What each card points at, and when it is done. The cards can be done in any order, at any time.
 * @type {{name: string, target?: string, done: (stepper: MergeStepper, guide: Guide) => boolean}[]}
 */
const CARDS = [
  { name: "why", target: ".tools label:last-child", done: ({ words }) => words.ids.checked },
  { name: "count", target: ".panel.pairs", done: (_, guide) => guide.pointed },
  { name: "merge", target: ".buttons .next", done: ({ step }) => step > 0 },
  {
    name: "again",
    target: ".buttons .next",
    done: ({ step, model }) => step >= Math.min(STEPS_OF_AGAIN, model.steps),
  },
  { name: "ties", target: ".panel.why", done: isAtTie },
  { name: "stop", target: ".buttons .last", done: isAtEnd },
  { name: "encode", done: (_, guide) => guide.encoded },
  {
    name: "compare",
    target: CHART,
    done: (stepper) => isAtEnd(stepper) && (hasManyWords(stepper.model) || !stepper.readProse),
  },
];

/** Whether the last step is shown. @param {MergeStepper} stepper */
function isAtEnd({ step, model }) {
  return step === model.steps;
}

/**
 * Whether pairs tie; where none ever do, whether the last step is shown.
 * @param {MergeStepper} stepper
 */
function isAtTie(stepper) {
  const { step, model } = stepper;
  return model.walk.tied.length ? (model.views.get(step)?.tie_total ?? 0) > 1 : isAtEnd(stepper);
}

export class Guide {
  /**
   * @param {MergeStepper} stepper
   * @param {Texts} text
   * @param {Tell} tell
   */
  constructor(stepper, text, tell) {
    this.stepper = stepper;
    this.text = text;
    this.tell = tell;
    this.card = 0;
    this.pointed = this.encoded = false;
    /** @type {Set<number>} the cards that have been done: they stay so */
    this.completed = new Set();
    /** @type {number|undefined} the card that Python was told about and has not confirmed yet */
    this.told = undefined;
    /** @type {boolean|undefined} what is drawn: whether the card is done */
    this.drawn = undefined;
    this.state = el("span", { className: "state", role: "status" });
    this.next = el("button", { type: "button" });
    this.next.onclick = () => this.go(this.card === CARDS.length ? 0 : this.card + 1);
    this.node = el("aside", { className: "guide", hidden: true });
  }

  /**
   * Shows the card that Python names. Until Python knows about the last press, it is outdated.
   * @param {number} card
   */
  follow(card) {
    if (this.told !== undefined && card !== this.told) return;
    this.told = undefined;
    this.show(card);
  }

  /** Shows a card. Cards count from 1; 0 means none. @param {number} card */
  show(card) {
    if (card === this.card) return;
    const before = this.card;
    this.card = card;
    if (!card && focusedIn(this.node)) this.stepper.transport.takeFocus();
    this.node.hidden = !card;
    this.stepper.node.classList.toggle("guided", card > 0);
    if (!before) this.listen();
    this.draw(before);
  }

  /** Notices actions on the stage that are not steps: switching on ids, pointing at a pair. */
  listen() {
    const { node } = this.stepper;
    const look = (/** @type {Event} */ event) => {
      if (closest(event, ".bars li")) this.pointed = true;
      this.update();
    };
    for (const name of ["mouseover", "focusin", "change"]) node.addEventListener(name, look);
  }

  /** @param {number} before  the card before this one; 0 for none: nothing is scrolled then */
  draw(before) {
    this.stepper.node.querySelector(".pointed-at")?.classList.remove("pointed-at");
    this.drawn = undefined;
    if (!this.card) return;
    const { text } = this;
    const { name, target } = CARDS[this.card - 1];
    const close = el("button", {
      type: "button",
      className: "close",
      ariaLabel: text.guide_end,
      title: text.guide_end,
      onclick: () => this.go(0),
    }, "✕");
    this.state = el("span", { className: "state", role: "status" });
    this.next = el("button", {
      type: "button",
      onclick: () => this.go(this.card === CARDS.length ? 0 : this.card + 1),
    });
    const back = el("button", {
      type: "button",
      disabled: this.card === 1,
      onclick: () => this.go(this.card - 1),
    }, text.guide_back);
    const heading = el("h2", { tabIndex: -1 }, text[`card_${name}`]);
    const hadFocus = focusedIn(this.node);
    this.node.replaceChildren(
      el(
        "header",
        {},
        heading,
        el("small", {}, fill(text.guide_progress, { k: this.card, n: CARDS.length })),
        close,
      ),
      el("p", {}, text[`card_${name}_text`]),
      ...this.tools(name),
      el("div", { className: "moves" }, back, this.next, this.state),
    );
    const pointedAt = target ? this.stepper.node.querySelector(target) : null;
    pointedAt?.classList.add("pointed-at");
    this.node.classList.toggle("about-chart", target === CHART);
    if (before) pointedAt?.scrollIntoView({ block: "nearest" });
    if (hadFocus) heading.focus(); // so that the card is read
    this.update();
  }

  /**
   * The tools of this card alone: a word to encode, or a corpus of many words.
   * @param {string} name
   */
  tools(name) {
    if (name === "encode") return this.encoder();
    const { readProse, model } = this.stepper;
    if (name !== "compare" || !readProse || hasManyWords(model)) return [];
    const button = { type: "button", onclick: readProse };
    return [el("div", {}, el("button", button, model.walk.text.growth_prose))];
  }

  encoder() {
    const field = el("input", {
      type: "text",
      maxLength: LONGEST_WORD,
      ariaLabel: this.text.card_encode,
    });
    const out = el("p", { className: "encoded", role: "status" });
    const act = () => {
      if (!field.value) return;
      out.replaceChildren(...this.encode(field.value));
      this.update();
    };
    field.onkeydown = (/** @type {KeyboardEvent} */ { key }) => void (key === "Enter" && act());
    return [
      el(
        "div",
        { className: "tools" },
        field,
        el("button", { type: "button", onclick: act }, this.text.encode),
      ),
      out,
    ];
  }

  /**
   * Encodes a word with the merges so far, and says what is not in the base vocabulary.
   * @param {string} word
   */
  encode(word) {
    const { chips, model, step } = this.stepper;
    const { units, unknown } = baseTokens(model, word);
    if (unknown.length) {
      return [fill(this.text.encode_unknown, { characters: visible(unknown.join(" ")) })];
    }
    this.encoded = true;
    return encodeUnits(model, units, step).flatMap((id, i) => [i ? " " : "", chips.chip(id)]);
  }

  /** @param {number} card */
  go(card) {
    this.show(card);
    this.told = card;
    this.tell("card", card);
  }

  update() {
    if (!this.card) return;
    const { card, completed } = this;
    if (!completed.has(card) && CARDS[card - 1].done(this.stepper, this)) completed.add(card);
    const done = completed.has(card);
    if (done === this.drawn) return;
    this.drawn = done;
    const last = this.card === CARDS.length;
    this.node.classList.toggle("done", done);
    this.state.textContent = done ? this.text.guide_done : "";
    this.next.textContent = last
      ? this.text.guide_end
      : done
      ? this.text.guide_next
      : this.text.guide_skip;
  }
}
