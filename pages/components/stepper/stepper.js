/**
 * The stepper: walks one training, a merge at a time, without asking the server.
 *
 * Python sends the walk once: the merges, and for each word one number for each gap between its
 * base tokens, the step that closed the gap. A word at step k is its base tokens joined over the
 * gaps closed by step k, so any step is one pass over the word, forwards and backwards alike.
 * What cannot be derived from that (how often each pair stands, which words make a sum) comes in
 * pieces of a few dozen steps, fetched ahead of need.
 *
 * Python joins its parts (`PARTS`) to one module, this file last. Throughout: a *token id* counts
 * special tokens, base tokens and merges, in this order; a *view* is what is to be seen at one
 * step; *walk* is what Python sent.
 *
 * Text of the corpus is only ever placed with textContent.
 */

import { takeColours } from "../drawing/colours.js";
import { el } from "../drawing/elements.js";
import { amountIn } from "../drawing/numbers.js";
import { Chips } from "../tokens/chips.js";
import { announce, keptStep } from "../walk_follower/walk_place.js";
import { Classroom } from "./classroom/classroom.js";
import { Fork } from "./fork/fork.js";
import { Changes } from "./merges/changes.js";
import { Headline } from "./merges/headline.js";
import { Merges } from "./merges/merge_list.js";
import { Model } from "./merges/merge_walk.js";
import { PairPrediction } from "./merges/pair_prediction.js";
import { Pairs } from "./merges/pairs.js";
import { Tree } from "./merges/tree.js";
import { Vocabulary } from "./merges/vocabulary.js";
import { Why } from "./merges/why.js";
import { Words } from "./merges/words.js";
import { Cheapest } from "./rounds/cheapest.js";
import { LikelyTokens } from "./rounds/likely_tokens.js";
import { RoundChanges } from "./rounds/round_changes.js";
import { RoundHeadline } from "./rounds/round_headline.js";
import { Rounds } from "./rounds/round_list.js";
import { RoundPrediction } from "./rounds/round_prediction.js";
import { UnigramModel } from "./rounds/round_walk.js";
import { SegmentedWords } from "./rounds/segmented_words.js";
import { WhyCheap } from "./rounds/why_cheap.js";
import { Pieces } from "./walking/pieces.js";
import { Player } from "./walking/player.js";
import { Transport } from "./walking/transport.js";

/**
 * @import { ForkedWalk } from "./fork/fork.js"
 * @import { Walk } from "./merges/merge_walk.js"
 */

/** What a walk of merges is drawn with. */
const MERGE_PARTS = { Model, Headline, Words, Pairs, Why, Changes, Merges, Vocabulary, Prediction: PairPrediction };

export class Stepper extends Player {
  /**
   * @param {Walk} walk
   * @param {ShadowRoot} root
   * @param {() => void} lost asks Python to send the walk again
   * @param {(word: number) => void} openWord asks Python to show a word's lattice
   * @param {(name: string, value: any) => void} tell tells Python what the learner chose
   */
  constructor(walk, root, lost, openWord, tell) {
    super(walk.step);
    /** @type {any} */
    const parts = walk.algorithm === "unigram" ? ROUND_PARTS : MERGE_PARTS;
    /** @type {Model} */
    this.model = new parts.Model(walk);
    this.chips = new Chips(this.model);
    this.openWord = openWord;
    /** Asks Python for a training with these merges chosen: step, left, right. @type {((choices: number[][]) => void)|undefined} */
    this.choose = walk.algorithm === "bpe" ? (choices) => tell("fork", choices) : undefined;
    const locale = walk.lang === "zh" ? "zh-Hans" : "en";
    const whole = new Intl.NumberFormat(locale);
    const precise = new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 });
    this.number = (/** @type {number} */ n) => whole.format(n);
    /** A count, or a score with three digits. */
    this.amount = walk.algorithm === "unigram" ? amountIn(locale) : (/** @type {number} */ n) => (walk.left_count ? precise : whole).format(n);
    this.step = Math.min(walk.step, this.model.steps);
    this.pieces = new Pieces(this, lost);
    this.transport = new Transport(this);
    this.headline = new parts.Headline();
    this.words = new parts.Words(this);
    this.pairs = new parts.Pairs(this);
    this.why = new parts.Why(this);
    this.changes = new parts.Changes(this);
    this.merges = new parts.Merges(this);
    this.vocabulary = new parts.Vocabulary(this);
    this.tree = new Tree(this);
    this.prediction = new parts.Prediction(this, tell);
    this.classroom = new Classroom(this, tell);
    this.draw(root);
  }

  /** @param {ShadowRoot} root */
  draw(root) {
    this.stage = el("div", { className: "stage" });
    const below = el("div", { className: "below" }, this.merges.node, this.vocabulary.node);
    this.node = el("div", { className: "stepper", lang: this.model.walk.lang === "zh" ? "zh-Hans" : "en" }, this.transport.node, this.classroom.node, this.headline.node, this.stage, below, this.tree.node);
    if (this.model.steps) this.words.tools.prepend(this.prediction.switch);
    // A mouse click leaves no focus behind, so that Space goes on playing.
    this.node.addEventListener("click", (/** @type {any} */ event) => event.detail > 0 && event.target.closest("button")?.blur());
    root.querySelector(".mount")?.replaceChildren(this.node);
    this.classroom.dress();
    this.takeFork(this.model.walk.fork);
  }

  /** A second training beside this one, or none any more. @param {ForkedWalk|null|undefined} walk */
  takeFork(walk) {
    this.fork?.node.remove();
    this.fork = walk ? new Fork(this, walk) : undefined;
    const { words, changes, prediction, why, pairs, fork } = this;
    const { notes } = this.classroom;
    const columns = fork ? [[words, pairs, notes, changes], [fork.words, fork.pairs, prediction, why]] : [[words, notes, changes], [prediction, why, pairs]];
    this.stage.replaceChildren(...columns.map((parts) => el("div", { className: "column" }, ...parts.map(({ node }) => node))));
    if (fork) this.stage.before(fork.node);
    this.node.classList.toggle("forked", Boolean(fork));
    this.update();
  }

  arrive() {
    this.update();
  }

  update() {
    const { views } = this.model;
    const before = this.step ? views.get(this.step - 1) : undefined;
    const now = views.get(this.step);
    this.transport.update(this);
    this.headline.update(this);
    this.words.update();
    this.prediction.update();
    this.words.ring();
    this.pairs.update(now);
    this.why.update(before, now);
    this.changes.update(now);
    this.merges.update();
    this.vocabulary.update();
    this.classroom.update();
    this.fork?.update();
    this.pieces.fetchAround();
    announce(this.model.figuresAt(this.step));
  }

  togglePlay() {
    if (this.playing || !this.prediction.on) super.togglePlay(); // each step waits for an answer
  }

  isBusy() {
    return this.tree.node.open;
  }

}

/** @type {WeakMap<object, {stepper: Stepper, identity: string, visit: number, keydown: (event: KeyboardEvent) => void}>} */
const mounted = new WeakMap();

/** @param {any} sent what Python sent: JSON as bytes */
export default function mount(sent) {
  const { parentElement } = sent;
  const data = JSON.parse(new TextDecoder().decode(sent.data));
  const component = { ...sent, data };
  takeColours(parentElement.querySelector(".mount"));
  const known = mounted.get(parentElement);
  const identity = `${data.key} ${data.lang}`;
  if (known?.identity === identity) refresh(known, data);
  else mounted.set(parentElement, { ...start(component, known), identity, visit: data.visit });
  return () => {
    const here = mounted.get(parentElement);
    here?.stepper.stop();
    if (here) document.removeEventListener("keydown", here.keydown);
    mounted.delete(parentElement);
  };
}

/** A new walk, or the same one in another language or after a restart, which stays at its step. @param {any} component @param {any} known */
function start({ data, parentElement, setTriggerValue }, known) {
  const before = known?.stepper;
  before?.stop();
  if (before && isSameWalk(before.model.walk, data)) data.step = before.step;
  else if (!before) data.step = keptStep() ?? data.step;
  const stepper = new Stepper(data, parentElement, () => setTriggerValue("lost", Date.now()), (word) => setTriggerValue("word", word), setTriggerValue);
  if (known) return { stepper, keydown: known.keydown };
  const keydown = (/** @type {KeyboardEvent} */ event) => mounted.get(parentElement)?.stepper.key(event);
  document.addEventListener("keydown", keydown);
  return { stepper, keydown };
}

/** Whether two walks are alike, whatever the server calls them. @param {any} one @param {any} other */
function isSameWalk(one, other) {
  const alike = (/** @type {string} */ name) => JSON.stringify(one[name]) === JSON.stringify(other[name]);
  return one.key === other.key || ["algorithm", "base", "left", "right", "rounds", "words"].every(alike);
}

/** The walk that is on the screen, sent again: it stays where it is, unless the visitor went back. @param {any} known @param {any} data */
function refresh(known, data) {
  known.stepper.model.addPieces(data.pieces);
  if (data.visit !== known.visit) {
    known.stepper.prediction.set(Boolean(data.predict));
    known.stepper.go(data.step);
  }
  known.stepper.classroom.take(data.classroom);
  known.visit = data.visit;
  if (data.fork?.key !== known.stepper.fork?.model.walk.key) known.stepper.takeFork(data.fork);
}

/** What a walk of rounds is drawn with. */
const ROUND_PARTS = {
  Model: UnigramModel, Headline: RoundHeadline, Words: SegmentedWords, Pairs: Cheapest, Why: WhyCheap,
  Changes: RoundChanges, Merges: Rounds, Vocabulary: LikelyTokens, Prediction: RoundPrediction,
};
