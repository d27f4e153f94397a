// The stepper's guided lesson: short cards, each completed by doing what it says on the stage.

import { t } from "../../browser/sentences.js";
import { button, closest, el, fill } from "../../drawing/elements.js";
import { focusedIn } from "../../drawing/kept_focus.js";
import { toolRow } from "../../drawing/panel.js";
import { visible } from "../../tokens/spelling.js";
import { hasManyWords } from "../growth/growth.js";
import { baseTokens, encodeUnits } from "./encode_word.js";

/**
 * @import { Tell } from "../../component/component.d.ts"
 * @import { MergeStepper } from "../walker.d.ts"
 */

const STEPS_OF_AGAIN = 3;
const LONGEST_WORD = 40; // the most characters that a card encodes

const CHART = ".panel.growth";

/**
 * What each card says and points at, and when it is done. The cards can be done in any order, at
 * any time.
 * @type {{
 *   name: string, title: () => string, text: () => string, target?: string,
 *   done: (stepper: MergeStepper, guide: Guide) => boolean
 * }[]}
 */
const CARDS = [
  {
    name: "why",
    title: () => t("Why split at all?"),
    text: () =>
      t(
        "A model reads numbers, not letters. So text is cut into pieces, called tokens, and " +
          "each has a number, its id. A list of whole words would be huge, and would still " +
          "miss some. Tick “show token ids” above the words: at first, each character is a " +
          "token.",
      ),
    target: ".tools label:last-child",
    done: ({ words }) => words.ids.checked,
  },
  {
    name: "count",
    title: () => t("Count"),
    text: () =>
      t(
        "BPE counts how often two tokens are next to each other. Point at a pair (on a phone, " +
          "tap it): it is ringed in the words. The number after each word (×10) says how often " +
          "the word occurs. Add them up: do you get the number beside the bar?",
      ),
    target: ".panel.pairs",
    done: (_, guide) => guide.pointed,
  },
  {
    name: "merge",
    title: () => t("Merge"),
    text: () =>
      t(
        "The pair with the highest count becomes one token, wherever it occurs. Take the " +
          "first step.",
      ),
    target: ".buttons .next",
    done: ({ step }) => step > 0,
  },
  {
    name: "again",
    title: () => t("And again"),
    text: () =>
      t(
        "The counts have changed: some pairs are new, some rarer, some gone. Before each " +
          "click, say which pair is next. Go on to step 3.",
      ),
    target: ".buttons .next",
    done: ({ step, model }) => step >= Math.min(STEPS_OF_AGAIN, model.steps),
  },
  {
    name: "ties",
    title: () => t("Ties"),
    text: () =>
      t(
        "Sometimes several pairs share the highest count. BPE doesn't say which one to take, " +
          "so a rule decides. Go to a step with a tie, or to the end if there is none.",
      ),
    target: ".panel.why",
    done: isAtTie,
  },
  {
    name: "stop",
    title: () => t("When to stop"),
    text: () =>
      t(
        "More merges mean longer tokens and a larger vocabulary. You choose where to stop. Go " +
          "to the last step and read why training stops there.",
      ),
    target: ".buttons .last",
    done: isAtEnd,
  },
  {
    name: "encode",
    title: () => t("Encode a new word"),
    text: () =>
      t(
        "To split a word that it has never seen, BPE applies the merges it has learned, in " +
          "the same order. Type a word made of letters from the corpus. Then go to another " +
          "step and see how the split changes.",
      ),
    done: (_, guide) => guide.encoded,
  },
  {
    name: "compare",
    title: () => t("What goes wrong with words or characters alone"),
    text: () =>
      t(
        "Words alone: few tokens, but a huge vocabulary, and every new word is unknown. " +
          "Characters alone: a tiny vocabulary, but very many tokens. BPE lies between the " +
          "two. A handful of words is too few to show it: take 2,000, and go to the last step.",
      ),
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
   * @param {Tell} tell
   */
  constructor(stepper, tell) {
    this.stepper = stepper;
    this.tell = tell;
    this.card = 0;
    this.pointed = this.encoded = false;
    /** @type {Set<number>} the cards that have been done: they stay so */
    this.completed = new Set();
    /** @type {number|undefined} the card that Python was told about and has not confirmed yet */
    this.pendingCard = undefined;
    /** @type {boolean|undefined} what is drawn: whether the card is done */
    this.drawn = undefined;
    this.state = el("span", { className: "state", role: "status" });
    this.next = button("", () => this.nextCard());
    this.node = el("aside", { className: "guide", hidden: true });
  }

  /** In another language, what was done stays so. @param {Guide} before */
  goOn(before) {
    this.completed = before.completed;
    this.update();
  }

  /**
   * Shows the card that Python names. Until Python knows about the last press, it is outdated.
   * @param {number} card
   */
  follow(card) {
    if (this.pendingCard !== undefined && card !== this.pendingCard) return;
    this.pendingCard = undefined;
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
    const { name, title, text, target } = CARDS[this.card - 1];
    const close = el("button", {
      type: "button",
      className: "close",
      ariaLabel: t("End the guided lesson"),
      title: t("End the guided lesson"),
      onclick: () => this.go(0),
    }, "✕");
    this.state = el("span", { className: "state", role: "status" });
    this.next = button("", () => this.nextCard());
    const back = button(t("Back"), () => this.go(this.card - 1));
    back.disabled = this.card === 1;
    const heading = el("h2", { tabIndex: -1 }, title());
    const hadFocus = focusedIn(this.node);
    this.node.replaceChildren(
      el(
        "header",
        {},
        heading,
        el("small", {}, t("Card {k} of {n}", { k: this.card, n: CARDS.length })),
        close,
      ),
      el("p", {}, text()),
      ...this.tools(name),
      el("div", { className: "moves" }, back, this.next, this.state),
    );
    const pointedAt = target ? this.stepper.node.querySelector(target) : null;
    pointedAt?.classList.add("pointed-at");
    this.node.classList.toggle("about-chart", target === CHART);
    // Whoever presses a button watches the words.
    const watched = pointedAt?.matches(".buttons *") ? this.stepper.headline.node : pointedAt;
    if (before) watched?.scrollIntoView({ block: "nearest" });
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
    return [el("div", {}, button(t("Try 2,000 words"), readProse))];
  }

  encoder() {
    const field = el("input", {
      type: "text",
      maxLength: LONGEST_WORD,
      ariaLabel: t("Encode a new word"),
    });
    const out = el("p", { className: "encoded", role: "status" });
    const act = () => {
      if (!field.value) return;
      out.replaceChildren(...this.encode(field.value));
      this.update();
    };
    field.onkeydown = (/** @type {KeyboardEvent} */ { key }) => void (key === "Enter" && act());
    return [
      toolRow(field, button(t("Encode"), act)),
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
      return [
        fill(t("Not in the base vocabulary: {characters}. Try another word."), {
          characters: visible(unknown.join(" ")),
        }),
      ];
    }
    this.encoded = true;
    return encodeUnits(model, units, step).flatMap((id, i) => [i ? " " : "", chips.chip(id)]);
  }

  /** @param {number} card */
  go(card) {
    this.show(card);
    this.pendingCard = card;
    this.tell("card", card);
  }

  /** Shows the next card, or ends the guided lesson. */
  nextCard() {
    this.go(this.card === CARDS.length ? 0 : this.card + 1);
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
    this.state.textContent = done ? t("✓ Done") : "";
    this.next.textContent = last ? t("End the guided lesson") : done ? t("Next card") : t("Skip");
  }
}
