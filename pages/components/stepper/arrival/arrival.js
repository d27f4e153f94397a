/**
 * The arrival: the learner answers first, one question a place, and panels join when they are
 * needed. It is drawn with the stage's own parts: the words, "Your turn", the bars, the reasons,
 * the chart. What a place shows is in `arrival.css`, by the stepper's `data-place`.
 */

import { t } from "../../browser/sentences.js";
import { forgetInTab, keepInTab, savedInTab } from "../../browser/tab_memory.js";
import { button, el, fill } from "../../drawing/elements.js";
import { focusedIn, toolRow } from "../../drawing/panel.js";
import { noteLessonRead } from "../../lesson_head/lessons_read.js";
import { directed, tokensInWords } from "../../tokens/chips.js";
import { shortWord, visible } from "../../tokens/spelling.js";
import { hasManyWords } from "../walking/growth.js";
import { actionOf } from "../walking/player.js";
import { baseTokens, encodeUnits } from "../merges/merge_model.js";
import { isPicking, mostLost, placeBeside, PLACES, placeThere, stepOf } from "./places.js";

/**
 * @import { Tell } from "../../component/newest_drawing.js"
 * @import { MergeStepper } from "../walker.d.ts"
 */

/** Where a tab keeps the place, for a reload before the server has heard of it. */
const PLACE_KEPT = "arrival_place";
const LONGEST_WORD = 40;

/** @param {unknown} value */
const isPlace = (value) => Number.isInteger(value) && Number(value) >= 0;

export class Arrival {
  /** @param {MergeStepper} stepper @param {Tell} tell */
  constructor(stepper, tell) {
    this.stepper = stepper;
    this.tell = tell;
    /** From 1; 0 for none. */
    this.place = 0;
    /** @type {number|undefined} the place that Python was told of and has not confirmed yet */
    this.pending = undefined;
    this.lead = el("p.lead", { id: "arrival-lead" });
    // Where the question takes the focus, a screen reader says what has happened, too.
    this.question = el("h2", { tabIndex: -1, "aria-describedby": this.lead.id });
    this.node = el("section.arrival", { hidden: true }, this.lead, this.question);
    this.node.ariaLabel = t("Your answer first");
    /** The answers of a place that asks for no pair. */
    this.tool = el("div.arrival-tool", { hidden: true });
    /** A field for a word, which stays while what surrounds it is drawn again. */
    this.encoder = this.makeEncoder();
    this.back = button(t("Back"), () => this.goBy(-1), "back");
    this.where = el("small");
    const all = button(t("Show all panels"), () => this.leave(), "all-panels");
    this.foot = el("div.arrival-foot", { hidden: true }, this.back, this.where, all);
  }

  get isOn() {
    return this.place > 0;
  }

  /** The name of its place. */
  get name() {
    return PLACES[this.place - 1];
  }

  /**
   * Shows the place that Python names. Until Python knows of the last move, what it names is old.
   * @param {number} place
   */
  follow(place) {
    if (this.pending !== undefined && place !== this.pending) return;
    this.pending = undefined;
    // A tab that is loaded again before the server has heard of a place has none in its address.
    const isLinked = new URLSearchParams(location.search).has("arrival");
    const isBegun = place === 1 && !this.isOn;
    if (isBegun && isLinked) this.stepper.prediction.answers.clear();
    this.show(isBegun && !isLinked ? savedInTab(PLACE_KEPT, isPlace) ?? place : place);
  }

  /** Shows a place, or the nearest one that the walk has. @param {number} wanted */
  show(wanted) {
    const { stepper } = this;
    const place = placeThere(wanted, stepper.model);
    const step = place && stepOf(place, stepper.model);
    if (place === this.place || step === undefined) return;
    const hadFocus = [this.node, this.tool, this.foot, stepper.prediction.node].some(focusedIn);
    const wasOn = this.isOn;
    this.place = place;
    for (const node of [this.node, this.tool, this.foot]) node.hidden = !place;
    stepper.node.classList.toggle("led", this.isOn);
    stepper.node.dataset.place = this.name ?? "";
    this.back.disabled = placeBeside(place, -1, stepper.model) < 1;
    this.where.textContent = t("{k} of {n}", { k: place, n: PLACES.length });
    stepper.prediction.set(isPicking(place));
    stepper.prediction.candidates.open = false;
    if (step === stepper.step) stepper.update();
    else if (place) stepper.go(step);
    if (place && hadFocus) this.question.focus();
    if (!place && wasOn) stepper.transport.takeFocus();
  }

  /** Goes to the next place, or to the one before. @param {1|-1} by */
  goBy(by) {
    const to = placeBeside(this.place, by, this.stepper.model);
    if (to > 0 && to !== this.place) this.go(to);
  }

  /** @param {number} place */
  go(place) {
    this.show(place);
    keepInTab(PLACE_KEPT, place);
    this.pending = place;
    // Together, so that going back in the browser's history is one press.
    this.tell("place", [place, this.stepper.step]);
  }

  /** Shows all panels, now and at later visits. */
  leave() {
    noteLessonRead("train");
    if (this.name === "onward") this.stepper.go(0); // all steps are still to be seen
    this.go(0);
    forgetInTab(PLACE_KEPT);
  }

  /**
   * Left and right lead from place to place, once a question is answered.
   * @param {KeyboardEvent} event
   */
  key(event) {
    const { transport, prediction } = this.stepper;
    if (!actionOf(event, event.composedPath()[0], transport.scrubber)) return;
    if (event.key === "ArrowLeft") this.goBy(-1);
    else if (event.key === "ArrowRight" && !prediction.asking) this.onward();
    else return;
    event.preventDefault();
  }

  /** Takes the step that was asked about, or goes on from a place that asks for nothing. */
  onward() {
    if (this.name === "end" && !hasManyWords(this.stepper.model)) this.takeMany();
    else this.goBy(1);
  }

  /** Asks for a text of many words, on which the walk goes on. */
  takeMany() {
    const { readProse } = this.stepper;
    if (!readProse) return this.goBy(1);
    keepInTab(PLACE_KEPT, this.place + 1);
    this.question.replaceChildren(t("One moment …"));
    this.question.focus(); // the next walk's question takes it over
    readProse();
  }

  update() {
    if (!this.isOn) return;
    const { lead, question, tool } = this.says();
    this.lead.replaceChildren(lead);
    this.question.replaceChildren(question);
    if (tool !== this.encoder || this.tool.firstChild !== tool[0]) {
      this.tool.replaceChildren(...tool);
    }
    this.tool.hidden = isPicking(this.place);
  }

  /**
   * The sentences of a place: above the words, its question, and its answers below them.
   * @returns {{lead: Node|string, question: Node|string, tool: Node[]}}
   */
  says() {
    const { model, number, step, chips, prediction } = this.stepper;
    const asked = {
      question: prediction.asking ? prediction.questionLine : this.asked(),
      tool: [],
    };
    const next = (/** @type {string} */ label) => button(label, () => this.onward(), "go-on");
    const k = number(step);
    const now = (/** @type {string} */ lead) =>
      fill(lead, { token: chips.chip(model.merge(step).token) });
    switch (this.name) {
      case "first":
        return { ...asked, lead: t("×10 after a word: it occurs ten times.") };
      case "anew":
        return {
          ...asked,
          lead: now(t("{token} is one token now, and the counts around it have changed.")),
        };
      case "again":
        return { ...asked, lead: now(t("{token} is one token, too.")) };
      case "tie":
        return { ...asked, lead: t("After {k} merges:", { k }) };
      case "end":
        return {
          lead: t("No pair is left after {k} merges.", { k }),
          question: t("Five words are a toy. What happens with many?"),
          tool: [
            next(model.walk.lang === "zh" ? t("Take 10,000 words") : t("Take 2,000 words")),
          ],
        };
      case "many":
        return {
          lead: t("{n} different words, {k} merges", { n: number(model.walk.whole_words[0]), k }),
          question: t("What was gained?"),
          tool: [
            el("p.gained", this.onManyWords()),
            next(t("What about a word that it has never read?")),
          ],
        };
      case "new-word":
        return {
          lead: t("It is read with the merges that were learned, in the same order."),
          question: t("Type a word that it has never read."),
          tool: this.encoder,
        };
      default: {
        const lesson = t("Encode and decode");
        const onwards = t("The lesson after this one is {lesson}.", { lesson });
        return {
          lead: t("That is byte pair encoding: count, merge, count again."),
          question: t("All panels show it at every step, on your own text, too."),
          tool: [button(t("Show all panels"), () => this.leave(), "go-on"), el("p", onwards)],
        };
      }
    }
  }

  /** The chart's figures in a sentence. */
  onManyWords() {
    const { model, number } = this.stepper;
    const { characters: [few, many], whole_words: [list] } = model.walk;
    const said = t(
      "Words: a list of {list}, and no new word can be read. Characters: only {few}, but the " +
        "text takes {many} tokens. BPE lies between: {size} entries, {tokens} tokens.",
    );
    const [size, tokens] = [model.sizeAt(model.steps), model.tokenCounts[model.steps]];
    const figures = Object.entries({ list, few, many, size, tokens });
    return fill(said, Object.fromEntries(figures.map(([name, n]) => [name, el("b", number(n))])));
  }

  /** A field for a word, and what becomes of it. */
  makeEncoder() {
    const field = el("input", { type: "text", maxLength: LONGEST_WORD });
    field.ariaLabel = t("Type a word that it has never read.");
    const out = el("p.encoded", { role: "status" });
    const on = button(t("Go on"), () => this.onward(), "go-on");
    on.hidden = true;
    const act = () => {
      if (!field.value.trim()) return field.focus();
      out.replaceChildren(...this.encode(field.value.trim()));
      on.hidden = false;
    };
    field.onkeydown = (/** @type {KeyboardEvent} */ { key }) => void (key === "Enter" && act());
    return [toolRow(field, button(t("Read it"), act)), out, on];
  }

  /**
   * A word as tokens, or what is not in the base vocabulary. A word of the text is read as it is
   * there, which is with the space before it.
   * @param {string} word
   */
  encode(word) {
    const { chips, model, number } = this.stepper;
    const texts = model.walk.words.map((_, i) => model.textOf(i));
    const met = texts.find((text) => text.trim() === word);
    const text = met ?? word;
    const { units, unknown } = baseTokens(model, text);
    if (unknown.length) {
      const said = t("Not in the base vocabulary: {characters}. Try another word.");
      const each = [...new Set(unknown.map((unit) => visible(String(unit))))];
      const row = each.map((unit) => el("bdi.chip", unit));
      return [fill(said, { characters: el("span.tokens", ...row) })];
    }
    const ids = encodeUnits(model, units, model.steps);
    const tokens = directed(el("span.tokens", ...ids.map((id) => chips.chip(id))));
    const count = tokensInWords(ids.length, number);
    const said = met !== undefined
      ? t("This word was in the text: {count}. Try one that wasn't.", { count })
      : t("Read in {count}. A list of words can't read a word that isn't in it.", { count });
    return [el("bdi", shortWord(text)), " → ", tokens, el("br"), said];
  }

  /** A note after an answer about the second merge: a count that is no longer true. */
  trap() {
    const { model, step, chips, number } = this.stepper;
    const view = model.views.get(step);
    const lost = this.name === "anew" && view && mostLost(view);
    if (!lost) return "";
    const { left, right, before, after } = lost;
    const pair = chips.pair(left, right);
    const has = t(
      "{pair} had {before} at the start and has {after} now: pairs are counted again after " +
        "each merge.",
    );
    const gone = t(
      "{pair} had {before} at the start and is gone now: pairs are counted again after each merge.",
    );
    const values = { pair, before: el("b", number(before)), after: el("b", number(after)) };
    return el("p.trap", { role: "status" }, fill(after ? has : gone, values));
  }

  /** The question of a place. */
  asked() {
    /** @type {Record<string, string>} */
    const questions = {
      first: t("Which two neighbours occur together most often? Tap them."),
      anew: t("Which two come next?"),
      again: t("And now?"),
    };
    return questions[this.name] ?? t("Several pairs share the highest count. Tap one of them.");
  }
}
