// The corpus as tokens.

import { t } from "../../browser/sentences.js";
import { button, checkbox, closest, el, inARow } from "../../drawing/elements.js";
import { panel, scrollBox, scrollToPart, toolRow } from "../../drawing/panel.js";
import { markerLegend, spaceLegend } from "../../tokens/chips.js";
import { columnsOf } from "../../tokens/spelling.js";
import { boxesIn, inSight, layOver } from "./laid_over.js";

/**
 * @import { Movement } from "../../drawing/movement.js"
 * @import { Walker } from "../walker.d.ts"
 */

/** @typedef {{chip: Element, tokens: HTMLElement[]}} Lent  tokens that were laid over a chip */

/** @typedef {{word: number, ids: number[], tokens: HTMLElement}} Place  of a word, as drawn */

/** @typedef {{width: number, of: {left: number, top: number}[]}} Spots  in a list of this width */

/** More words than this are a long list, and more large ones have two columns. */
const LONG = 60;
const ONE_COLUMN = 6;
/** Characters: large words that are wider need a second line on a low screen. */
const WIDE = 27;

/** The word that has these tokens. @param {HTMLElement} tokens */
const wordOf = (tokens) => /** @type {HTMLElement} */ (tokens.parentElement);

/**
 * A word's tokens at a step.
 * @param {Pick<Walker<import("./corpus_model.js").CorpusModel<any, any>>, "model"|"chips">} walker
 * @param {number} word
 * @param {number} step
 */
export function tokensOfWord({ model, chips }, word, step) {
  const characters = model.walk.unit === "byte" ? model.spelledWord(word).characters : undefined;
  return model.tokensAt(word, step).map(({ id, start, end }) =>
    chips.chip(id, { characters, start, end })
  );
}

/**
 * The corpus as words with their counts, or as running text.
 * @template {import("./corpus_model.js").CorpusModel<any, any>} M
 */
export class Words {
  /** @param {Walker<M>} stepper */
  constructor(stepper) {
    const { walk } = stepper.model;
    const title = walk.algorithm === "unigram"
      ? t("Each word's best segmentation")
      : t("The corpus, as tokens");
    this.stepper = stepper;
    // A line is read as text, not as a word in a column.
    this.running = Boolean(walk.lines) && walk.running.length > 0;
    /** @type {Element[]} */
    this.ringed = [];
    /** @type {HTMLElement[]} the tokens that the last step made */
    this.fresh = [];
    /** @type {Place[]} */
    this.places = [];
    /** @type {Map<number, Place[]>} by their word */
    this.placesOf = new Map();
    this.drawn = -1; // the step that is drawn; -1 for none
    /** @type {Spots} where words are, and were before */
    this.spots = this.before = { width: 0, of: [] };
    const isLarge = walk.shown <= 12 && !walk.lines;
    this.list = scrollBox(isLarge ? "words large" : "words", { ariaLabel: title });
    this.list.classList.toggle("in-columns", isLarge && walk.shown > ONE_COLUMN);
    this.list.classList.toggle("wide", isLarge && this.widest() > WIDE);
    this.list.style.setProperty("--widest", String(this.widest()));
    this.list.style.setProperty("--words", String(walk.shown));
    this.list.onclick = (/** @type {MouseEvent} */ event) => this.click(event);
    const showIds = (/** @type {boolean} */ isOn) => this.list.classList.toggle("show-ids", isOn);
    this.ids = checkbox(t("show token ids"), showIds);
    this.ids.parentElement?.classList.add("ids");
    this.tabs = walk.running.length ? this.makeTabs(title) : null;
    this.more = el("span");
    const tokens = walk.words.flat().map((/** @type {number} */ id) => stepper.model.spell(id));
    const legend = el(
      "p.more",
      this.more,
      " ",
      inARow(
        ...markerLegend(stepper.model.marker),
        ...spaceLegend(tokens),
        stepper.model.isOfPhrases
          ? t("No spaces to cut at: a whole phrase counts as one word.")
          : "",
        walk.walls?.length ? t("A bar is a wall: no pair is counted across it.") : "",
      ),
    );
    this.tools = toolRow(this.tabs, this.ids.parentElement);
    this.node = panel(title, "corpus", this.tools, this.list, legend);
    this.node.classList.toggle("few-words", isLarge);
    this.build();
  }

  /** @param {string} title of the words */
  makeTabs(title) {
    const choose = (/** @type {boolean} */ running) => {
      this.running = running;
      this.build();
      this.update();
    };
    const asWords = button(t("Words"), () => choose(false));
    const asText = button(t("Running text"), () => choose(true));
    return el("div.tabs", { role: "group", ariaLabel: title }, asWords, asText);
  }

  /** How many Latin letters the widest word is as wide as at the start; a token's edges as one. */
  widest() {
    const { model, chips } = this.stepper;
    const width = (/** @type {number} */ word) =>
      model.tokensAt(word, 0).reduce((sum, { id }) => sum + columnsOf(chips.plain(id)) + 1, 0);
    return Math.max(...Array.from({ length: model.walk.shown }, (_, word) => width(word)));
  }

  /** Makes one empty element for each word that is shown. */
  build() {
    const { walk } = this.stepper.model;
    const shown = this.running ? walk.running : Array.from({ length: walk.shown }, (_, i) => i);
    this.places = shown.map((/** @type {number} */ word) => ({
      word,
      ids: [],
      tokens: el("span.tokens", { dir: this.stepper.model.isRightToLeft(word) ? "rtl" : "ltr" }),
    }));
    const [asWords, asText] = this.tabs?.children ?? [];
    if (asWords) asWords.ariaPressed = String(!this.running);
    if (asText) asText.ariaPressed = String(this.running);
    this.list.classList.toggle("running", this.running);
    this.list.classList.toggle("long", shown.length > LONG);
    this.node.classList.toggle("many-words", shown.length > LONG);
    const gap = this.running ? walk.joiner : "";
    const nodes = this.places.flatMap(({ word, tokens }) => {
      const count = this.running
        ? null
        : el("span.count", `×${this.stepper.number(walk.word_counts[word])}`);
      return [this.wordNode(tokens, count), gap];
    });
    this.list.replaceChildren(...nodes);
    const fromRight = this.places.filter(({ tokens }) => tokens.dir === "rtl");
    const direction = 2 * fromRight.length > this.places.length ? "rtl" : "ltr"; // of most words
    this.list.dir = this.running ? direction : "";
    this.more.textContent = this.leftOut();
    this.placesOf = Map.groupBy(this.places, ({ word }) => word);
    this.drawn = -1;
  }

  /** The part of the corpus that is not shown, in words. */
  leftOut() {
    const { model: { walk }, number } = this.stepper;
    if (this.running) {
      return walk.running_more
        ? t("Only the start of the text is shown; training used all of it.")
        : "";
    }
    if (walk.word_total <= walk.shown) return "";
    const values = { shown: number(walk.shown), total: number(walk.word_total) };
    return t("The {shown} most frequent of {total} different words.", values);
  }

  /** @param {...(Node|null)} children @returns {HTMLElement} */
  wordNode(...children) {
    return el("span.word", ...children);
  }

  update() {
    const { step, model } = this.stepper;
    const from = this.drawn;
    this.drawn = step;
    for (const node of this.fresh) node.classList.remove("new");
    this.fresh = [];
    if (from < 0 || Math.abs(step - from) > 1) {
      for (const place of this.places) this.drawPlace(place);
    } else {
      for (const word of model.changedWords.get(Math.max(step, from)) ?? []) {
        for (const place of this.placesOf.get(word) ?? []) this.drawPlace(place);
      }
    }
    for (const chip of this.list.querySelectorAll("[data-wall-until]")) {
      const { wallUntil } = /** @type {HTMLElement} */ (chip).dataset;
      chip.classList.toggle("behind-wall", step < Number(wallUntil));
    }
    this.showChange();
    this.ring();
  }

  /** Scrolls the list, and nothing else, to the first new token. */
  showChange() {
    requestAnimationFrame(() => {
      const [chip] = this.fresh;
      if (chip) scrollToPart(this.list, chip);
    });
  }

  /** @param {Place} place */
  drawPlace(place) {
    const { step, model } = this.stepper;
    const { word, tokens } = place;
    const found = model.tokensAt(word, step);
    const nodes = tokensOfWord(this.stepper, word, step);
    place.ids = found.map(({ id }) => id);
    found.forEach(({ start, made }, i) => {
      const wallUntil = model.walk.walls?.[word]?.[start - 1] ?? -1;
      if (wallUntil >= 0) nodes[i].dataset.wallUntil = String(wallUntil);
      if (made !== step || !step) return;
      nodes[i].classList.add("new");
      this.fresh.push(nodes[i]);
    });
    tokens.replaceChildren(...nodes, model.isCut(word) ? el("span.cut", "…") : "");
  }

  /** @param {MouseEvent} event */
  click(event) {
    const chip = closest(event, ".chip");
    const { prediction } = this.stepper;
    // A tap after the answer is a second guess, or comes too late.
    if (prediction.isAnswered) return;
    if (!prediction.asking) this.open(event, chip);
    else if (chip) prediction.pick(chip);
  }

  /**
   * Opens what was clicked on. Subclasses define it.
   * @param {Event} _event
   * @param {HTMLElement|null} _chip
   */
  open(_event, _chip) {}

  /**
   * Shows how a step changed the words that can be seen. Subclasses define it.
   * @param {Movement} _movement
   * @param {boolean} _forwards
   */
  move(_movement, _forwards) {}

  /** Remembers where words are, once they are laid out, and were before. */
  measure() {
    this.before = this.spots;
    const of = this.running ? [] : this.places.map(({ tokens }) => {
      const { offsetLeft: left, offsetTop: top } = wordOf(tokens);
      return { left, top };
    });
    this.spots = { width: this.list.clientWidth, of };
  }

  /**
   * The words in sight for which others have left more or less room, and from where each comes.
   * @returns {Map<Element, string>} a transform of each
   */
  moved() {
    const { before, spots } = this;
    const isSame = before.width === spots.width && before.of.length === spots.of.length;
    const moved = new Map();
    spots.of.forEach((is, i) => {
      const was = before.of[i];
      if (!isSame || !was.left || (was.left === is.left && was.top === is.top)) return;
      const from = `translate(${was.left - is.left}px, ${was.top - is.top}px)`;
      moved.set(wordOf(this.places[i].tokens), from);
    });
    return new Map(inSight(this.list, [...moved.keys()]).map((word) => [word, moved.get(word)]));
  }

  /**
   * Lays tokens over words for as long as the movement lasts, beginning where chips are. All places
   * are read before the first is laid: what is read after a change lays the page out again.
   * @param {Movement} movement
   * @param {Element[]} chips
   * @param {(i: number) => HTMLElement[]} make the tokens over the chip with this index
   * @returns {Lent[]}
   */
  lend(movement, chips, make) {
    const { fontSize } = getComputedStyle(this.list);
    const boxes = boxesIn(this.node, chips);
    return chips.map((chip, i) => {
      const tokens = make(i);
      const isMirrored = chip.parentElement?.dir === "rtl";
      layOver(movement, this.node, tokens, boxes[i], { fontSize, isMirrored });
      return { chip, tokens };
    });
  }

  /** Rings the given tokens, or the default ones. Subclasses define it. @param {...number} _ids */
  ring(..._ids) {}
}
