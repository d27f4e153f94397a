/**
 * A walk over the events of a training in which not every step is a merge and nothing else: the
 * sentence about each step, the words or sentences as tokens, bars, figures, and all events.
 *
 * Unlike the stepper, which works out the words from the gaps that merges close, this is sent them
 * whenever they change: here tokens may come apart again. Text is only ever placed with
 * textContent.
 */

import { t } from "../browser/sentences.js";
import { el, fill, leaveNoFocus } from "../drawing/elements.js";
import { preparedPlace } from "../drawing/place_to_draw.js";
import { drawWalk, Mounted } from "../stepper/walking/mounted.js";
import { LongList } from "../drawing/long_list.js";
import { localeOf, wholeIn } from "../drawing/numbers.js";
import { Movement } from "../drawing/movement.js";
import { foldedPanel, headline, legendLine, panel, toolRow } from "../drawing/panel.js";
import { OfferedRoom, stepsInWords } from "../stepper/walking/offered_room.js";
import { Player } from "../stepper/walking/player.js";
import { Presenter } from "../stepper/walking/presenter.js";
import { stepRow } from "../stepper/walking/lists.js";
import { Chips, directed, hasSpace, markerLegend, spaceLegend, withPair } from "../tokens/chips.js";
import { announce, followSavedStep } from "../walk_follower/walk_place.js";
import { EventBars, EventQuestion } from "./event_panels.js";
import { EventModel } from "./event_model.js";
import { EventRows } from "./event_rows.js";

/**
 * @import { Drawing, Tell, Translated } from "../component/component.d.ts"
 * @import { ClassroomOptions } from "../stepper/payload.d.ts"
 * @import { Drawn } from "../stepper/walking/mounted.js"
 * @import { Predicted } from "../stepper/walking/offered_room.js"
 * @import { EventWalk, Named, Question, Sentence } from "./payload.d.ts"
 */

/** @extends {Player<EventModel>} */
export class Events extends Player {
  /** @param {EventWalk} walk @param {HTMLElement} root @param {Tell} tell */
  constructor(walk, root, tell) {
    const called = { controls: walk.text.transport };
    super(new EventModel(walk), walk.step, called, wholeIn(walk.lang));
    this.text = walk.text;
    this.chips = new Chips(this.model);
    this.movement = new Movement();
    /** The step that is drawn; NaN for none. */
    this.drawn = NaN;
    this.headline = headline();
    this.presenter = new Presenter(this, tell);
    this.turn = new EventQuestion(this, tell);
    this.rows = new EventRows(this);
    this.panels = walk.panels.map((each) => new EventBars(this, each));
    this.values = walk.figures.map(() => el("b", {}));
    this.list = new LongList(walk.text.events_title, (i) => this.eventRow(i + 1));
    // No higher than all of them.
    this.list.node.style.maxHeight = `calc(var(--row) * ${Math.max(1, this.model.steps)})`;
    const hasRows = walk.rows.length > 0;
    const events = hasRows
      ? foldedPanel(walk.text.events_title, "events", this.list.node)
      : panel(walk.text.events_title, "events", null, this.list.node);
    this.stage = el(
      "div",
      { className: "stage" },
      el("div", { className: "column" }, hasRows ? this.corpus() : events),
      el(
        "div",
        { className: "column" },
        this.turn.node,
        ...this.panels.map((each) => each.panel),
        this.figures(),
      ),
    );
    /** @type {HTMLElement} */
    this.node = el(
      "div",
      { className: "stepper event-walk", lang: localeOf(walk.lang) },
      this.transport.node,
      this.presenter.node,
      this.headline,
      this.stage,
      hasRows ? el("div", { className: "below" }, events) : null,
    );
    this.room = new OfferedRoom(this.presenter, this.inRoom());
    leaveNoFocus(this.node);
    root.querySelector(".mount")?.replaceChildren(this.node);
    this.update();
    this.dress(walk.classroom);
  }

  /** Applies a teacher's options, as Python sends them now. @param {ClassroomOptions} options */
  dress(options) {
    this.presenter.dress(options);
    this.room.offer(options);
  }

  /** Lets a room ask about each step that has a question. @returns {Predicted} */
  inRoom() {
    const { turn } = this;
    return {
      node: this.node,
      asks: "choices",
      question: () => turn.now && { question: this.written(turn.now) },
      isPredicted: () => turn.on,
      predict: (/** @type {boolean} */ isOn) => turn.set(isOn),
      go: (/** @type {number} */ step) => this.go(step),
      reached: () => this.step,
      scene: () => this.scene(),
      labels: { ...stepsInWords(), carryOut: t("Take this step") },
    };
  }

  /** A copy of the words and the bars for the projector, where a room hides the walk. */
  scene() {
    const drawn = this.stage.querySelectorAll(".words, .shares:not(:empty)");
    return el("div", {}, ...[...drawn].map((node) => node.cloneNode(true)));
  }

  /** A question as text, for phones. @param {Question} question */
  written(question) {
    return {
      step: this.step + 1,
      text: el("p", {}, this.sentence(question)).textContent,
      choices: question.choices.map((choice) => el("p", {}, this.draw(choice)).textContent),
      right: question.right[0],
    };
  }

  /** The words or sentences, whose tokens change from step to step. */
  corpus() {
    const { walk } = this.model;
    const { model } = this;
    const hasSpaces = walk.rows.some((_, row) =>
      model.tokensAt(row, 0).some((id) => hasSpace(model.spell(id)))
    );
    const notes = [
      ...markerLegend(walk.marker),
      ...spaceLegend(hasSpaces),
      walk.text.more_rows ?? "",
    ];
    const tools = walk.events.some(({ question }) => question) ? this.turn.switch : null;
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
    const boxes = figures.map(({ title }, i) => el("p", {}, el("span", {}, title), this.values[i]));
    return panel(
      text.figures_title,
      "figures-now",
      null,
      el("div", { className: "gains" }, ...boxes),
    );
  }

  /** @override */
  arrive() {
    followSavedStep(this.step);
    this.update();
  }

  update() {
    const from = this.drawn;
    this.drawn = this.step;
    const moves = this.movement.begin(this.speed) && Math.abs(this.step - from) === 1 &&
      !this.turn.on;
    const before = moves ? this.rows.measure(from, this.step) : undefined;
    const were = this.values.map((value) => value.textContent ?? "");
    this.drawStep();
    this.movement.soon(() => {
      this.rows.showNew();
      for (const bars of this.panels) bars.measure();
      if (!before) return;
      this.rows.move(this.movement, before, this.rows.measure(this.step, from));
      for (const bars of this.panels) bars.move(this.movement);
      this.values.forEach((value, i) => {
        if (value.textContent !== were[i]) this.movement.recount(value, were[i]);
      });
    });
  }

  drawStep() {
    const { model, step } = this;
    const event = model.walk.events[step];
    this.transport.update(this);
    this.turn.update();
    const end = step === model.steps ? model.walk.end : "";
    this.headline.replaceChildren(this.sentence(event), el("small", { className: "end" }, end));
    this.rows.update(event.made);
    const { bars } = (this.turn.asking && event.question) || event;
    this.panels.forEach((each, i) => each.update(bars[i] ?? []));
    this.values.forEach((value, i) => {
      value.textContent = this.number(model.walk.figures[i].values[step]);
    });
    this.list.update(step, step - 1);
    announce(model.figuresAt(step));
    this.room.update();
  }

  /** In a room, a clicker's keys control the room. @override @param {KeyboardEvent} event */
  key(event) {
    if (!this.room.key(event)) super.key(event);
  }

  /** @override */
  stop() {
    super.stop();
    this.room.leave();
  }

  /** Plays or pauses, except while the learner answers at each step. @override */
  togglePlay() {
    if (this.playing || !this.turn.on) super.togglePlay();
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
    return directed(
      el("span", { className: "pair" }, ...what.map((id) => this.chips.chip(id))),
    );
  }

  /** @param {number} step */
  eventRow(step) {
    const event = this.model.walk.events[step];
    const row = { ...event, says: `row_${event.says}` };
    return stepRow(this, step, this.sentence(row));
  }
}

/** @type {Mounted<Drawn<Events>>} */
const mounted = new Mounted();

/** @param {Drawing<Uint8Array>} drawing what Python sent: JSON as bytes */
export default function mount({ data, parentElement, setTriggerValue }) {
  /** @type {EventWalk & Translated} */
  const sent = JSON.parse(new TextDecoder().decode(data));
  preparedPlace({ data: sent, parentElement });
  const start = () => new Events(sent, parentElement, setTriggerValue);
  return drawWalk(mounted, parentElement, sent, start, (walk, isBack) => {
    walk.dress(sent.classroom);
    if (isBack) walk.turn.set(Boolean(sent.predict));
  });
}
