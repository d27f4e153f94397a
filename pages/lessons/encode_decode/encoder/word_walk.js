// The encoder, 3 of 5: one word on its way from base tokens to its tokens, and by longest match.

import { el, fill } from "../../../components/drawing/elements.js";
import { panel } from "../../../components/drawing/panel.js";
import { Player } from "../../../components/stepper/walking/player.js";
import { Transport } from "../../../components/stepper/walking/transport.js";
import { visible } from "../../../components/tokens/spelling.js";
import { RulePrediction } from "./rule_prediction.js";

/**
 * @import { Encoding, TokenChips, Walk } from "./text_tokens.js"
 */

/** What the walk over a word is made of. */
class WordModel {
  /** @param {Encoding} data */
  constructor(data) {
    const walk = /** @type {Walk} */ (data.walk);
    this.states = walk.ids;
    this.candidates = walk.candidates;
    this.steps = walk.ids.length - 1;
    this.walk = { text: data.text, key: `${data.key} ${walk.word}`, predict: data.predict };
  }

  /** The rule that comes first in a state: its number and what it makes. @param {number} step */
  first(step) {
    const [, rule, token] = this.candidates[step].reduce((best, one) => (one[2] < best[2] ? one : best), [0, 0, Infinity]);
    return { rule, token };
  }

  /** Where the first rule of a state fits first. @param {number} step */
  place(step) {
    const { token } = this.first(step);
    return /** @type {[number, number, number]} */ (this.candidates[step].find(([, , id]) => id === token))[0];
  }
}

/** The walk over one word. Its root tells each step with the event `encoding-step`. */
export class WordWalk extends Player {
  /** @param {Encoding} data @param {TokenChips} chips @param {number} step @param {(step: number) => void} report @param {(name: string, value: any) => void} tell */
  constructor(data, chips, step, report, tell) {
    super(step);
    this.data = data;
    this.chips = chips;
    this.report = report;
    this.model = new WordModel(data);
    this.step = Math.min(step, this.model.steps);
    const whole = new Intl.NumberFormat(data.lang === "zh" ? "zh-Hans" : "en");
    this.number = (/** @type {number} */ n) => whole.format(n);
    this.transport = new Transport(/** @type {any} */ (this));
    this.headline = el("p", { className: "headline", role: "status", "aria-live": "polite" });
    this.tokens = el("div", { className: "words large one-word" });
    this.words = { list: this.tokens };
    this.tokens.onclick = (/** @type {any} */ event) => this.pick(event);
    this.prediction = new RulePrediction(/** @type {any} */ (this), tell);
    this.rules = el("div", {});
    this.match = el("div", {});
    this.node = this.draw();
    this.update();
  }

  draw() {
    const { data, chips } = this;
    const { text } = data;
    const walk = /** @type {Walk} */ (data.walk);
    const word = el("bdi", { className: "literal" }, visible(walk.word) + (walk.is_cut ? "…" : ""));
    const title = el("h2", {}, fill(text.walk_title, { word }));
    const cut = walk.is_cut ? el("p", { className: "legend" }, text.cut.replace("{n}", this.number([...walk.word].length))) : null;
    const left = el("div", { className: "column" }, el("section", { className: "panel on-its-way" }, this.headline, el("div", { className: "tools" }, this.prediction.switch), this.tokens), panel(text.match_title, "match", null, el("p", { className: "legend" }, text.match_legend), this.match));
    const right = el("div", { className: "column" }, this.prediction.node, panel(text.rules_title, "rules", null, el("p", { className: "legend" }, text.rules_legend), this.rules));
    this.match.append(...this.comparison(walk));
    const node = el("div", { className: "walk" }, title, cut, this.transport.node, el("div", { className: "stage" }, left, right));
    // A mouse click leaves no focus behind, so that Space goes on playing.
    node.addEventListener("click", (/** @type {any} */ event) => event.detail > 0 && event.target.closest("button")?.blur());
    return node;
  }

  /** Both readings, one below the other. @param {Walk} walk */
  comparison(walk) {
    const { text, unknown } = this.data;
    const merged = walk.ids[walk.ids.length - 1];
    const line = (/** @type {string} */ name, /** @type {number[]} */ ids) => [el("dt", {}, name), el("dd", {}, ...this.chips.row(ids))];
    const same = merged.length === walk.match.length && merged.every((id, i) => id === walk.match[i]);
    const parts = [el("dl", { className: "readings" }, ...line(text.by_merges, merged), ...line(text.by_match, walk.match)), el("p", { className: "verdict " + (same ? "same" : "differ") }, same ? text.match_same : text.match_differs)];
    if (walk.match.includes(unknown)) parts.push(el("p", { className: "verdict" }, fill(text.match_unknown, { token: this.chips.chip(unknown) })));
    return parts;
  }

  arrive() {
    this.update();
    clearTimeout(this.reporting);
    this.reporting = setTimeout(() => this.report(this.step), 300);
  }

  update() {
    const { step, model } = this;
    this.transport.update(/** @type {any} */ (this));
    this.say();
    this.showWord();
    this.showRules();
    this.prediction.update();
    const detail = { step, steps: model.steps, candidates: model.candidates[step], rule: model.first(step).rule || undefined };
    this.node.dispatchEvent(new CustomEvent("encoding-step", { detail, bubbles: true, composed: true }));
  }

  /** The sentence of the step. */
  say() {
    const { step, model, chips, number } = this;
    const { text } = this.data;
    const n = number(model.steps);
    if (!step) return this.headline.replaceChildren(fill(model.steps ? text.status_start : text.status_nothing, { n }));
    const { rule, token } = model.first(step - 1);
    const [before, place] = [model.states[step - 1], model.place(step - 1)];
    const [left, right] = chips.row(before).slice(place, place + 2);
    this.headline.replaceChildren(fill(text.status, { k: number(step), n, rule: el("strong", {}, number(rule)), left, right, token: chips.merged(before, place, token) }));
  }

  /** The word's tokens; new ones are framed, and what is merged next is ringed. */
  showWord() {
    const { step, model, chips } = this;
    const ids = model.states[step];
    const made = step ? model.first(step - 1).token : -1;
    this.row = chips.row(ids);
    this.row.forEach((chip, i) => chip.classList.toggle("new", ids[i] === made));
    this.tokens.replaceChildren(el("span", { className: "tokens" }, ...this.row));
    if (this.prediction.asking) return;
    const { token } = model.first(step);
    for (const [place, , id] of model.candidates[step]) if (id === token) this.ring(place, true);
  }

  togglePlay() {
    if (this.playing || !this.prediction.on) super.togglePlay(); // each step waits for an answer
  }

  /** @param {any} event */
  pick(event) {
    const chip = event.target.closest?.(".chip");
    if (chip && this.prediction.asking) this.prediction.pick(chip);
  }

  /** @param {number} place of the left token @param {boolean} coming */
  ring(place, coming) {
    const row = /** @type {HTMLElement[]} */ (this.row);
    row[place].classList.add("ring-left");
    row[place + 1].classList.add("ring-right");
    for (const chip of [row[place], row[place + 1]]) chip.classList.toggle("coming", coming);
  }

  /** All neighbours with the rule that fits them, if there is one. */
  showRules() {
    const { step, model, number } = this;
    const { text } = this.data;
    const candidates = model.candidates[step];
    const { rule, token } = model.first(step);
    const fitting = new Map(candidates.map(([place, number, id]) => [place, { rule: number, id }]));
    const pairs = model.states[step].slice(0, -1).map((_, place) => this.pairRow(place, fitting.get(place), token));
    const rules = new Set(candidates.map((one) => one[1])).size;
    const template = !rules ? text.verdict_done : rules === 1 ? text.verdict_one : text.verdict;
    const verdict = el("p", { className: "verdict", role: "status" }, fill(template, { n: number(rules), rule: number(rule) }));
    const head = el("tr", {}, ...[text.pair, text.rule, text.becomes, ""].map((name) => el("th", { scope: "col" }, name)));
    const table = pairs.length ? el("div", { className: "scroll" }, el("table", {}, el("thead", {}, head), el("tbody", {}, ...pairs))) : null;
    this.rules.replaceChildren(verdict, table ?? "");
  }

  /** @param {number} place @param {{rule: number, id: number}|undefined} fits @param {number} first what the first rule makes */
  pairRow(place, fits, first) {
    const { chips, number } = this;
    const { text } = this.data;
    const ids = this.model.states[this.step];
    const [left, right] = [this.row?.[place].cloneNode(true), this.row?.[place + 1].cloneNode(true)];
    for (const chip of [left, right]) /** @type {any} */ (chip).classList.remove("new", "ring-left", "ring-right", "coming");
    const pair = el("span", { className: "pair" }, left, el("span", { className: "plus" }, "+"), right);
    const isFirst = fits?.id === first;
    const becomes = fits ? chips.merged(ids, place, fits.id) : "";
    const row = el("tr", { className: isFirst ? "first" : fits ? "fits" : "none" }, el("td", {}, pair), el("td", { className: "amount" }, fits ? number(fits.rule) : text.no_rule), el("td", {}, becomes), el("td", { className: "mark" }, isFirst ? text.mark_first : ""));
    row.onpointerenter = () => this.ringOnly(place);
    row.onpointerleave = () => this.showWord();
    return row;
  }

  /** @param {number} place */
  ringOnly(place) {
    for (const chip of this.row ?? []) chip.classList.remove("ring-left", "ring-right", "coming");
    this.ring(place, false);
  }

  stop() {
    super.stop();
    clearTimeout(this.reporting);
  }
}
