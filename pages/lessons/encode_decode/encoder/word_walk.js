// One word on its way from base tokens to its final tokens, and the word by longest match.

import { t } from "../../../components/browser/sentences.js";
import { closest, el, fill, leaveNoFocus } from "../../../components/drawing/elements.js";
import {
  legendLine,
  panel,
  scrollBox,
  scrollToPart,
  toolRow,
} from "../../../components/drawing/panel.js";
import { wholeIn } from "../../../components/drawing/numbers.js";
import { RuleWalk } from "../../../components/stepper/walking/rule_walk.js";
import { directed, withPair } from "../../../components/tokens/chips.js";
import { visible } from "../../../components/tokens/spelling.js";
import { RulePrediction } from "./rule_prediction.js";
import { WordModel } from "./word_model.js";

/**
 * @import { Tell } from "../../../components/component/component.d.ts"
 * @import { Encoding, WordOnItsWay } from "./payload.d.ts"
 * @import { TokenChips } from "./text_tokens.js"
 */

/** Most base tokens that fit into a line beside the sidebar. */
const LONG_WORD = 14;

const isComing = (/** @type {HTMLElement} */ chip) => chip.classList.contains("coming");

/**
 * The walk over one word. Its root reports each step with the event `encoding-step`.
 * @extends {RuleWalk<WordModel>}
 */
export class WordWalk extends RuleWalk {
  /**
   * @param {Encoding} data
   * @param {TokenChips} chips
   * @param {number} step
   * @param {(step: number) => void} report
   * @param {Tell} tell
   */
  constructor(data, chips, step, report, tell) {
    const model = new WordModel(data);
    const title = t("How {word} is encoded", { word: visible(model.word.word) });
    super(model, step, wholeIn(data.lang), { title, numbered: t("rule") }, report);
    this.data = data;
    this.chips = chips;
    this.showing = 0;
    /** @type {HTMLElement[]} the word's tokens */
    this.row = [];
    const base = this.model.states[0].length;
    this.tokens.classList.toggle("long-word", base > LONG_WORD);
    this.tokens.style.setProperty("--base", String(base));
    this.words = { list: this.tokens };
    this.tokens.onclick = (event) => this.pick(closest(event, ".chip"));
    this.prediction = new RulePrediction(this, tell);
    const most = Math.max(...model.candidates.map((fitting) => fitting.length));
    this.rules.style.setProperty("--rows", String(most));
    this.match = scrollBox("comparison", { "aria-labelledby": "heading-match" });
    this.node = this.draw();
    this.update();
  }

  draw() {
    const walk = this.model.word;
    const word = el("bdi", { className: "literal" }, visible(walk.word) + (walk.is_cut ? "…" : ""));
    const title = el("h2", { id: "heading-word" }, fill(t("How {word} is encoded"), { word }));
    const cut = walk.is_cut
      ? legendLine(t("This word is long: only its first {n} characters are shown step by step.", {
        n: this.number([...walk.word].length),
      }))
      : null;
    const left = el(
      "div",
      { className: "column" },
      el(
        "section",
        { className: "panel on-its-way", "aria-labelledby": "heading-word" },
        el("header", {}, title, toolRow(this.prediction.switch)),
        cut,
        this.tokens,
      ),
      panel(
        t("The same word by longest match"),
        "match",
        null,
        this.match,
      ),
    );
    const right = el(
      "div",
      { className: "column" },
      this.prediction.node,
      this.rulePanel(t("A rule's number is its step in training.")),
    );
    this.match.append(...this.comparison(walk));
    const node = el(
      "div",
      { className: "walk" },
      this.transport.node,
      this.headline,
      el("div", { className: "stage" }, left, right),
    );
    leaveNoFocus(node);
    return node;
  }

  /** Both readings, one above the other. @param {WordOnItsWay} walk */
  comparison(walk) {
    const { unknown } = this.data;
    const merged = walk.ids[walk.ids.length - 1];
    const line = (
      /** @type {string} */ name,
      /** @type {number[]} */ ids,
    ) => [el("dt", {}, name), el("dd", {}, directed(el("span", {}, ...this.chips.row(ids))))];
    const same = merged.length === walk.match.length &&
      merged.every((id, i) => id === walk.match[i]);
    const parts = [
      el(
        "dl",
        { className: "readings" },
        ...line(t("by merges"), merged),
        ...line(t("by longest match"), walk.match),
      ),
      el(
        "p",
        { className: "verdict " + (same ? "same" : "differ") },
        same
          ? t("Both ways give the same tokens.")
          : t("The two differ. Only the merges give the tokens of the training."),
      ),
    ];
    if (walk.match.includes(unknown)) {
      parts.push(
        el(
          "p",
          { className: "verdict" },
          fill(t("{token}: no token fits here."), { token: this.chips.chip(unknown) }),
        ),
      );
    }
    return [
      ...parts,
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
  idsAt(step) {
    return this.model.states[step];
  }

  /** @override */
  update() {
    const { step, model } = this;
    this.transport.update(this);
    this.say();
    this.showWord();
    this.showRules();
    this.prediction.update();
    this.showNext();
    const detail = {
      step,
      steps: model.steps,
      candidates: model.candidates[step],
      rule: model.first(step).rule || undefined,
    };
    this.node.dispatchEvent(
      new CustomEvent("encoding-step", { detail, bubbles: true, composed: true }),
    );
  }

  /** The sentence of the step. */
  say() {
    const { step, model, chips, number } = this;
    if (!step) return this.sayStart();
    const { rule, token } = model.first(step - 1);
    const [before, place] = [model.states[step - 1], model.place(step - 1)];
    const [left, right] = chips.row(before).slice(place, place + 2);
    const said = fill(t("Step {k} of {n}: rule {rule}, {left} + {right} → {token}"), {
      k: number(step),
      n: number(model.steps),
      rule: el("strong", {}, number(rule)),
      left,
      right,
      token: chips.merged(before, place, token),
    });
    this.headline.replaceChildren(withPair(said, left, right));
  }

  /** Shows the word's tokens. New tokens are framed, and the next merge is ringed. */
  showWord() {
    const { step, model, chips } = this;
    const ids = model.states[step];
    const made = step ? model.first(step - 1).token : -1;
    this.row = chips.row(ids);
    this.row.forEach((chip, i) => chip.classList.toggle("new", ids[i] === made));
    this.showTokens(this.row);
    if (this.prediction.asking) return;
    const { token } = model.first(step);
    for (const [place, , id] of model.candidates[step]) if (id === token) this.ring(place, true);
  }

  /** While the learner predicts, each step waits for an answer. @override */
  togglePlay() {
    if (this.playing || !this.prediction.on) super.togglePlay();
  }

  /** Scrolls to the pair that is merged next, at most once per frame. */
  showNext() {
    this.showing ||= requestAnimationFrame(() => {
      this.showing = 0;
      if (this.prediction.asking) return;
      for (const chip of this.row.filter(isComing)) scrollToPart(this.tokens, chip);
    });
  }

  /** @param {HTMLElement|null} chip that was clicked */
  pick(chip) {
    if (chip && this.prediction.asking) this.prediction.pick(chip);
  }

  /** @param {number} place of the left token @param {boolean} coming */
  ring(place, coming) {
    const [left, right] = this.row.slice(place, place + 2);
    left.classList.add("ring-left");
    right.classList.add("ring-right");
    for (const chip of [left, right]) chip.classList.toggle("coming", coming);
  }

  /** Shows the rules that fit, from the one that goes first. */
  showRules() {
    const { step, model, number } = this;
    const candidates = model.candidates[step].toSorted((one, other) => one[1] - other[1]);
    const { rule } = model.first(step);
    const rules = new Set(candidates.map((one) => one[1])).size;
    const template = !rules
      ? t("No rule fits any more: these are the word's tokens.")
      : rules === 1
      ? t("One rule fits, so it is next: rule {rule}.")
      : t("{n} rules fit. Rule {rule} was learned first, so it comes first.");
    this.verdict.replaceChildren(fill(template, { n: number(rules), rule: number(rule) }));
    this.pairs.replaceChildren(...candidates.map((one) => this.ruleRow(one)));
    this.rules.style.visibility = rules ? "" : "hidden"; // it keeps its room
  }

  /**
   * A rule that fits two adjacent tokens.
   * @param {[place: number, rule: number, token: number]} fitting the place of the left one
   */
  ruleRow([place, rule, token]) {
    const { chips, model, step, prediction } = this;
    const [left, right] = this.row.slice(place, place + 2).map((chip) => prediction.plain(chip));
    const row = this.pairRow(left, right, {
      number: rule,
      makes: chips.merged(model.states[step], place, token),
      isFirst: model.isFirst(step, place),
    });
    row.onpointerenter = () => this.ringOnly(place);
    row.onpointerleave = () => this.showWord();
    return row;
  }

  /** @param {number} place */
  ringOnly(place) {
    for (const chip of this.row) chip.classList.remove("ring-left", "ring-right", "coming");
    this.ring(place, false);
  }

  /** @override */
  stop() {
    super.stop();
    cancelAnimationFrame(this.showing);
  }
}
