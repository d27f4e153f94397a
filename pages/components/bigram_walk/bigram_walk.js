/**
 * A language model of counts over a training's tokens: what a row of it is, what a word takes, what
 * it makes up, and what each merge earned. Everything is counted here, from the words and merges
 * that the stepper is sent, too.
 *
 * Text is only ever placed with textContent.
 */

import { t } from "../browser/sentences.js";
import { el } from "../drawing/elements.js";
import { foldedPanel, panel } from "../drawing/panel.js";
import { Events } from "../event_walk/event_walk.js";
import { MergeModel } from "../stepper/merges/merge_model.js";
import { drawWalk } from "../stepper/walking/page_walk.js";
import { formatIn } from "../drawing/numbers.js";
import { EarnedWalk } from "./earned_walk.js";
import { MadeUp, NextTokens, WordBits } from "./parts.js";

/**
 * @import { Drawing, Tell } from "../component/newest_drawing.js"
 * @import { EventWalk } from "../event_walk/payload.d.ts"
 * @import { ClassroomOptions, Walk } from "../stepper/payload.d.ts"
 */

/**
 * A walk over merges, and the seed of the word that is written; 0 for none.
 * @typedef {Walk & {seed: number, classroom: ClassroomOptions}} Sent
 */

export class BigramWalk extends Events {
  /** @param {Sent} sent @param {HTMLElement} root @param {Tell} tell */
  constructor(sent, root, tell) {
    const earned = new EarnedWalk(new MergeModel(sent), sent.lang);
    const { key, step, visit, lang, classroom } = sent;
    const session = { step, visit, lang, classroom, predict: true };
    // The walk over the same merges in another lesson keeps answers to other questions.
    super({ ...earned.walk(), key: `${key} bits`, ...session }, root, tell);
    this.tell = tell;
    this.earned = earned;
    this.percent = formatIn(lang, { style: "percent", maximumSignificantDigits: 3 });
    this.madeUp = new MadeUp(this, sent.seed);
    this.nextTokens = new NextTokens(this);
    const parts = [this.nextTokens, new WordBits(this), this.madeUp];
    for (const part of parts) part.update();
    this.parts.push(...parts);
    this.node.classList.add("bigram-walk");
    const nodes = parts.map(({ node }) => node);
    const sentence = t("With longer tokens, the model sees further back. Guess before each step.");
    const when = el("span.when", sentence);
    const heading = panel(t("4 What does each merge save?"), "earns", when); // of the walk below
    this.node.prepend(el("div.bigram-parts", ...nodes), heading);
    this.node.append(noWorse());
  }

  /**
   * A room asks what comes next, as long as the row is hidden, and then about the merges. A
   * question about a row has the number of the step that is seen, one about a merge of the next.
   * @override
   */
  inRoom() {
    const walked = super.inRoom();
    const isRow = (/** @type {number} */ step) => step === this.step;
    return {
      ...walked,
      question: () => {
        const question = this.nextTokens.written();
        return question ? { question } : walked.question();
      },
      carryOut: (/** @type {number} */ step) =>
        isRow(step) ? this.nextTokens.open() : walked.carryOut(step),
      scene: (/** @type {number} */ step) => isRow(step) ? el("div") : this.scene(),
      explains: (/** @type {number} */ step) => isRow(step) ? this.nextTokens.explained() : {},
    };
  }

  /** A share of a count, in words. @param {number} times @param {number} total */
  of(times, total) {
    return t("{times} of {total}", { times: this.number(times), total: this.number(total) });
  }

  /** @override @param {EventWalk & {seed?: number}} sent */
  comeBack({ step, seed = 0 }) {
    if (this.madeUp.seed !== seed) {
      this.madeUp.seed = seed;
      this.madeUp.update();
    }
    this.go(step);
  }
}

/** A model over the new tokens x y that gives every word the probability P that it had. */
const AS_BEFORE = [
  "P′(xy | a) = P(x | a) · P(y | x)",
  "P′(x | a) = P(x | a) · (1 − P(y | x))",
  "P′(z | x) = P(z | x) ÷ (1 − P(y | x)), z ≠ y",
  "P′(z | xy) = P(z | y)",
];

/** Why no merge makes the model worse on what it has read. */
function noWorse() {
  const start = t(
    "Not on the text that was counted. The old probabilities give a model over the new " +
      "tokens in which every word is as probable as before:",
  );
  return foldedPanel(
    t("Can a merge make it worse?"),
    "no-worse",
    el("p", start),
    el("ul", ...AS_BEFORE.map((formula) => el("li", formula))),
    el("p", t("Counting gives the best of all such models, so it is no worse than this one.")),
  );
}

/** @param {Drawing<Uint8Array>} drawing */
export default function mountModel(drawing) {
  return drawWalk(drawing, (sent, root, tell) => new BigramWalk(sent, root, tell));
}
