// The corpus as tokens.

import { el, fill } from "../../drawing/elements.js";
import { panel } from "../../drawing/panel.js";
import { markerLegend } from "../../tokens/chips.js";
import { charactersOf } from "../../tokens/spelling.js";

/**
 * @import { Stepper } from "../stepper.js"
 */

/** More words than this are a long list. */
const LONG = 60;

/** The corpus as words with their counts, or as running text. */
export class Words {
  /** @param {Stepper} stepper */
  constructor(stepper) {
    const { walk } = stepper.model;
    const { text } = walk;
    this.stepper = stepper;
    this.running = false;
    /** @type {Element[]} */
    this.ringed = [];
    this.list = el("div", { className: "words" + (walk.shown <= 12 ? " large" : "") });
    this.list.onclick = (/** @type {any} */ event) => this.openToken(event);
    this.ids = el("input", { type: "checkbox" });
    this.ids.onchange = () => this.list.classList.toggle("show-ids", this.ids.checked);
    this.tabs = walk.running.length ? this.makeTabs(text) : null;
    this.more = el("p", { className: "more" });
    const legend = el("p", { className: "more" }, ...markerLegend(stepper.model.marker, text));
    this.tools = el("div", { className: "tools" }, this.tabs, el("label", {}, this.ids, " ", text.ids));
    this.node = panel(text.words_title, "corpus", this.tools, this.list, this.more, legend);
    this.build();
  }

  /** @param {Record<string, string>} text */
  makeTabs(text) {
    const choose = (/** @type {boolean} */ running) => {
      this.running = running;
      asWords.ariaPressed = String(!running);
      asText.ariaPressed = String(running);
      this.build();
      this.update(true);
    };
    const asWords = el("button", { type: "button", ariaPressed: "true", onclick: () => choose(false) }, text.as_words);
    const asText = el("button", { type: "button", ariaPressed: "false", onclick: () => choose(true) }, text.as_text);
    return el("div", { className: "tabs", role: "group", ariaLabel: text.words_title }, asWords, asText);
  }

  /** Makes one empty element for each word that is shown. */
  build() {
    const { walk } = this.stepper.model;
    const { text } = walk;
    const shown = this.running ? walk.running : Array.from({ length: walk.shown }, (_, i) => i);
    /** @type {{word: number, ids: number[], tokens: HTMLElement}[]} */
    this.places = shown.map((word) => ({ word, ids: [], tokens: el("span", { className: "tokens", dir: this.stepper.model.isRightToLeft(word) ? "rtl" : "ltr" }) }));
    this.list.classList.toggle("running", this.running);
    this.list.classList.toggle("long", shown.length > LONG);
    const gap = this.running ? walk.joiner : "";
    const nodes = this.places.flatMap(({ word, tokens }) => {
      const count = this.running ? null : el("span", { className: "count" }, `×${this.stepper.number(walk.word_counts[word])}`);
      return [this.wordNode(tokens, count), gap];
    });
    this.list.replaceChildren(...nodes);
    const hidden = walk.word_total - walk.shown;
    const more = hidden > 0 ? fill(text.more_words, { shown: this.stepper.number(walk.shown), total: this.stepper.number(walk.word_total) }) : "";
    this.more.replaceChildren(this.running ? (walk.running_more ? text.more_text : "") : more);
    /** @type {Map<number, number[]>} */
    this.placesOf = new Map();
    this.places.forEach(({ word }, i) => this.placesOf.set(word, [...(this.placesOf.get(word) ?? []), i]));
    this.drawn = -1;
  }

  /** @param {...(Node|null)} children @returns {HTMLElement} */
  wordNode(...children) {
    return el("span", { className: "word" }, ...children);
  }

  /** @param {boolean} [whole] */
  update(whole = false) {
    const { step, model } = this.stepper;
    const from = this.drawn;
    this.drawn = step;
    for (const node of this.fresh ?? []) node.classList.remove("new", "joining");
    /** @type {HTMLElement[]} */
    this.fresh = [];
    if (whole || from < 0 || Math.abs(step - from) > 1) {
      this.places?.forEach((_, i) => this.drawPlace(i));
    } else {
      const changed = model.changedWords.get(Math.max(step, from)) ?? [];
      for (const word of changed) for (const i of this.placesOf?.get(word) ?? []) this.drawPlace(i);
    }
    if (step !== from + 1) for (const node of this.fresh) node.classList.remove("joining");
    this.showChange();
  }

  /** Scrolls the list, and nothing else, to the first token that is new; once a frame is enough. */
  showChange() {
    this.showing ||= requestAnimationFrame(() => {
      this.showing = 0;
      const chip = this.fresh?.[0];
      if (!chip?.isConnected) return;
      const [box, place] = [this.list.getBoundingClientRect(), chip.getBoundingClientRect()];
      if (place.top < box.top || place.bottom > box.bottom) this.list.scrollTop += place.top - box.top - box.height / 3;
    });
  }

  /** @param {number} i */
  drawPlace(i) {
    const { step, model, chips } = this.stepper;
    const place = /** @type {any} */ (this.places)[i];
    const { word, tokens } = place;
    const characters = model.walk.unit === "byte" ? model.spelledWord(word).characters : undefined;
    const found = model.tokensAt(word, step);
    place.ids = found.map((token) => token.id);
    const nodes = found.map((token) => {
      const isNew = token.made === step && step > 0;
      const chip = chips.chip(token.id, { characters, start: token.start, end: token.end });
      if (isNew) this.splitForJoining(chip, token);
      return chip;
    });
    tokens.replaceChildren(...nodes, model.isCut(word) ? el("span", { className: "cut" }, "…") : "");
  }

  /** A token that has just been made: its two parts, which the stylesheet moves together. @param {HTMLElement} chip @param {any} token */
  splitForJoining(chip, token) {
    const { left, right } = this.stepper.model.merge(token.made);
    const whole = chip.textContent ?? "";
    const first = this.stepper.chips.plain(left);
    // What cannot be drawn apart is shown at once: parts of characters, marks, shortened tokens.
    const apart = this.isWhole(left, right) && whole.startsWith(first) && /^[^\p{M}…]*$/u.test(whole);
    const half = (/** @type {(Node|string)[]} */ ...label) => el("span", { className: "half" }, ...label);
    const second = this.stepper.model.markerOf(right) ? this.stepper.chips.label(right, {}) : [whole.slice(first.length)];
    if (apart) chip.replaceChildren(half(first), half(...second));
    chip.classList.add("new", "joining");
    /** @type {HTMLElement[]} */ (this.fresh).push(chip);
  }

  /** Whether both parts are whole characters, so that they can be drawn apart. @param {number} left @param {number} right */
  isWhole(left, right) {
    return [left, right].every((id) => {
      const spelled = this.stepper.model.spell(id);
      return typeof spelled === "string" || charactersOf(spelled).every((place) => place.char);
    });
  }

  /** Rings a pair wherever it stands; without a pair, the one that comes next. @param {number} [left] @param {number} [right] */
  ring(left, right) {
    for (const node of this.ringed) node.classList.remove("ring-left", "ring-right", "coming");
    this.ringed = [];
    if (left === undefined || right === undefined) return this.ringNext();
    this.ringPair(left, right, false);
  }

  /** At rest the pair that will merge next is ringed, with dashes. */
  ringNext() {
    const { step, model } = this.stepper;
    if (!model.walk.left || step >= model.steps || this.stepper.prediction.asking) return;
    const { left, right } = model.merge(step + 1);
    this.ringPair(left, right, true);
  }

  /** @param {number} left @param {number} right @param {boolean} coming */
  ringPair(left, right, coming) {
    for (const { ids, tokens } of this.places ?? []) {
      for (let i = ids.indexOf(left); i >= 0; i = ids.indexOf(left, i + 1)) {
        if (ids[i + 1] !== right) continue;
        const [first, second] = [tokens.children[i], tokens.children[i + 1]];
        first.classList.add("ring-left");
        second.classList.add("ring-right");
        for (const chip of [first, second]) {
          chip.classList.toggle("coming", coming);
          this.ringed.push(chip);
        }
      }
    }
  }

  /** @param {any} event */
  openToken(event) {
    const chip = event.target.closest?.(".chip");
    if (!chip) return;
    if (this.stepper.prediction.asking) this.stepper.prediction.pick(chip);
    else this.stepper.tree.open(Number(chip.dataset.id));
  }
}
