// One word on its way from base tokens to its final tokens, which a learner can predict rule by
// rule, and the word by longest match.

import { t } from "../../components/browser/sentences.js";
import { closest, el, fill, leaveNoFocus } from "../../components/drawing/elements.js";
import {
  legendLine,
  panel,
  scrollBox,
  scrollToPart,
  toolRow,
} from "../../components/drawing/panel.js";
import { asksForPair, Prediction } from "../../components/stepper/walking/prediction.js";
import { RuleWalk } from "../../components/stepper/walking/rule_walk.js";
import { directed, pairNode } from "../../components/tokens/chips.js";
import { visible } from "../../components/tokens/spelling.js";

/**
 * @import { Tell } from "../../components/component/newest_drawing.js"
 * @import { ClassroomOptions } from "../../components/stepper/payload.d.ts"
 * @import { Answer } from "../../components/stepper/walking/turn.js"
 * @import { Rule } from "../../components/stepper/walking/rule_walk.js"
 * @import { Spelled } from "../../components/tokens/tokens.d.ts"
 * @import { TokenChips } from "./text_tokens.js"
 */

/**
 * A text as tokens, the way of one word to its tokens, and the decoded text: the message from
 * Python to the encoder. `key` is the tokenizer's. `words` are each one's name, its ids, whether it
 * is special, and whether its two readings differ; `compared` is how many distinct words were read
 * in both ways. `tokens` are by id: the spelling, and whether it ends with the marker. `chosen` is
 * the index of the word that is walked.
 * @typedef {{
 *   key: string, input: string, step: number, visit: number, lang: string, predict: boolean,
 *   words: [string, number[], boolean, boolean][], compared: number,
 *   tokens: Record<string, [Spelled, boolean]>, marker: string, unknown: number, joiner: string,
 *   chosen: number | null, walk: WordOnItsWay | null, back: TextAgain, classroom: ClassroomOptions
 * }} Encoding
 *
 * One word, from its base tokens to its tokens. `ids` are its tokens at each step, `candidates` at
 * each step the place of the left token, the number of the rule, and what the pair becomes, and
 * `match` its tokens by longest match.
 * @typedef {{
 *   word: string, is_cut: boolean, ids: number[][], candidates: [number, number, number][][],
 *   match: number[]
 * }} WordOnItsWay
 *
 * The text that the ids decode to. `before` is the end of the shared beginning; then comes the
 * continuation of each text at the first difference.
 * @typedef {{
 *   ids: number[], decoded: string, is_equal: boolean, given_bytes: number, decoded_bytes: number,
 *   before: string, given_there: string, decoded_there: string, causes: string[],
 *   unknown: string[], unknown_total: number
 * }} TextAgain
 */

/** A word and its rules. A *rule* is a merge, given as the number of the step that learned it. */
export class WordModel {
  /** @param {Encoding} data of a text with a word that is walked */
  constructor(data) {
    const word = /** @type {WordOnItsWay} */ (data.walk);
    this.word = word;
    this.ids = word.ids;
    /** @type {Rule[][]} the rules that fit each state, from left to right */
    this.rules = word.candidates.map((fitting) => {
      const first = Math.min(...fitting.map(([, , id]) => id));
      return fitting.map(([place, number, id]) => ({ place, number, id, isFirst: id === first }));
    });
    this.steps = word.ids.length - 1;
    this.walk = { key: `${data.key} ${word.word}`, predict: data.predict };
  }

  /** The rule that comes first in a state, where it fits first. @param {number} step */
  first(step) {
    return this.rules[step].find(({ isFirst }) => isFirst);
  }

  /**
   * The rule that fits two neighbours.
   * @param {number} step
   * @param {number} place of the left one
   */
  fitting(step, place) {
    return this.rules[step].find((rule) => rule.place === place);
  }

  /**
   * A state as a room asks about it: its tokens, and which rule fits each two neighbours. Rules are
   * named by the tokens that they make, in the order in which they were learned.
   * @param {number} step
   * @param {(id: number) => Spelled} spell
   * @returns {{step: number, tokens: Spelled[], rules: (number|null)[]}|null} nothing if no rule
   *   fits, or if there are not two different pairs
   */
  question(step, spell) {
    const tokens = this.ids[step].map(spell);
    const pairs = new Set(tokens.slice(1).map((token, i) => JSON.stringify([tokens[i], token])));
    if (step >= this.steps || pairs.size < 2) return null;
    const rules = tokens.slice(1).map((_, place) => this.fitting(step, place)?.id ?? null);
    return { step, tokens, rules };
  }
}

/** Most base tokens that fit into a line beside the sidebar. */
const LONG_WORD = 14;

const isComing = (/** @type {HTMLElement} */ chip) => chip.classList.contains("coming");

/**
 * The walk over one word.
 * @extends {RuleWalk<WordModel>}
 */
export class WordWalk extends RuleWalk {
  /** @override @type {RulePrediction} */
  prediction;
  /** Is told of each step that is drawn. */
  onStep = () => {};

  /**
   * @param {TokenChips} chips
   * @param {number} step
   * @param {(step: number) => void} report
   * @param {Tell} tell
   */
  constructor(chips, step, report, tell) {
    const { data } = chips;
    const model = new WordModel(data);
    const title = t("How {word} is encoded", { word: visible(model.word.word) });
    const says = {
      applied: t("Step {k} of {n}: rule {rule}, {left} + {right} → {token}"),
      none: t("No rule fits any more: these are the word's tokens."),
      one: t("One rule fits, so it is next: rule {rule}."),
      several: t("{n} rules fit. Rule {rule} was learned first, so it comes first."),
    };
    super(model, step, data.lang, { title, numbered: t("rule") }, says, report);
    this.data = data;
    this.chips = chips;
    const base = this.model.ids[0].length;
    this.tokens.classList.toggle("long-word", base > LONG_WORD);
    this.tokens.style.setProperty("--base", String(base));
    this.words = { list: this.tokens };
    this.tokens.onclick = (event) => this.pick(closest(event, ".chip"));
    this.prediction = new RulePrediction(this, tell);
    const most = Math.max(...model.rules.map((fitting) => fitting.length));
    this.rules.style.setProperty("--rows", String(most));
    this.node = this.draw();
    this.update();
  }

  draw() {
    const walk = this.model.word;
    const word = el("bdi.literal", visible(walk.word) + (walk.is_cut ? "…" : ""));
    const title = el("h2", { id: "heading-word" }, fill(t("How {word} is encoded"), { word }));
    const cut = walk.is_cut
      ? legendLine(t("This word is long: only its first {n} characters are shown step by step.", {
        n: this.number([...walk.word].length),
      }))
      : null;
    const heading = { "aria-labelledby": "heading-match" };
    const match = scrollBox("comparison", heading, ...this.comparison(walk));
    const left = el(
      "div.column",
      el(
        "section.panel.on-its-way",
        { "aria-labelledby": "heading-word" },
        el("header", title, toolRow(this.prediction.switch)),
        cut,
        this.tokens,
      ),
      panel(t("The same word by longest match"), "match", null, match),
    );
    const right = el(
      "div.column",
      this.prediction.node,
      this.rulePanel(t("A rule's number is its step in training.")),
    );
    const node = el("div.walk", this.transport.node, this.headline, el("div.stage", left, right));
    leaveNoFocus(node);
    return node;
  }

  /** Both readings, one above the other. @param {WordOnItsWay} walk */
  comparison(walk) {
    const { unknown } = this.data;
    const merged = walk.ids[walk.ids.length - 1];
    /** @param {string} name @param {number[]} ids */
    const line = (
      name,
      ids,
    ) => [el("dt", name), el("dd", directed(el("span", ...this.chips.row(ids))))];
    const isSame = String(merged) === String(walk.match);
    const isUnknown = walk.match.includes(unknown);
    const noToken = t("{token}: no token fits here.");
    return [
      el(
        "dl.readings",
        ...line(t("by merges"), merged),
        ...line(t("by longest match"), walk.match),
      ),
      isSame ? el("p.verdict.same", t("Both ways give the same tokens.")) : el(
        "p.verdict.differ",
        t("The two differ. Only the merges give the tokens of the training."),
      ),
      isUnknown ? el("p.verdict", fill(noToken, { token: this.chips.chip(unknown) })) : "",
      legendLine(t(
        "Longest match uses no merge rules, only the vocabulary: from the beginning of the " +
          "word, it always takes the longest token that fits.",
      )),
    ];
  }

  /** The question for a room at this step; nothing if there is nothing to choose from. */
  question() {
    const word = this.model.question(this.step, (id) => this.chips.spell(id));
    return word && { word };
  }

  /** @override @param {number} step */
  chipsAt(step) {
    return this.chips.row(this.model.ids[step]);
  }

  /** @override @param {number} step @param {Rule} rule */
  made(step, { place, id }) {
    return this.chips.merged(this.model.ids[step], place, id);
  }

  /** @override */
  drawStep() {
    super.drawStep();
    this.prediction.update();
    this.showNext();
    this.onStep();
  }

  /** Scrolls to the pair that is ringed as the next. */
  showNext() {
    requestAnimationFrame(() => {
      for (const chip of this.row.filter(isComing)) scrollToPart(this.tokens, chip);
    });
  }

  /** @param {HTMLElement|null} chip that was clicked */
  pick(chip) {
    if (chip && this.prediction.asking) this.prediction.pick(chip);
  }

  /** The rules that fit, from the one that goes first. @override @param {Rule[]} rules */
  ruleRows(rules) {
    this.rules.style.visibility = rules.length ? "" : "hidden"; // it keeps its room
    return rules.toSorted((one, other) => one.number - other.number).map((rule) => {
      const { place } = rule;
      const [left, right] = this.row.slice(place, place + 2).map((chip) =>
        this.prediction.plain(chip)
      );
      const row = this.pairRow(left, right, rule);
      row.onpointerenter = () => this.ringOnly(place);
      row.onpointerleave = () => this.showWord();
      return row;
    });
  }

  /** @param {number} place */
  ringOnly(place) {
    for (const chip of this.row) chip.classList.remove("ring-left", "ring-right", "coming");
    this.ring(place, false);
  }
}

/**
 * Predicts where the first rule applies. If the rule fits in several places, any of them is right.
 * @extends {Prediction<WordWalk>}
 */
export class RulePrediction extends Prediction {
  /** @override */
  asks() {
    const question = t("Which two tokens does step {k} merge?");
    return asksForPair(question, t("Hint 1 of 3: how many rules fit"), t("Hint 3 of 3: the rules"));
  }

  /** @override @param {number[]} pick the ids of two clicked neighbours, or a place in the list */
  check(pick) {
    const place = pick.length === 1 ? pick[0] : this.stepper.row.indexOf(this.picked[0]);
    const { step, model } = this.stepper;
    this.answer([place], model.fitting(step, place)?.isFirst ? "right" : "wrong");
  }

  /** Every two adjacent tokens, in word order. @override */
  candidatesNow() {
    return this.stepper.row.slice(0, -1).map((_, i) => ({ label: this.pair(i), pick: [i] }));
  }

  /** @param {number} place of the left token */
  pair(place) {
    const { row } = this.stepper;
    return pairNode(this.plain(row[place]), this.plain(row[place + 1]));
  }

  /** A copy of a token of the word, without its marks. @param {HTMLElement} chip */
  plain(chip) {
    const copy = /** @type {HTMLElement} */ (chip.cloneNode(true));
    copy.classList.remove("new", "picked", "ring-left", "ring-right", "coming");
    return copy;
  }

  /** @override @param {number} grade */
  hintText(grade) {
    const { model, step, row, number } = this.stepper;
    if (grade === 3) return t("The rules are shown now. The lowest number goes first.");
    if (grade === 2) {
      const place = model.first(step)?.place ?? 0;
      return fill(t("Its first token is {token}."), { token: this.plain(row[place]) });
    }
    return t("Places in the word where a rule fits: {n}.", { n: number(model.rules[step].length) });
  }

  /** @override @param {Answer} answer @returns {Node[]} */
  reveal({ step, pick: [place], outcome }) {
    const { model, number } = this.stepper;
    const [fits, first] = [model.fitting(step, place), model.first(step)];
    const name = outcome === "wrong" && !fits ? "none" : outcome;
    const values = {
      pair: outcome === "wrong" ? this.pair(place) : "",
      rule: number(fits?.number ?? 0),
      winner: this.pair(first?.place ?? 0),
      first: number(first?.number ?? 0),
    };
    return [this.verdictLine(outcome, fill(verdicts()[name], values))];
  }
}

/** The verdicts on answers. @returns {Record<string, string>} */
const verdicts = () => ({
  right: t("Right: {winner}, by rule {first}."),
  wrong: t(
    "Not this time: {pair} has rule {rule}, but {winner} has rule {first}, which was " +
      "learned earlier.",
  ),
  none: t("Not this time: no rule merges {pair}. {winner} comes first, with rule {first}."),
  shown: t("{winner} comes first, with rule {first}."),
});
