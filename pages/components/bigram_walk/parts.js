// Three parts beside the walk: a row of the model, a word's bits, words that it makes up.

import { t } from "../browser/sentences.js";
import { button, el, fill } from "../drawing/elements.js";
import { legendLine, panel, toolRow } from "../drawing/panel.js";
import { shareRow } from "../event_walk/event_rows.js";
import { directed } from "../tokens/chips.js";
import { bitsOfFactor, BORDER, rangesOf } from "./bigram_model.js";

/**
 * @import { BigramWalk } from "./bigram_walk.js"
 * @import { BigramModel, Draw } from "./bigram_model.js"
 */

/** The most tokens, rows and choices that are shown. */
const MOST_TOKENS = 40;
const MOST_BARS = 8;
const MOST_OFFERED = 5;
/** Steps of the search for words that were never read. */
const MOST_SEARCHED = 400;

/** A part of the lesson, drawn anew at each step. */
class ModelPart {
  /** @param {BigramWalk} walk @param {string} name @param {string} title @param {string} legend */
  constructor(walk, name, title, legend) {
    this.walk = walk;
    this.when = el("span.when");
    this.body = el("div.model-part");
    /** The token, or the word, that is looked at. @type {number|undefined} */
    this.selected = undefined;
    /** Of the question; "" before an answer. @type {""|"right"|"wrong"|"touched"} */
    this.outcome = "";
    const line = legend ? legendLine(legend) : null;
    this.node = panel(title, name, toolRow(this.when), this.body, line);
  }

  get model() {
    return this.walk.earned.modelAt(this.walk.step);
  }

  update() {
    this.when.textContent = t("Merges so far: {k}", { k: this.walk.number(this.walk.step) });
    this.body.replaceChildren(...this.draw());
  }

  /** @returns {any} nodes, or text */
  draw() {}

  /** A token, or where a word begins or ends. @param {number} id @param {boolean} isFirst */
  token(id, isFirst = false) {
    if (id !== BORDER) return this.walk.chips.chip(id);
    return el("i.border", isFirst ? t("beginning") : t("end of word"));
  }

  /** A word as tokens. @param {number[]} ids */
  word(ids) {
    return directed(el("span.pair", ...ids.map((id) => this.token(id))));
  }

  /**
   * A question with a few answers. What was chosen is said, and the others stay visible.
   * @param {Node|string} asked
   * @param {[Node, () => void][]} choices
   */
  question(asked, choices) {
    const buttons = choices.map(([label, choose]) => button(label, choose));
    return [el("p.asked", asked), el("div.choices", ...buttons)];
  }

  /**
   * A button that selects what is shown.
   * @param {number} what
   * @param {Node} label
   * @param {boolean} isSelected
   */
  chooser(what, label, isSelected) {
    const select = () => {
      this.selected = what;
      this.outcome = "touched";
      this.again();
    };
    return button(label, select, "", { ariaPressed: String(isSelected) });
  }

  /** The verdict on the answer; nothing once something else was touched. */
  verdict() {
    if (this.outcome === "touched" || !this.outcome) return "";
    const words = this.outcome === "right" ? t("Right.") : t("Not right.");
    return el("span", { className: `answer ${this.outcome}`, role: "status" }, words, " ");
  }

  /** Draws again, and keeps the focus in this part. A room may have asked what is seen now. */
  again() {
    this.update();
    this.walk.room?.update();
    const buttons = [...this.body.querySelectorAll("button")];
    (buttons.find(({ ariaPressed }) => ariaPressed === "true") ?? buttons[0])?.focus();
  }
}

/** @param {Node} name @param {number} share @param {string} value @param {boolean} isNext */
function filledRow(name, share, value, isNext = false) {
  const row = shareRow(name);
  row.node.classList.toggle("next", isNext);
  row.bar.style.width = `${100 * share}%`;
  row.value.textContent = value;
  return row.node;
}

/** A row: what came after a token, as shares of how often it occurs. */
export class NextTokens extends ModelPart {
  /** @param {BigramWalk} walk */
  constructor(walk) {
    const legend = t(
      "A model looks up such a row by the token's id. In GPT-2 it holds 768 learned numbers " +
        "instead of counts.",
    );
    super(walk, "next-tokens", t("1 What comes next?"), legend);
  }

  /** @override */
  draw() {
    const { model } = this;
    const known = [...model.totals].sort((a, b) => b[1] - a[1]).map(([id]) => id);
    if (this.selected === undefined || !model.rows.has(this.selected)) {
      this.selected = mostUncertain(model);
    }
    const { selected } = this;
    const row = model.row(selected);
    if (!this.outcome && row.length > 1) {
      return this.question(
        this.asked(),
        this.offered().map(([id, times]) => [this.token(id), () => {
          this.outcome = times === row[0][1] ? "right" : "wrong";
          this.again();
        }]),
      );
    }
    const total = model.totals.get(selected) ?? 0;
    const about = { token: this.token(selected, true), n: this.walk.number(total) };
    const bars = row.slice(0, MOST_BARS).map(([id, times], i) =>
      filledRow(this.token(id), times / total, this.walk.of(times, total), i === 0)
    );
    const choosers = known.slice(0, MOST_TOKENS).map((id) =>
      this.chooser(id, this.token(id, true), id === selected)
    );
    const more = row.length - MOST_BARS;
    return [
      el("p", this.verdict(), fill(t("After {token}, count {n}:"), about)),
      el("ul.shares", ...bars),
      el("p.more", more > 0 ? t("And {n} more.", { n: this.walk.number(more) }) : ""),
      el("div.choices.tokens", { role: "group", ariaLabel: t("Tokens") }, ...choosers),
    ];
  }

  asked() {
    const token = this.token(this.selected ?? BORDER, true);
    return fill(t("What came most often after {token}?"), { token });
  }

  /** The choices, in an order that tells nothing. @returns {[number, number][]} */
  offered() {
    const row = this.model.row(this.selected ?? BORDER);
    return row.slice(0, MOST_OFFERED).sort(([a], [b]) => a - b);
  }

  /** The question for phones; null once the row is seen, or if only one token follows. */
  written() {
    const offered = this.offered();
    if (this.outcome || offered.length < 2) return null;
    const most = Math.max(...offered.map(([, times]) => times));
    return {
      step: this.walk.step,
      text: el("p", this.asked()).textContent,
      choices: offered.map(([id]) => this.token(id).textContent),
      right: offered.findIndex(([, times]) => times === most),
    };
  }

  /** Explains the votes by the model: its share of each choice. */
  explained() {
    const total = this.model.totals.get(this.selected ?? BORDER) ?? 1;
    const shares = this.offered().map(([, times]) => this.walk.of(times, total));
    const named = this.offered().map(([id], i) => `${this.token(id).textContent}: ${shares[i]}`);
    const told = (/** @type {string} */ shares) => t("The model: {shares}", { shares });
    return {
      why: el("p.why", told(named.join(" · "))),
      behind: (/** @type {number} */ choice) => told(shares[choice]),
    };
  }

  /** Shows the row. */
  open() {
    this.outcome = "touched";
    this.update();
    this.walk.room?.update();
  }
}

/** A word's bits, factor by factor. */
export class WordBits extends ModelPart {
  /** @param {BigramWalk} walk */
  constructor(walk) {
    const legend = t(
      "The probability of a word is the product of its fractions; bits are −log₂ of it.",
    );
    super(walk, "word-bits", t("2 How surprising is a word?"), legend);
    this.candidates = this.fewWords();
  }

  /** Some words from the most to the least probable, in the order of the corpus. */
  fewWords() {
    const model = this.walk.earned.modelAt(0);
    const order = model.words.map((_, i) => i).slice(0, 200);
    order.sort((a, b) => model.bitsOf(model.words[a][0]) - model.bitsOf(model.words[b][0]));
    const few = Math.min(MOST_OFFERED, order.length);
    const places = Array.from({ length: few }, (_, i) => i * (order.length - 1) / (few - 1 || 1));
    return places.map((place) => order[Math.round(place)]).sort((a, b) => a - b);
  }

  /** @override */
  draw() {
    const { model, candidates } = this;
    const bits = candidates.map((word) => model.bitsOf(model.words[word][0]));
    const most = Math.max(...bits);
    const isMost = (/** @type {number} */ i) => bits[i] > most - 1e-9;
    if (!this.outcome && candidates.length > 1) {
      return this.question(
        t("Which of these words will surprise the model most?"),
        candidates.map((word, i) => [this.word(model.words[word][0]), () => {
          this.outcome = isMost(i) ? "right" : "wrong";
          this.selected = word;
          this.again();
        }]),
      );
    }
    const selected = this.selected ?? candidates[0];
    const rows = candidates.map((word, i) => {
      const name = this.chooser(word, this.word(model.words[word][0]), word === selected);
      return filledRow(
        name,
        most ? bits[i] / most : 0,
        this.walk.earned.inBits(bits[i]),
        isMost(i),
      );
    });
    const factors = this.factors(model.words[selected][0]);
    return [el("p", this.verdict()), el("ul.shares", ...rows), ...factors];
  }

  /** Under each token its fraction and its bits. @param {number[]} word */
  factors(word) {
    const factors = this.model.factors(word);
    const most = Math.max(...factors.map(bitsOfFactor), 1);
    const columns = factors.map((factor, i) => {
      const bits = bitsOfFactor(factor);
      const bar = el("span.bits-bar", { style: `height: ${3 * bits / most}rem` });
      const share = el("span", this.walk.of(factor.times, factor.total));
      return el(
        "li",
        this.token(word[i] ?? BORDER),
        share,
        bar,
        el("small", this.walk.earned.inBits(bits)),
      );
    });
    const values = {
      fraction: product(factors),
      percent: this.walk.percent(2 ** -this.model.bitsOf(word)),
      bits: this.walk.earned.inBits(this.model.bitsOf(word)),
    };
    return [
      el("ol.factors", ...columns),
      el("p", t("Together: {fraction}{percent}, that is {bits}.", values)),
    ];
  }
}

/** Words that were never read, and one that is written at random. */
export class MadeUp extends ModelPart {
  /** @param {BigramWalk} walk @param {number} seed 0 before any word is written */
  constructor(walk, seed) {
    super(walk, "made-up", t("3 It makes things up"), "");
    this.seed = seed;
  }

  /** @override */
  draw() {
    const press = button(this.seed ? t("Write another word") : t("Write a word"), () => {
      this.seed++;
      this.walk.tell("seed", this.seed);
      this.again();
    }, "write");
    const asked = t(
      "Let it write a word, rolling a die for each token. Will it be a word of the corpus?",
    );
    if (!this.seed) return [el("p.asked", asked), press];
    const draws = this.model.write(this.seed);
    const drawn = draws.map((draw) => this.drawn(draw));
    return [press, el("ol.draws", ...drawn), this.written(draws), ...this.neverRead()];
  }

  /** The ranges of a die, and the number that it showed. @param {Draw} draw */
  drawn({ before, drawn, token }) {
    const ranges = rangesOf(this.model.row(before));
    const few = ranges.filter(([id], i) => i < MOST_OFFERED || id === token);
    const { number } = this.walk;
    const total = number(this.model.totals.get(before) ?? 0);
    const sides = few.map(([id, first, last]) => {
      const range = first === last ? number(first) : `${number(first)}–${number(last)}`;
      const kind = id === token ? "span.range.chosen" : "span.range";
      return el(kind, this.token(id), el("small", range));
    });
    const die = el("span.die", t("die: {n} of {total}", { n: number(drawn), total }));
    return el("li", die, ...sides, few.length < ranges.length ? "…" : "");
  }

  /** @param {Draw[]} draws */
  written(draws) {
    const tokens = draws.map(({ token }) => token).filter((token) => token !== BORDER);
    const isRead = this.model.read.has(String(tokens));
    const sentence = isRead
      ? t("It wrote {word}, a word that it has read.")
      : t("It wrote {word}, which it has never read.");
    return el("p.written", { role: "status" }, fill(sentence, { word: this.word(tokens) }));
  }

  /** The most probable of what it never read, and how much goes to all of that. */
  neverRead() {
    const found = [];
    let searched = 0;
    for (const word of this.model.likelyWords()) {
      if (!word.wasRead && found.push(word) === MOST_OFFERED) break;
      if (++searched === MOST_SEARCHED) break;
    }
    const share = this.walk.percent(this.model.madeUp);
    const most = 2 ** -(found[0]?.bits ?? 0);
    const rows = found.map(({ tokens, bits }) =>
      filledRow(this.word(tokens), 2 ** -bits / most, this.walk.percent(2 ** -bits))
    );
    return [
      el("p", t("{share} of all probability goes to words that it has never read.", { share })),
      el("ul.shares", ...rows),
    ];
  }
}

/** The token after which most is open: the most bits in all. @param {BigramModel} model */
function mostUncertain(model) {
  let [best, most] = [BORDER, -1];
  for (const [before, row] of model.rows) {
    if (before === BORDER) continue;
    const total = model.totals.get(before) ?? 0;
    let bits = 0;
    for (const times of row.values()) bits += times * bitsOfFactor({ times, total });
    if (bits > most) [best, most] = [before, bits];
  }
  return best;
}

/**
 * The product of fractions with an equals sign, if it is short enough to be read; "" otherwise.
 * @param {{times: number, total: number}[]} factors
 */
function product(factors) {
  let [n, d] = [1n, 1n];
  for (const { times, total } of factors) {
    [n, d] = [n * BigInt(times), d * BigInt(total)];
    let [a, b] = [n, d];
    while (b) [a, b] = [b, a % b];
    [n, d] = [n / a, d / a];
    if (d > 999_999n) return "";
  }
  return `${n}/${d} = `;
}
