// The panels beside a walk of events: its bars, and its question.

import { t } from "../browser/sentences.js";
import { Bars } from "../drawing/bars.js";
import { button, el } from "../drawing/elements.js";
import { keepFocus } from "../drawing/kept_focus.js";
import { legendLine } from "../drawing/panel.js";
import { Turn } from "../stepper/walking/turn.js";

/**
 * @import { Movement } from "../drawing/movement.js"
 * @import { Answer } from "../stepper/walking/answers.js"
 * @import { Events } from "./event_walk.js"
 * @import { BarPanel, Named } from "./payload.d.ts"
 */

/**
 * Bars on one track, with their names and values, and perhaps a limit across all of them. Unlike
 * the stepper's, they say why the step is taken that is seen: what is new is there at once.
 * @extends {Bars<Named>}
 */
export class EventBars extends Bars {
  /** @param {Events} walk @param {BarPanel} about @param {number} place among the panels */
  constructor(walk, { name, title, legend, limit }, place) {
    const none = t("Nothing to compare at this step.");
    super(title, name, null, el("ul.shares", { "data-none": none }));
    this.walk = walk;
    this.limit = limit;
    this.place = place;
    if (legend) this.node.append(legendLine(legend));
  }

  update() {
    const bars = this.walk.bars[this.place] ?? [];
    const rows = bars.map(([name, share, value, label, standsOut], i) => ({
      item: name,
      key: `${i} ${JSON.stringify(name)}`,
      share,
      value: typeof value === "number" ? this.walk.number(value) : value,
      mark: standsOut ? "next" : "",
      label,
    }));
    this.show(rows);
    [...this.rows.values()].forEach(({ bar }, i) => {
      bar.style.marginInlineStart = `${100 * bars[i][5]}%`;
    });
  }

  /** @override @param {Movement} movement */
  move(movement) {
    for (const [key, row] of this.rows) {
      const [was, is] = [this.before.get(key), this.looks.get(key)];
      if (was && is) this.moveRow(movement, row, was, is);
    }
    movement.mark(this.list, "moving");
  }

  /** @override @param {Named} name */
  row(name) {
    return shareRow(this.walk.draw(name), this.limit);
  }
}

/**
 * A row with a bar on a track that stands for the whole, and perhaps a limit across it.
 * @param {Node|string} name
 * @param {number} limit a share of the track; negative for none
 */
export function shareRow(name, limit = -1) {
  const bar = el("span.bar");
  const value = el("span.value");
  const mark = el("span.mark");
  const line = limit < 0
    ? null
    : el("span.limit", { style: `inset-inline-start: ${100 * limit}%` });
  const node = el("li", el("span.name", name), el("span.share-track", bar, line), value, mark);
  return { node, bar, value, mark };
}

/** @extends {Turn<Events>} */
export class EventQuestion extends Turn {
  /** The question at this step, if any. */
  get now() {
    return this.stepper.model.walk.events[this.stepper.step].question;
  }

  /** @override */
  get asking() {
    return super.asking && this.now !== null;
  }

  update() {
    if (!this.on && !this.stepper.node.classList.contains("predicting")) return;
    this.markStates();
    if (this.on) this.draw();
  }

  /** @override */
  draw() {
    keepFocus(this.body, () => super.draw(), this.again);
  }

  /** @override */
  question() {
    const question = this.now;
    if (!question) {
      return [el("p", t("There is nothing to choose here. Take the next step.")), this.goOn()];
    }
    const { stepper } = this;
    const choices = question.choices.map((choice, i) =>
      button(stepper.draw(choice), () => this.check(i))
    );
    return [
      el("p.asked", { role: "status" }, stepper.sentence(question)),
      el("div.choices", ...choices),
    ];
  }

  /** @param {number} pick */
  check(pick) {
    const { step } = this.stepper;
    const isRight = this.now?.right.includes(pick);
    this.answers.add({ step, pick: [pick], outcome: isRight ? "right" : "wrong", hints: 0 });
    this.stepper.update();
  }

  /** The verdict, and what the next step says. @override @param {Answer} answer */
  reveal({ step, outcome }) {
    const { stepper } = this;
    return [
      this.verdictLine(outcome, outcome === "right" ? t("Right.") : t("Not right.")),
      el("p", stepper.sentence(stepper.model.walk.events[step + 1])),
    ];
  }
}
