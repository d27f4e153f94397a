/**
 * A walk over the events of a training in which not every step is a merge and nothing else: the
 * sentence about each step, the words or sentences as tokens, bars, figures, and all events.
 *
 * Unlike the stepper, which works out the words from the gaps that merges close, this is sent them
 * whenever they change: here tokens may come apart again. Text is only ever placed with
 * textContent.
 */

import { t } from "../browser/sentences.js";
import { el, fill } from "../drawing/elements.js";
import {
  foldedPanel,
  headline,
  legendLine,
  LongList,
  panel,
  stepRow,
  toolRow,
} from "../drawing/panel.js";
import { Figure } from "../drawing/movement.js";
import { hueOfStep } from "../drawing/place_to_draw.js";
import { offerRoom, stepsInWords } from "../stepper/walking/offered_room.js";
import { drawWalk, PageWalk } from "../stepper/walking/page_walk.js";
import { Chips, directed, markerLegend, spaceLegend, withPair } from "../tokens/chips.js";
import { charactersOf, homeAmong } from "../tokens/spelling.js";
import { EventBars, EventQuestion, EventRows } from "./event_rows.js";

/**
 * @import { Drawing, Tell } from "../component/newest_drawing.js"
 * @import { Predicted } from "../stepper/walking/offered_room.js"
 * @import { EventWalk, Named, Question, Sentence } from "./payload.d.ts"
 */

/** A walk over events as Python sent it, and what follows from it at any step. */
export class EventModel {
  /** @param {EventWalk} walk */
  constructor(walk) {
    this.walk = { ...walk, specials: [] };
    this.steps = walk.events.length - 1;
    this.marked = new Set(walk.marked);
    const rows = walk.rows.map((_, row) => this.bytesOf(row));
    this.homes = [...rows, [...new TextEncoder().encode(walk.context)]]
      .map((bytes) => ({ bytes, characters: charactersOf(bytes) }));
  }

  /** By the step that first made a token; none if no step did. @param {number} id */
  hueOf(id) {
    return hueOfStep(this.walk.made[id]);
  }

  /** @param {number} id */
  spell(id) {
    return this.walk.tokens[id];
  }

  /** @param {number} id */
  markerOf(id) {
    return this.marked.has(id) ? this.walk.marker : "";
  }

  /** The tokens of a row at a step. @param {number} row @param {number} step */
  tokensAt(row, step) {
    const { history } = this.walk.rows[row];
    return history[history.findLastIndex(([since]) => since <= step)][1];
  }

  /**
   * The same, each with where in the row it begins and ends.
   * @param {number} row
   * @param {number} step
   */
  placesAt(row, step) {
    let end = 0;
    return this.tokensAt(row, step).map((id) => {
      const start = end;
      end += this.spell(id).length;
      return { id, start, end };
    });
  }

  /** The bytes of a row; none if its units are characters. @param {number} row */
  bytesOf(row) {
    return this.tokensAt(row, 0).flatMap((id) => {
      const spelled = this.spell(id);
      return typeof spelled === "string" ? [] : spelled;
    });
  }

  /** Where a run of bytes is, in the rows or around them. @param {number[]} bytes */
  home(bytes) {
    return homeAmong(this.homes, bytes);
  }

  /** The figures that the page shows outside the walk. @param {number} step */
  figuresAt(step) {
    /** @type {Record<string, number>} */
    const figures = { step };
    for (const { name, values } of this.walk.figures) figures[name] = values[step];
    return figures;
  }
}

/** @extends {PageWalk<EventModel>} */
export class Events extends PageWalk {
  /** @override @type {EventQuestion} */
  prediction;
  /** The step whose sentence is shown. */
  said = NaN;

  /** @param {EventWalk} walk @param {HTMLElement} root @param {Tell} tell */
  constructor(walk, root, tell) {
    super(new EventModel(walk), walk, { controls: walk.text.transport }, tell, offerRoom);
    this.text = walk.text;
    this.chips = new Chips(this.model);
    this.headline = headline();
    this.prediction = new EventQuestion(this, tell);
    this.rows = new EventRows(this);
    this.panels = walk.panels.map((each, i) => new EventBars(this, each, i));
    this.values = walk.figures.map(() => new Figure("b"));
    this.list = new LongList(walk.text.events_title, (i) => {
      const { says, named } = walk.events[i + 1];
      return stepRow(this, i + 1, this.sentence({ says: `row_${says}`, named }));
    });
    // No higher than all of them.
    this.list.node.style.maxHeight = `calc(var(--row) * ${Math.max(1, this.model.steps)})`;
    const hasRows = walk.rows.length > 0;
    const events = hasRows
      ? foldedPanel(walk.text.events_title, "events", this.list.node)
      : panel(walk.text.events_title, "events", null, this.list.node);
    const said = { update: () => this.say() };
    this.parts = [this.prediction, said, this.rows, ...this.panels, ...this.values];
    const panels = this.panels.map(({ node }) => node);
    this.stage = el(
      "div.stage",
      el("div.column", hasRows ? this.corpus() : events),
      el("div.column", this.prediction.node, ...panels, this.figures()),
    );
    this.node.classList.add("event-walk");
    const below = hasRows ? el("div.below", events) : null;
    this.layOut(root, this.headline, this.stage, below);
    this.update();
    this.dress(walk.classroom);
  }

  /** Lets a room ask about each step that has a question. @override @returns {Predicted} */
  inRoom() {
    const { prediction } = this;
    return {
      ...super.inRoom(),
      asks: "choices",
      question: () => prediction.now && { question: this.written(prediction.now) },
      scene: () => this.scene(),
      labels: { ...stepsInWords(), carryOut: t("Take this step") },
    };
  }

  /** A copy of the words and the bars for the projector, where a room hides the walk. */
  scene() {
    const drawn = this.stage.querySelectorAll(".words, .shares:not(:empty)");
    return el("div", ...[...drawn].map((node) => node.cloneNode(true)));
  }

  /** A question as text, for phones. @param {Question} question */
  written(question) {
    return {
      step: this.step + 1,
      text: el("p", this.sentence(question)).textContent,
      choices: question.choices.map((choice) => el("p", this.draw(choice)).textContent),
      right: question.right[0],
    };
  }

  /** The words or sentences, whose tokens change from step to step. */
  corpus() {
    const { model, model: { walk } } = this;
    const tokens = walk.rows.flatMap((_, row) => model.tokensAt(row, 0)).map((id) =>
      walk.tokens[id]
    );
    const legends = [...markerLegend(walk.marker), ...spaceLegend(tokens)];
    const notes = [...legends, walk.text.more_rows ?? ""];
    const tools = walk.events.some(({ question }) => question) ? this.prediction.switch : null;
    return panel(
      walk.text.rows_title,
      "corpus",
      tools && toolRow(tools),
      this.rows.node,
      ...notes.filter(Boolean).map((note) => legendLine(note)),
    );
  }

  figures() {
    const { figures, text } = this.model.walk;
    if (!figures.length) return null;
    const boxes = figures.map(({ title }, i) => el("p", el("span", title), this.values[i].node));
    return panel(text.figures_title, "figures-now", null, el("div.gains", ...boxes));
  }

  /** The bars of each panel: those of the step, or of its question. */
  get bars() {
    const event = this.model.walk.events[this.step];
    return ((this.prediction.asking && event.question) || event).bars;
  }

  /** The sentence, the figures and the list of this step. */
  say() {
    const { model, step } = this;
    const end = step === model.steps ? model.walk.end : "";
    const sentence = this.sentence(model.walk.events[step]);
    // Two steps may say the same: each is read out, but not when it is drawn again.
    if (step !== this.said) this.headline.replaceChildren(sentence, el("small.end", end));
    this.said = step;
    this.values.forEach((value, i) => value.show(this.number(model.walk.figures[i].values[step])));
    this.list.update(step, step - 1);
  }

  /** @override @param {EventWalk} sent */
  comeBack(sent) {
    this.prediction.set(Boolean(sent.predict));
    super.comeBack(sent);
  }

  /** @param {Sentence} sentence */
  sentence({ says, named }) {
    const nodes = Object.entries(named).map(([name, what]) => [name, this.draw(what)]);
    const { left, right, ...others } = Object.fromEntries(nodes);
    const said = fill(this.text[says], { left, right, ...others });
    return left && right ? withPair(said, left, right) : said;
  }

  /** A token, several, or a text. @param {Named} what @returns {Node|string} */
  draw(what) {
    if (typeof what === "number") return this.chips.chip(what);
    if (typeof what === "string") return what;
    return directed(el("span.pair", ...what.map((id) => this.chips.chip(id))));
  }
}

/** @param {Drawing<Uint8Array>} drawing */
export default function mount(drawing) {
  return drawWalk(drawing, (sent, root, tell) => new Events(sent, root, tell));
}
