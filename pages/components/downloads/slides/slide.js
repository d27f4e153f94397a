/**
 * One step of a walk as a drawing, in SVG: its sentence, the words as tokens, the bars, and what
 * was gained.
 *
 * It says the same as the stepper, and uses the same code. The words have one size in all slides of
 * a walk: that at which they fit when they have the most tokens, before the first merge or after
 * the last round. Merges only make words shorter, so the beginning of each word stays in its place.
 * Each text is as wide as in the browser that drew it, whatever font the viewer has. Texts are
 * escaped, and `visible` has removed every character that XML forbids.
 */

import { t } from "../../browser/sentences.js";
import { amountIn } from "../../drawing/amounts.js";
import { fill } from "../../drawing/elements.js";
import { localeOf, preciseIn, wholeIn } from "../../drawing/numbers.js";
import { sampled } from "../../drawing/plot.js";
import { isNear, tradeOff } from "../../stepper/growth/trade_off.js";
import { Headline } from "../../stepper/merges/headline.js";
import { MergeModel } from "../../stepper/merges/merge_model.js";
import { Pairs } from "../../stepper/merges/pairs.js";
import { Cheapest } from "../../stepper/rounds/cheapest.js";
import { RoundHeadline } from "../../stepper/rounds/round_headline.js";
import { RoundModel } from "../../stepper/rounds/round_model.js";
import { alternate, Chips } from "../../tokens/chips.js";
import { inlineOf, Pen } from "./pen.js";
import { barsTitle, noBars, wordsTitle } from "../../stepper/walking/titles.js";

/**
 * @import { Inline, Measure, Token } from "./pen.js"
 * @import { Colours } from "./slides.d.ts"
 */

export const SLIDE = { width: 1280, height: 720 };
const MARGIN = 48;
const WORDS = { x: MARGIN, y: 190, width: 690, bottom: 650 };
const BARS = { x: 790, y: 190, width: 442, label: 160, value: 140, row: 44, height: 34, most: 5 };
const GROWTH = { x: 802, y: 512, width: 418, height: 124 };
/** Sizes of the words; the smallest is the smallest that the last row of a class can read. */
const SIZES = [52, 44, 36, 30, 25, 21];

/** Draws the steps of one walk. */
export class Slides {
  /**
   * @param {any} walk as Python sent it
   * @param {Record<string, any>} views what is shown at each step, by its number
   * @param {Colours} colours
   * @param {Measure} measure
   */
  constructor(walk, views, colours, measure) {
    const isUnigram = walk.algorithm === "unigram";
    /** @type {any} */
    this.model = isUnigram ? new RoundModel(walk) : new MergeModel(walk);
    for (const [step, view] of Object.entries(views)) this.model.views.set(Number(step), view);
    this.number = wholeIn(walk.lang);
    this.amount = isUnigram
      ? amountIn(walk.lang)
      : "left_count" in walk
      ? preciseIn(walk.lang)
      : this.number;
    this.chips = new Chips(this.model);
    this.words = { ring() {} };
    this.prediction = { on: false, asking: false, pick() {} };
    /** @type {[number, number][]} */
    this.starts = [];
    this.step = isUnigram ? this.model.steps : 0;
    this.headline = isUnigram ? new RoundHeadline() : new Headline();
    // The parts of the stepper read the properties above from the object that walks.
    const Deciding = isUnigram ? Cheapest : Pairs;
    /** @type {any} */
    this.pairs = new Deciding(/** @type {any} */ (this));
    this.places = tradeOff(this.model);
    this.pen = new Pen(colours, measure);
    this.size = SIZES.find((size) => this.drawWords(size).fits) ?? SIZES[SIZES.length - 1];
    /** Where each word begins, if none can get longer later. */
    this.starts = isUnigram ? [] : this.drawWords(this.size).starts;
  }

  /** The drawing of a step. @param {number} step */
  draw(step) {
    this.step = step;
    const { pen, model } = this;
    this.headline.update(/** @type {any} */ (this));
    const parts = inlineOf(this.headline.node);
    const sentence = pen.flow(parts, { x: MARGIN, y: 40, width: SLIDE.width - 2 * MARGIN }, 34);
    const { drawn, left } = this.drawWords(this.size);
    const more = left ? `… +${this.number(left + model.walk.word_total - model.walk.shown)}` : "";
    const { vocabulary_size, token_count } = model.figuresAt(step);
    const figures = t("vocabulary size: {size}, tokens: {tokens}", {
      size: this.number(vocabulary_size),
      tokens: this.number(token_count),
    });
    return pen.page(SLIDE, localeOf(model.walk.lang), this.headline.node.textContent ?? "", [
      pen.group("headline", sentence),
      pen.text(wordsTitle(model.walk), MARGIN, 165, 20, { bold: true }),
      pen.group("words", drawn.join("")),
      pen.text(more, WORDS.x, 674, 18),
      pen.text(barsTitle(model.walk), BARS.x, 165, 20, { bold: true }),
      pen.group("bars", this.drawBars()),
      // How much longer bars are drawn is known once they are.
      pen.text(this.pairs.enlargement?.() ?? "", BARS.x + BARS.width, 165, 16, { anchor: "end" }),
      pen.text(t("What was gained?"), BARS.x, 448, 20, { bold: true }),
      pen.group("growth", this.drawGrowth()),
      pen.text(figures, MARGIN, 702, 18),
      pen.text(t("Merge by Merge"), SLIDE.width - MARGIN, 702, 18, { anchor: "end" }),
    ]);
  }

  /**
   * The words for which there is room, how many are left over, and whether all of them fit.
   * @param {number} size
   */
  drawWords(size) {
    const { model, pen } = this;
    const line = 1.85 * size;
    const right = WORDS.x + WORDS.width;
    /** @type {string[]} */
    const drawn = [];
    /** @type {[number, number][]} */
    const starts = [];
    let [x, y] = [WORDS.x, WORDS.y];
    const most = this.starts.length || model.walk.shown;
    for (let word = 0; word < most; word++) {
      const tokens = this.tokensOf(word);
      const count = `×${this.number(model.walk.word_counts[word])}`;
      const widths = tokens.map((token) => Math.min(pen.widthOf(token, size), WORDS.width));
      const whole = widths.reduce((sum, width) => sum + width + 2, 0);
      const own = whole + 6 + pen.measure(count, 0.8 * size, false);
      if (x > WORDS.x && x + own > right) [x, y] = [WORDS.x, y + line];
      [x, y] = this.starts[word] ?? [x, y];
      starts.push([x, y]);
      const parts = [];
      for (const [i, token] of tokens.entries()) {
        if (x > WORDS.x && x + widths[i] > right) [x, y] = [WORDS.x, y + line];
        if (y + line > WORDS.bottom) break;
        parts.push(pen.token(token, x, y, size, widths[i]));
        x += widths[i] + 2;
      }
      const isWhole = parts.length === tokens.length;
      if (!isWhole && word > 0) {
        return { drawn, starts, left: model.walk.shown - word, fits: false };
      }
      parts.push(
        pen.text(isWhole ? count : "…", x + 6, y + 1.15 * size, 0.8 * size, { pale: true }),
      );
      drawn.push(pen.group("word", parts.join("")));
      if (!isWhole) return { drawn, starts, left: model.walk.shown - 1, fits: false };
      x += pen.measure(count, 0.8 * size, false) + 6 + size;
    }
    return { drawn, starts, left: model.walk.shown - most, fits: true };
  }

  /**
   * A word's tokens in reading order, from left to right.
   * @param {number} word
   * @returns {Token[]}
   */
  tokensOf(word) {
    const { model, step } = this;
    const characters = model.walk.unit === "byte" ? model.spelledWord(word).characters : undefined;
    const found = model.tokensAt(word, step);
    const chips = found.map((/** @type {any} */ { id, start, end }) =>
      this.chips.chip(id, { characters, start, end })
    );
    if (!model.hueOf) alternate(chips);
    /** @type {Token[]} */
    const tokens = chips.map((/** @type {HTMLElement} */ chip, /** @type {number} */ i) => {
      const [box] = inlineOf(chip);
      return { .../** @type {Token} */ (box), isNew: step > 0 && found[i].made === step };
    });
    return model.isRightToLeft(word) ? tokens.reverse() : tokens;
  }

  /** Draws what decides: the pairs by count or score, or the tokens by what they cost. */
  drawBars() {
    const { pen, step } = this;
    const view = this.model.views.get(step);
    if (!view) return "";
    /** @type {any[]} */
    const bars = this.pairs.barsOf(view).slice(0, BARS.most);
    const track = BARS.width - BARS.label - BARS.value;
    if (!bars.length) {
      return pen.text(noBars(this.model.walk), BARS.x, BARS.y + 23, 18, { pale: true });
    }
    return bars.map(({ item, share, value, mark, label }, rank) => {
      const y = BARS.y + rank * BARS.row;
      const [name] = this.pairs.label(item);
      const drawn = pen.flow(inlineOf(name), { x: BARS.x, y, width: BARS.label - 12 }, 20, 1);
      const at = BARS.x + BARS.label;
      const length = Math.max(2, share * track);
      return pen.group(
        `bar ${mark}`,
        drawn + pen.bar(at, y, length, BARS.height, mark) +
          pen.text(value, at + length + 8, y + 23, 20, { bold: mark === "next" }) +
          (label ? pen.text(label, BARS.x + BARS.width, y + 22, 15, { anchor: "end" }) : ""),
      );
    }).join("");
  }

  /** Draws the vocabulary and the tokens up to this step, between characters and whole words. */
  drawGrowth() {
    const { pen, places, step, model } = this;
    const [algorithm, words, characters] = pen.colours.compared;
    const { x, y, width, height } = GROWTH;
    const at = (/** @type {{x: number, y: number}} */ place) => ({
      x: x + place.x * width,
      y: y + (1 - place.y) * height,
    });
    const name = (/** @type {string} */ template, /** @type {number} */ n) =>
      fill(template, { n: this.number(n) }).textContent ?? "";
    const here = places.at(step);
    const isNamed = !isNear(here, places.characters) && !isNear(here, places.words);
    const corner = [{ x, y }, { x, y: y + height }, { x: x + width, y: y + height }];
    return [
      pen.line(corner, pen.colours.border, 1),
      pen.text(t("↑ tokens that the corpus needs"), BARS.x, 474, 15, { pale: true }),
      pen.text(t("vocabulary size (logarithmic) →"), x + width, y + height + 24, 15, {
        pale: true,
        anchor: "end",
      }),
      pen.line(sampled(step + 1).map((k) => at(places.at(k))), algorithm, 3),
      this.named(
        at(places.characters),
        characters,
        5,
        name(t("characters {n}"), places.characters.tokens),
        -12,
      ),
      this.named(at(places.words), words, 5, name(t("words {n}"), places.words.tokens), 24),
      this.named(at(here), algorithm, 8, isNamed ? model.walk.name : "", here.x > 0.5 ? 26 : 5),
    ].join("");
  }

  /**
   * A point with its name, on the side where there is room.
   * @param {{x: number, y: number}} point
   * @param {string} colour
   * @param {number} radius
   * @param {string} name
   * @param {number} below
   */
  named(point, colour, radius, name, below) {
    const isLeftwards = point.x > GROWTH.x + GROWTH.width / 2;
    const x = point.x + (isLeftwards ? -12 : 12);
    const look = { fill: colour, bold: radius > 5, anchor: isLeftwards ? "end" : "" };
    return this.pen.point(point, colour, radius) +
      this.pen.text(name, x, point.y + below, 17, look);
  }
}
