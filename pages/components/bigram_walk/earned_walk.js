// The walk over merges with what each of them earned, as a walk over events shows it.

import { t } from "../browser/sentences.js";
import { decimalsIn, wholeIn } from "../drawing/numbers.js";
import { BigramModel, bitsAtEveryStep } from "./bigram_model.js";

/**
 * @import { Bar, Event, EventWalk, Named, Question, Row } from "../event_walk/payload.d.ts"
 * @import { MergeModel } from "../stepper/merges/merge_model.js"
 * @import { Word } from "./bigram_model.js"
 * @typedef {"key"|"step"|"visit"|"lang"|"predict"|"classroom"} OfSession
 */

/** Rows of words, bars of pairs, and bits below which nothing was saved. */
const MOST_WORDS_SHOWN = 200;
const MOST_PAIRS_SHOWN = 6;
const NOTHING = 1e-6;

/**
 * The words as a model of a step reads them. Of a word that is too long, only its beginning.
 * @param {MergeModel} merges
 * @param {number} step
 * @returns {Word[]}
 */
export const wordsAt = (merges, step) =>
  merges.walk.words.map((_, word) => [idsAt(merges, word, step), merges.walk.word_counts[word]]);

/** @param {MergeModel} merges @param {number} word @param {number} step */
const idsAt = (merges, word, step) => merges.tokensAt(word, step).map(({ id }) => id);

/** The content of the walk; a step is worked out when it is seen. */
export class EarnedWalk {
  /** @param {MergeModel} merges @param {string} lang */
  constructor(merges, lang) {
    this.merges = merges;
    this.whole = wholeIn(lang);
    this.decimals = decimalsIn(lang);
    /** The bits of all words at each step. */
    this.bits = bitsAtEveryStep(
      merges.walk.word_counts,
      (word, step) => idsAt(merges, word, step),
      (step) => merges.changedWords.get(step) ?? [],
      merges.steps,
    );
    /** @type {Map<number, BigramModel>} the models of the last steps that were seen */
    this.models = new Map();
  }

  /** The model that is counted at a step. @param {number} step */
  modelAt(step) {
    let model = this.models.get(step);
    if (!model) {
      if (this.models.size > 2) this.models.clear();
      this.models.set(step, model = new BigramModel(wordsAt(this.merges, step)));
    }
    return model;
  }

  /** The bits that a step saved; 0 where it is next to nothing. @param {number} step */
  earned(step) {
    const earned = this.bits[step - 1] - this.bits[step];
    return earned < NOTHING * Math.max(1, this.bits[0] / 1e6) ? 0 : earned;
  }

  /** All of the walk but what a session adds to it. @returns {Omit<EventWalk, OfSession>} */
  walk() {
    const { merges, bits } = this;
    const ids = Array.from({ length: merges.sizeAt(merges.steps) }, (_, id) => id);
    const words = merges.walk.word_counts.reduce((sum, times) => sum + times, 0);
    const perWord = bits.map((n) => round(n / words));
    return {
      tokens: ids.map((id) => merges.spell(id)),
      made: ids.map((id) => merges.stepOf(id)),
      marker: merges.marker,
      marked: ids.filter((id) => merges.markerOf(id)),
      rows: this.rows(),
      events: Array.from(
        { length: merges.steps + 1 },
        (_, step) => step ? new EarnedEvent(this, step) : this.start(),
      ),
      panels: [{
        name: "earned",
        title: t("What each pair would have saved"),
        legend: t("In bits, if it had been merged at this step."),
        limit: -1,
      }],
      figures: [
        { name: "bits", title: t("bits in all"), values: bits.map((n) => round(n)) },
        { name: "bits_per_word", title: t("bits per word"), values: perWord },
      ],
      context: "",
      end: merges.walk.stopped === "nothing_left"
        ? t("Each word is one token: the model is a list of the words.")
        : "",
      text: this.texts(),
    };
  }

  /** The most frequent words, in the order of the corpus. @returns {Row[]} */
  rows() {
    const { merges, whole } = this;
    const { word_counts, closed } = merges.walk;
    const indices = word_counts.map((_, i) => i).sort((a, b) => word_counts[b] - word_counts[a]);
    return indices.slice(0, MOST_WORDS_SHOWN).sort((a, b) => a - b).map((word) => {
      const steps = [...new Set([0, ...closed[word]])].sort((a, b) => a - b);
      return {
        name: "",
        remark: `×${whole(word_counts[word])}`,
        history: steps.map((step) => [step, idsAt(merges, word, step)]),
        is_cut: merges.isCut(word),
        gives_answer: false,
      };
    });
  }

  /** @returns {Event} */
  start() {
    const says = this.merges.steps ? "start" : "nothing";
    const named = { bits: this.inBits(this.bits[0]) };
    return { says, named, bars: [[]], made: -1, question: this.question(0) };
  }

  /**
   * The question before the next step: how much it will save.
   * @param {number} step
   * @returns {Question|null}
   */
  question(step) {
    if (step >= this.merges.steps) return null;
    const { left, right, count } = this.merges.merge(step + 1);
    const earned = this.earned(step + 1);
    const amounts = guesses(earned, count);
    return {
      says: "asked",
      named: { pair: [left, right], count: this.whole(count) },
      choices: amounts.map((bits) => {
        const about = { bits: this.inBits(bits < 1 ? bits : Math.round(bits)) };
        return bits ? t("about {bits}", about) : t("nothing");
      }),
      right: [amounts.indexOf(earned)],
      bars: step ? [this.bars(step)] : [[]], // those of the step that was taken
    };
  }

  /** @param {number} n */
  inBits(n) {
    const rounded = this.decimals(n + 0);
    return rounded === this.decimals(1) ? t("1 bit") : t("{n} bits", { n: rounded });
  }

  /**
   * The pairs that would have saved most at a step, and the one that was merged.
   * @param {number} step
   * @returns {Bar[]}
   */
  bars(step) {
    const { merges } = this;
    const model = this.modelAt(step - 1);
    const taken = merges.merge(step);
    const found = model.earnings().sort((a, b) => b.earned - a.earned);
    const best = found[0].earned;
    const isTaken = (/** @type {{pair: number[]}} */ { pair }) =>
      pair[0] === taken.left && pair[1] === taken.right;
    const shown = new Set([...found.filter(isTaken), ...found].slice(0, MOST_PAIRS_SHOWN));
    const most = Math.max(best, NOTHING);
    return [...shown].sort((a, b) => b.earned - a.earned).map((each) => {
      const mark = isTaken(each)
        ? t("was merged")
        : best - each.earned < NOTHING && best - this.earned(step) > NOTHING
        ? t("would have saved most")
        : "";
      const earned = Math.max(0, each.earned);
      return [each.pair, earned / most, this.decimals(earned), mark, isTaken(each), 0];
    });
  }

  texts() {
    const { shown: counted, word_total } = this.merges.walk;
    const listed = Math.min(counted, MOST_WORDS_SHOWN);
    const [n, shown, total] = [counted, listed, word_total].map(this.whole);
    const more = counted < word_total
      ? t("Counted here: the {n} most frequent of {total} different words.", { n, total })
      : t("The {shown} most frequent of {total} different words.", { shown, total });
    return {
      transport: t("Walk through the merges"),
      rows_title: t("The corpus, as tokens"),
      more_rows: word_total > listed ? more : "",
      figures_title: t("After this step"),
      events_title: t("All merges, and what they saved"),
      start: t("Nothing has been merged yet: the words take {bits}."),
      nothing: t("There is nothing to merge in this corpus"),
      asked: t("{pair} is merged next, with the count {count}. How many bits will that save?"),
      saved: t("{left} + {right} → {token}, count {count}: {bits} saved."),
      certain: t(
        "{left} + {right} → {token}, count {count}, and nothing saved: " +
          "after {known}, {certain} was certain.",
      ),
      saved_nothing: t(
        "{left} + {right} → {token}, count {count}, and nothing saved: what comes " +
          "before {known} told nothing new.",
      ),
      row_saved: t("{left} + {right} → {token}: {bits}"),
      row_certain: t("{left} + {right} → {token}: nothing"),
      row_saved_nothing: t("{left} + {right} → {token}: nothing"),
    };
  }
}

/** A step, worked out when it is seen. @implements {Event} */
class EarnedEvent {
  /** @param {EarnedWalk} walk @param {number} step */
  constructor(walk, step) {
    this.walk = walk;
    this.step = step;
    this.made = walk.merges.madeAt(step);
    const { left, right, count, token } = walk.merges.merge(step);
    this.earned = walk.earned(step);
    /** @type {Record<string, Named>} */
    this.named = {
      left,
      right,
      token,
      known: left,
      certain: right,
      count: walk.whole(count),
      bits: walk.inBits(this.earned),
    };
  }

  get says() {
    if (this.earned) return "saved";
    const row = this.walk.modelAt(this.step - 1).rows.get(Number(this.named.left));
    return row?.size === 1 ? "certain" : "saved_nothing";
  }

  get bars() {
    return [this.walk.bars(this.step)];
  }

  get question() {
    return this.walk.question(this.step);
  }
}

/**
 * The choices: nothing, the right amount, and a bit for each time, or two.
 * @param {number} earned
 * @param {number} count
 */
function guesses(earned, count) {
  const far = [count, 2 * count, count / 2].find((n) => Math.abs(n - earned) > 0.3 * n) ?? 0;
  return (earned ? [0, earned, far] : [0, count / 2, count]).sort((a, b) => a - b);
}

/** To two decimals: no -0. @param {number} n */
const round = (n) => Math.round(100 * n) / 100 + 0;
