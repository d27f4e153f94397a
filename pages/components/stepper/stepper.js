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

import { speak, t } from "../browser/sentences.js";
import { onceVisible } from "../browser/shown_page.js";
import { takeColours } from "../drawing/colours.js";
import { el, leaveNoFocus } from "../drawing/elements.js";
import { focusedIn, keepFocus } from "../drawing/kept_focus.js";
import { amountIn } from "../drawing/amounts.js";
import { localeOf, preciseIn, wholeIn } from "../drawing/numbers.js";
import { Chips } from "../tokens/chips.js";
import { announce, followSavedStep, savedStep } from "../walk_follower/walk_place.js";
import { Classroom } from "./classroom/classroom.js";
import { Fork } from "./merges/fork.js";
import { Changes } from "./merges/changes.js";
import { Headline, MergeFinale, Merges } from "./merges/merge_panels.js";
import { Junk, Vocabulary } from "./merges/vocabulary.js";
import { MergeModel } from "./merges/merge_model.js";
import { MergeWords } from "./merges/merge_words.js";
import { markSteps } from "./merges/step_marks.js";
import { PairPrediction } from "./merges/pair_prediction.js";
import { Pairs } from "./merges/pairs.js";
import { Question } from "./merges/question.js";
import { Tree } from "./merges/tree.js";
import { Why } from "./merges/why.js";
import { Cheapest, LikelyTokens } from "./rounds/token_bars.js";
import { RoundChanges } from "./rounds/round_changes.js";
import { RoundFinale, RoundHeadline, Rounds } from "./rounds/round_panels.js";
import { RoundPrediction } from "./rounds/round_prediction.js";
import { RoundModel } from "./rounds/round_model.js";
import { SegmentedWords } from "./rounds/segmented_words.js";
import { WhyCheap } from "./rounds/why_cheap.js";
import { Growth } from "./growth/growth.js";
import { appear, COUNTED, Movement } from "../drawing/movement.js";
import { foldedPanel } from "../drawing/panel.js";
import { Mounted } from "./walking/mounted.js";
import { Pieces } from "./walking/pieces.js";
import { askTrace } from "./walking/trace_source.js";
import { Player } from "./walking/player.js";
import { whyNoMore } from "./walking/why_stopped.js";
import { StepLine } from "./growth/step_line.js";

/**
 * @import { OfferedRoom } from "./walking/offered_room.js"
 * @import { Drawing, Tell } from "../component/component.d.ts"
 * @import { Parts } from "./walker.d.ts"
 * @import { ForkedWalk, RoundWalk, Walk } from "./payload.d.ts"
 * @import { CorpusModel } from "./walking/corpus_model.js"
 */

/** @typedef {{walk: Stepper, visit: number, identity: string}} Started */

/** The parts that draw a walk of merges. @type {Parts} */
const MERGE_PARTS = {
  Model: MergeModel,
  Headline,
  Words: MergeWords,
  Pairs,
  Why,
  Changes,
  Merges,
  Vocabulary,
  Junk,
  Question,
  Finale: MergeFinale,
  Prediction: PairPrediction,
};

/** The parts that draw a walk of rounds. @type {Parts} */
const ROUND_PARTS = {
  Model: RoundModel,
  Headline: RoundHeadline,
  Words: SegmentedWords,
  Pairs: Cheapest,
  Why: WhyCheap,
  Changes: RoundChanges,
  Merges: Rounds,
  Vocabulary: LikelyTokens,
  Finale: RoundFinale,
  Prediction: RoundPrediction,
};

/** When, in a movement, it is told what comes next. */
const NEXT = /** @type {[number, number]} */ ([0.8, 1]);

/** The reasons' type before a class, in rem: the first that fits. */
const REASON_SIZES = [2.4, 2, 1.7, 1.45, 1.2, 1, 0.9];

/** The names of a walk's controls. @param {Walk|RoundWalk} walk */
const calledBy = (walk) =>
  walk.algorithm === "unigram"
    ? {
      controls: t("Walk through the rounds"),
      place: t("round {k} of {n}"),
      field: t("Round number"),
      slider: t("Drag to a round"),
    }
    : { controls: t("Walk through the merges"), end: whyNoMore(walk) };

/** @extends {Player<CorpusModel<any, any>>} */
export class Stepper extends Player {
  /**
   * @param {Walk|RoundWalk} walk
   * @param {HTMLElement} root
   * @param {Tell} tell tells Python what the learner chose
   * @param {typeof OfferedRoom} [Room]
   */
  constructor(walk, root, tell, Room) {
    const parts = walk.algorithm === "unigram" ? ROUND_PARTS : MERGE_PARTS;
    super(new parts.Model(walk), walk.step, calledBy(walk), wholeIn(walk.lang));
    const { lang } = walk;
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
      ? amountIn(lang)
      : "left_count" in walk
      ? preciseIn(lang)
      : this.number;
    // Python sends the walk again if the server has lost it.
    this.pieces = new Pieces(this, () => tell("lost", Date.now()));
    this.headline = new parts.Headline();
    this.words = new parts.Words(this);
    this.pairs = new parts.Pairs(this);
    this.why = new parts.Why(this);
    this.changes = new parts.Changes(this);
    this.merges = new parts.Merges(this);
    this.vocabulary = new parts.Vocabulary(this);
    this.growth = new Growth(this);
    this.movement = new Movement();
    /** The step that is drawn; NaN for none. */
    this.drawn = NaN;
    /** @type {StepLine} */
    this.line = new StepLine(this);
    /** Rounds leave no junk: they drop every token that isn't worth keeping. */
    this.junk = parts.Junk && new parts.Junk(this);
    /** The walk's question; rounds begin with more pieces than anybody needs. */
    this.question = parts.Question && new parts.Question(this);
    this.finale = new parts.Finale(this);
    this.tree = new Tree(/** @type {any} */ (this));
    this.prediction = new parts.Prediction(this, tell);
    this.classroom = new Classroom(/** @type {any} */ (this), tell, Room);
    const hasFew = this.words.node.classList.contains("few-words");
    this.stage = el("div", { className: hasFew ? "stage of-few-words" : "stage" });
    // Their panel has the height of as many bars as there are at any step of a short walk.
    const rows = [...this.model.views.values()].map((view) => this.pairs.barsOf(view).length);
    this.stage.style.setProperty("--rows", String(Math.max(...rows)));
    this.node = el("div", { className: "stepper", lang: localeOf(lang) });
    this.draw(root);
    new ResizeObserver(() => this.fitReasons()).observe(this.why.node);
  }

  /** @param {HTMLElement} root */
  draw(root) {
    const lists = [this.merges, this.vocabulary, this.junk];
    const below = el("div", { className: "below" }, ...lists.map((list) => list?.node));
    this.node.append(
      this.transport.node,
      this.classroom.node,
      this.headline.node,
      this.stage,
      this.model.walk.algorithm === "unigram"
        ? foldedPanel(t("All rounds, and the vocabulary"), "lists", below)
        : below,
      this.tree.node,
    );
    this.transport.track.append(this.line.node);
    if (this.model.steps) this.transport.last.after(this.prediction.switch);
    this.words.tools.append(this.growth.inShort);
    leaveNoFocus(this.node);
    root.querySelector(".mount")?.replaceChildren(this.node);
    this.takeFork(this.model.walk.fork);
    this.classroom.dress();
  }

  /**
   * Shows a second training beside this one, or removes it.
   * @param {ForkedWalk|null|undefined} walk
   */
  takeFork(walk) {
    this.fork?.node.remove();
    this.fork = walk ? new Fork(/** @type {any} */ (this), walk) : undefined;
    const { words, changes, prediction, why, pairs, growth, question, finale, fork } = this;
    const { arrival, notes } = this.classroom;
    growth.noteLine.prepend(notes.node);
    const columns = fork
      ? [[words, pairs, changes, growth], [fork.words, fork.pairs, prediction, why]]
      : [[arrival, words, changes, question], [prediction, finale, pairs, why], [growth]];
    const drawn = columns.map((parts) =>
      el("div", { className: "column" }, ...parts.map((part) => part?.node))
    );
    const { tool, foot } = arrival;
    keepFocus(this.stage, () => this.stage.replaceChildren(...drawn, tool, foot));
    if (fork) this.stage.before(fork.node);
    markSteps(/** @type {any} */ (this), this.choose && walk ? walk.choices : []);
    this.node.classList.toggle("forked", Boolean(fork));
    this.update();
  }

  /** @override */
  arrive() {
    followSavedStep(this.step);
    this.update();
  }

  update() {
    const by = this.step - this.drawn;
    this.drawn = this.step;
    const moves = this.movement.begin(this.speed) && Math.abs(by) === 1 &&
      (!this.prediction.on || this.classroom.arrival.isOn);
    this.drawStep();
    this.movement.soon(() => {
      if (moves && !this.finale.node.hidden) this.movement.mark(this.stage, "ending");
      // All is measured before the first part moves: what is read after a change is laid out again.
      const { words, pairs, growth, line } = this;
      for (const part of [words, pairs.bars, growth.plot, line.plot]) part.measure();
      this.fitReasons();
      if (moves) this.move(by > 0);
    });
  }

  /**
   * Before a class, reasons are as large as there is room for. Where there is none for all of them,
   * some give way; what is cut off even so fades.
   */
  fitReasons() {
    const { why: { body }, changes, classroom: { presenter } } = this;
    const isFull = (/** @type {Element} */ box) => box.scrollHeight > box.clientHeight + 1;
    const fits = (/** @type {number} */ size) => {
      body.style.setProperty("--type", String(size));
      return !isFull(body);
    };
    const sizes = presenter.node.hidden ? [1] : REASON_SIZES;
    for (const box of [body, changes.body]) {
      box.classList.remove("tight", "tightest", "overflowing");
    }
    for (const how of ["tight", "tightest"]) if (!sizes.some(fits)) body.classList.add(how);
    sizes.some(fits);
    for (const box of [body, changes.body]) box.classList.toggle("overflowing", isFull(box));
  }

  /** Shows the step that is drawn as one movement. @param {boolean} forwards */
  move(forwards) {
    const { movement } = this;
    this.words.move(movement, forwards);
    this.pairs.bars.move(movement, forwards);
    this.growth.move(movement, forwards);
    this.line.move(movement);
    if (!forwards) return;
    movement.show(this.changes.body, appear, COUNTED);
    const next = this.why.body.querySelector(".reason.coming");
    if (next) movement.show(next, appear, NEXT);
  }

  drawStep() {
    const { views } = this.model;
    const before = this.step ? views.get(this.step - 1) : undefined;
    const now = views.get(this.step);
    this.transport.update(this);
    this.headline.update(this);
    this.node.classList.toggle("at-start", this.step === 0);
    this.words.update();
    this.prediction.update();
    this.words.ring();
    this.pairs.update(now);
    this.why.update(now, before);
    this.changes.update(now);
    this.question?.update();
    this.node.classList.toggle("questioned", Boolean(this.question?.isShown));
    this.finale.update(now);
    this.growth.update();
    this.line.update();
    this.merges.update();
    this.vocabulary.update();
    this.junk?.update();
    this.classroom.update();
    this.fork?.update();
    this.pieces.fetchAround();
    announce(this.model.figuresAt(this.step));
  }

  /** In a room, a clicker's keys control the room. @override @param {KeyboardEvent} event */
  key(event) {
    const { arrival, room } = this.classroom;
    if (arrival.isOn) arrival.key(event);
    else if (!room?.key(event)) super.key(event);
  }

  /** @override */
  stop() {
    super.stop();
    this.classroom.room?.leave();
  }

  /** Plays or pauses, except while the learner predicts: each step needs an answer. @override */
  togglePlay() {
    if (this.playing || !this.prediction.on) super.togglePlay();
  }

  /** Takes the focus that was in the walk before this one. */
  takeFocus() {
    const { arrival } = this.classroom;
    if (arrival.isOn) arrival.question.focus();
    else this.transport.takeFocus();
  }

  /** @override */
  isBusy() {
    return this.tree.node.open;
  }
}

/** @type {Mounted<Started>} */
const mounted = new Mounted();

/**
 * @param {Drawing<Uint8Array>} drawing what Python sent: JSON as bytes
 * @param {typeof OfferedRoom} [Room] what offers a room, where there is a server for one
 */
export default function mount(drawing, Room) {
  const { parentElement, setTriggerValue } = drawing;
  const walk = JSON.parse(new TextDecoder().decode(drawing.data));
  speak(walk.translations);
  takeColours(/** @type {HTMLElement} */ (parentElement.querySelector(".mount")));
  const known = mounted.at(parentElement);
  const identity = `${walk.key} ${walk.lang}`;
  if (known?.identity === identity) refresh(known, walk);
  else {
    const stepper = start(walk, parentElement, setTriggerValue, known?.walk, Room);
    mounted.put(parentElement, { walk: stepper, visit: walk.visit, identity });
    const { list } = stepper.words;
    list.classList.toggle("arriving", stepper.step === 0);
    onceVisible(() => {
      list.classList.remove("arriving");
      reportRendered(walk.key);
    });
  }
  return mounted.end(parentElement);
}

/** Tells the server that a walk is seen: the rest of the page can come. @param {string} key */
function reportRendered(key) {
  askTrace(`${key}/seen`, { method: "POST" }).catch(() => {}); // or it comes later
}

/**
 * Starts a new walk. The same walk in another language or after a restart stays at its step.
 * @param {Walk|RoundWalk} walk
 * @param {HTMLElement} root
 * @param {Tell} tell
 * @param {Stepper|undefined} before what was drawn there
 * @param {typeof OfferedRoom} [Room]
 */
function start(walk, root, tell, before, Room) {
  before?.stop();
  const same = before && isSameWalk(before.model.walk, walk) ? before : undefined;
  if (same) walk.step = same.step;
  else if (!before) walk.step = savedStep() ?? walk.step;
  const hadFocus = before && focusedIn(before.node);
  const stepper = new Stepper(walk, root, tell, Room);
  if (hadFocus) stepper.takeFocus();
  return stepper;
}

/** The stepper that is drawn there, if any. @param {HTMLElement} place */
export const stepperAt = (place) => mounted.at(place)?.walk;

/**
 * Makes a walk another element's: what is drawn there next goes on with it.
 * @param {HTMLElement} from
 * @param {HTMLElement} to
 */
export function handOver(from, to) {
  mounted.move(from, to)?.walk.update(); // announces the step to what follows it
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

/**
 * Updates the walk on the screen when it is sent again. It keeps its step, unless the visitor went
 * back.
 * @param {Started} known
 * @param {Walk} walk
 */
function refresh(known, walk) {
  const stepper = known.walk;
  stepper.model.addPieces(walk.pieces);
  if (walk.visit !== known.visit) {
    const { arrival } = stepper.classroom;
    arrival.pending = undefined; // the address is what counts now
    if (!arrival.isOn) stepper.prediction.set(Boolean(walk.predict));
    stepper.go(walk.step);
  }
  stepper.classroom.take(walk.classroom);
  known.visit = walk.visit;
  if (walk.fork?.key !== stepper.fork?.model.walk.key) stepper.takeFork(walk.fork);
}
