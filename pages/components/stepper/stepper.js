/**
 * The stepper: walks one training, a merge at a time, without asking the server.
 *
 * Python sends the walk once: the merges, and for each word one number for each gap between its
 * base tokens, the step that closed the gap. A word at step k is its base tokens joined over the
 * gaps closed by step k, so any step is one pass over the word, forwards and backwards alike.
 * What cannot be derived from that (how often each pair occurs, which words make a sum) comes in
 * pieces of a few dozen steps, fetched ahead of need.
 *
 * Throughout, a *token id* counts special tokens, base tokens and merges, in this order; a *view*
 * is what is shown at one step; a *walk* is what Python sent.
 *
 * Text of the corpus is only ever placed with textContent.
 */

import { t } from "../browser/sentences.js";
import { onceVisible } from "../browser/shown_page.js";
import { preciseIn } from "../drawing/numbers.js";
import { amountIn } from "../drawing/amounts.js";
import { el } from "../drawing/elements.js";
import { foldedPanel, keepFocus } from "../drawing/panel.js";
import { Chips } from "../tokens/chips.js";
import { Arrival } from "./arrival/arrival.js";
import { Notes, Question } from "./merges/question.js";
import { Growth, StepLine } from "./walking/growth.js";
import { Headline, markSteps, MergeChanges, MergeFinale, Merges } from "./merges/merge_panels.js";
import { Fork } from "./merges/fork.js";
import { MergeModel } from "./merges/merge_model.js";
import { MergeWords } from "./merges/merge_words.js";
import { PairPrediction } from "./merges/pair_prediction.js";
import { Pairs } from "./merges/pairs.js";
import { Junk, Tree, Vocabulary } from "./merges/vocabulary.js";
import { Why } from "./merges/why.js";
import {
  Cheapest,
  LikelyTokens,
  RoundChanges,
  RoundFinale,
  RoundHeadline,
  Rounds,
  WhyCheap,
} from "./rounds/round_panels.js";
import { RoundModel } from "./rounds/round_model.js";
import { RoundPrediction } from "./rounds/round_prediction.js";
import { SegmentedWords } from "./rounds/segmented_words.js";
import { putWalk, takeWalk } from "./walking/mounted.js";
import { drawWalk, PageWalk } from "./walking/page_walk.js";
import { Pieces } from "./walking/trace_source.js";
import { whyNoMore } from "./walking/explained.js";

/**
 * @import { offerRoom } from "./walking/offered_room.js"
 * @import { Drawing, Tell } from "../component/newest_drawing.js"
 * @import { ClassroomOptions, ForkedWalk, RoundWalk, Walk } from "./payload.d.ts"
 * @import { CorpusModel } from "./walking/corpus_model.js"
 * @import { Prediction } from "./walking/prediction.js"
 */

/** The parts that draw a walk of merges. @type {Record<string, any>} */
const MERGE_PARTS = {
  Model: MergeModel,
  Headline,
  Words: MergeWords,
  Pairs,
  Why,
  Changes: MergeChanges,
  lists: [Merges, Vocabulary, Junk],
  Question,
  Finale: MergeFinale,
  Prediction: PairPrediction,
};

/** The parts that draw a walk of rounds. @type {Record<string, any>} */
const ROUND_PARTS = {
  Model: RoundModel,
  Headline: RoundHeadline,
  Words: SegmentedWords,
  Pairs: Cheapest,
  Why: WhyCheap,
  Changes: RoundChanges,
  lists: [Rounds, LikelyTokens], // no junk: a round drops every token that isn't worth keeping
  Finale: RoundFinale,
  Prediction: RoundPrediction,
};

/** The reasons' type before a class, in rem: the first that fits. */
const REASON_SIZES = [2.4, 2, 1.7, 1.45, 1.2, 1, 0.9];

/** The names of a walk's controls. @param {Walk|RoundWalk} walk */
function calledBy(walk) {
  if (walk.algorithm !== "unigram") {
    return { controls: t("Walk through the merges"), end: whyNoMore(walk) };
  }
  return {
    controls: t("Walk through the rounds"),
    place: t("round {k} of {n}"),
    field: t("Round number"),
    slider: t("Drag to a round"),
  };
}

/** The options without the app, and so without a class. @type {ClassroomOptions} */
const NOTHING_ON = { present: false, hidden: [], place: 0, notes: [] };

/** The sentences of a room where a step is a round of pruning. */
const roundsInWords = () => ({
  ask: t("Start a vote on the next round"),
  carryOut: t("Do the round"),
  way: (/** @type {number} */ k, /** @type {string} */ parts) =>
    t("round {k}: {parts}", { k, parts }),
});

/** @extends {PageWalk<CorpusModel<any, any>>} */
export class Stepper extends PageWalk {
  /** @override @type {Prediction<any>} */
  prediction;
  /** @type {Fork|undefined} */
  fork = undefined;

  /**
   * @param {Walk|RoundWalk} walk
   * @param {HTMLElement} root
   * @param {Tell} tell tells Python what the learner chose
   * @param {typeof offerRoom} [offer]
   */
  constructor(walk, root, tell, offer) {
    const kinds = walk.algorithm === "unigram" ? ROUND_PARTS : MERGE_PARTS;
    super(new kinds.Model(walk), walk, calledBy(walk), tell, offer);
    this.chips = new Chips(this.model);
    /** Asks Python to show a word's lattice. @type {((word: number) => void)|undefined} */
    this.openWord = "lattices" in walk ? (word) => tell("word", word) : undefined;
    /**
     * Asks Python for a training with these merges chosen: step, left, right.
     * @type {((choices: number[][]) => void)|undefined}
     */
    this.choose = walk.algorithm === "bpe" && !("fixed" in walk)
      ? (choices) => tell("fork", choices)
      : undefined;
    /** Asks Python for a corpus of many words. @type {(() => void)|undefined} */
    this.readProse = "prose" in walk ? () => tell("prose", Date.now()) : undefined;
    /** A count, a score with three digits, or a cost. */
    this.amount = walk.algorithm === "unigram"
      ? amountIn(walk.lang)
      : "left_count" in walk
      ? preciseIn(walk.lang)
      : this.number;
    // Python sends the walk again if the server has lost it.
    this.pieces = new Pieces(this, () => tell("lost", Date.now()));
    this.headline = new kinds.Headline(this);
    this.words = new kinds.Words(this);
    this.pairs = new kinds.Pairs(this);
    this.why = new kinds.Why(this);
    this.changes = new kinds.Changes(this);
    this.growth = new Growth(this);
    /** @type {StepLine} */
    this.line = new StepLine(this);
    /** The walk's question; rounds begin with more pieces than anybody needs. */
    this.question = kinds.Question && new kinds.Question(this);
    this.finale = new kinds.Finale(this);
    this.tree = new Tree(/** @type {any} */ (this));
    this.prediction = new kinds.Prediction(this, tell);
    this.arrival = new Arrival(/** @type {any} */ (this), tell);
    this.notes = new Notes(/** @type {any} */ (this), walk.classroom ?? NOTHING_ON);
    const { headline, words, prediction, pairs, why, changes, question, finale } = this;
    const { growth, line, arrival, notes, model, transport } = this;
    const lists = kinds.lists.map((/** @type {any} */ List) => new List(this));
    const parts = [headline, words, prediction, pairs, why, changes, question, finale];
    this.parts = [...parts, growth, line, ...lists, arrival, notes].filter(Boolean);
    const hasFew = words.node.classList.contains("few-words");
    this.stage = el(hasFew ? "div.stage.of-few-words" : "div.stage");
    // Their panel has the height of as many bars as there are at any step of a short walk.
    const rows = [...model.views.values()].map((view) => pairs.barsOf(view).length);
    this.stage.style.setProperty("--rows", String(Math.max(...rows)));
    const below = el("div.below", ...lists.map((/** @type {any} */ { node }) => node));
    transport.track.append(line.node);
    if (model.steps) transport.last.after(prediction.switch);
    words.tools.append(growth.inShort);
    const drawn = walk.algorithm === "unigram"
      ? foldedPanel(t("All rounds, and the vocabulary"), "lists", below)
      : below;
    this.layOut(root, headline.node, this.stage, drawn, this.tree.node);
    this.takeFork("fork" in walk ? walk.fork : undefined);
    this.dress(walk.classroom ?? NOTHING_ON);
    new ResizeObserver(() => this.fitReasons()).observe(this.why.node);
  }

  /** The view of this step. */
  get view() {
    return this.model.views.get(this.step);
  }

  /**
   * Shows a second training beside this one, or removes it.
   * @param {ForkedWalk|null|undefined} walk
   */
  takeFork(walk) {
    this.fork?.node.remove();
    this.fork = walk ? new Fork(/** @type {any} */ (this), walk) : undefined;
    const { words, changes, prediction, why, pairs, growth, question, finale, fork, arrival } =
      this;
    growth.noteLine.prepend(this.notes.node);
    const columns = fork
      ? [[words, pairs, changes, growth], [fork.words, fork.pairs, prediction, why]]
      : [[arrival, words, changes, question], [prediction, finale, pairs, why], [growth]];
    const drawn = columns.map((parts) => el("div.column", ...parts.map((part) => part?.node)));
    const { tool, foot } = arrival;
    keepFocus(this.stage, () => this.stage.replaceChildren(...drawn, tool, foot));
    if (fork) this.stage.before(fork.node);
    markSteps(/** @type {any} */ (this), this.choose && walk ? walk.choices : []);
    this.node.classList.toggle("forked", Boolean(fork));
    this.update();
  }

  /** @override @param {number|undefined} from */
  measure(from) {
    if (from !== undefined && !this.finale.node.hidden) this.movement.mark(this.stage, "ending");
    super.measure(from);
    this.fitReasons();
  }

  /**
   * Before a class, reasons are as large as there is room for. Where there is none for all of them,
   * some give way; what is cut off even so fades.
   */
  fitReasons() {
    const { why: { body }, changes, presenter } = this;
    const isFull = (/** @type {Element} */ box) => box.scrollHeight > box.clientHeight + 1;
    const fits = (/** @type {number} */ size) => {
      body.style.setProperty("--type", String(size));
      return !isFull(body);
    };
    const isCut = () =>
      [...body.querySelectorAll(".removal")].some((line) => line.scrollWidth > line.clientWidth);
    const sizes = presenter.node.hidden ? [1] : REASON_SIZES;
    for (const box of [body, changes.body]) {
      box.classList.remove("tight", "tightest", "overflowing");
    }
    for (const how of ["tight", "tightest"]) if (!sizes.some(fits)) body.classList.add(how);
    if (!sizes.some((size) => fits(size) && !isCut())) sizes.some(fits);
    for (const box of [body, changes.body]) box.classList.toggle("overflowing", isFull(box));
  }

  /** @override */
  drawStep() {
    this.node.classList.toggle("at-start", this.step === 0);
    super.drawStep();
    this.fork?.update();
    this.pieces.fetchAround();
  }

  /** In the arrival, the first step after an answer moves, too. @override */
  mayMove() {
    return super.mayMove() || this.arrival.isOn;
  }

  /** @override */
  inRoom() {
    const { algorithm, key } = this.model.walk;
    return {
      ...super.inRoom(),
      asks: algorithm,
      question: () => this.step < this.model.steps ? { key, step: this.step } : null,
      ...algorithm === "unigram" ? { labels: roundsInWords() } : {},
    };
  }

  /** @override @param {ClassroomOptions} options */
  dress(options) {
    super.dress(options);
    this.arrival.follow(options.place);
  }

  /** @override @param {KeyboardEvent} event */
  key(event) {
    if (this.arrival.isOn) this.arrival.key(event);
    else super.key(event);
  }

  /** @override */
  takeFocus() {
    if (this.arrival.isOn) this.arrival.question.focus();
    else super.takeFocus();
  }

  /** @override */
  isBusy() {
    return this.tree.node.open;
  }

  /** The address is what counts now. @override @param {Walk} sent */
  comeBack(sent) {
    this.arrival.pending = undefined;
    if (!this.arrival.isOn) this.prediction.set(Boolean(sent.predict));
    super.comeBack(sent);
  }

  /** @override @param {Walk} sent */
  take(sent) {
    super.take(sent);
    if (sent.fork?.key !== this.fork?.model.walk.key) this.takeFork(sent.fork);
  }
}

/**
 * @param {Drawing<Uint8Array>} drawing
 * @param {typeof offerRoom} [offer] a room, where there is a server for one
 */
export default function mount(drawing, offer) {
  return drawWalk(drawing, (walk, root, tell, /** @type {Stepper|undefined} */ before) => {
    // The same walk in another language or after a restart stays at its step.
    if (before && isSameWalk(before.model.walk, walk)) walk.step = before.step;
    const stepper = new Stepper(walk, root, tell, offer);
    const { list } = stepper.words;
    list.classList.toggle("arriving", stepper.step === 0);
    onceVisible(() => list.classList.remove("arriving"));
    return stepper;
  });
}

/**
 * Makes a walk another element's: what is drawn there next goes on with it.
 * @param {HTMLElement} from
 * @param {HTMLElement} to
 */
export function handOver(from, to) {
  const walk = takeWalk(from);
  if (!walk) return;
  putWalk(to, walk);
  walk.update(); // announces the step to what follows it
}

/**
 * Whether two walks are alike, whatever their keys on the server.
 * @param {Record<string, any>} one
 * @param {Record<string, any>} other
 */
function isSameWalk(one, other) {
  const alike = (/** @type {string} */ name) =>
    JSON.stringify(one[name]) === JSON.stringify(other[name]);
  const telling = ["algorithm", "base", "left", "right", "sizes", "words"];
  return one.key === other.key || telling.every(alike);
}
