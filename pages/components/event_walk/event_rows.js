// The parts of a walk of events: words or sentences, whose tokens join and come apart, bars, and
// its question.

import { t } from "../browser/sentences.js";
import { Bars } from "../drawing/bars.js";
import { button, el } from "../drawing/elements.js";
import { keepFocus, legendLine, scrollBox, scrollToPart } from "../drawing/panel.js";
import { chipsIn, cutAnew, inSight, layOver, placedIn } from "../stepper/walking/laid_over.js";
import { Turn } from "../stepper/walking/turn.js";
import { alternate, directed } from "../tokens/chips.js";

/**
 * @import { Movement } from "../drawing/movement.js"
 * @import { Placed } from "../stepper/walking/laid_over.js"
 * @import { Answer } from "../stepper/walking/turn.js"
 * @import { Events } from "./event_walk.js"
 * @import { BarPanel, Named } from "./payload.d.ts"
 */

/** Up to this many words or sentences are drawn large. */
const MOST_LARGE = 8;

export class EventRows {
  /** @type {Map<number, Placed[]>} where tokens were before a step, by row */
  before = new Map();
  /** @type {Map<number, Placed[]>} */
  after = new Map();

  /** @param {Events} walk */
  constructor(walk) {
    const { rows } = walk.model.walk;
    this.walk = walk;
    this.rows = rows.map(({ remark }) => ({
      drawn: "",
      node: el("span.tokens"),
      remark: el("span.count", remark),
    }));
    const nodes = this.rows.map(({ node, remark }, i) => {
      const name = rows[i].name ? el("span.row-name", rows[i].name) : null;
      const kind = rows[i].gives_answer ? "div.word.gives-answer" : "div.word";
      return el(kind, name, node, remark);
    });
    const look = rows.length > MOST_LARGE ? "words" : "words large";
    this.node = scrollBox(look, { "aria-labelledby": "heading-corpus" }, ...nodes);
  }

  /** Draws each row that has changed. */
  update() {
    const { model, chips, step } = this.walk;
    const { made } = model.walk.events[step];
    this.rows.forEach((row, i) => {
      const ids = model.tokensAt(i, step);
      const drawn = `${ids} ${ids.includes(made) ? made : ""}`;
      if (row.drawn === drawn) return;
      row.drawn = drawn;
      const nodes = chips.row(ids);
      nodes.forEach((chip, n) => chip.classList.toggle("new", ids[n] === made));
      if (!model.walk.made.length) alternate(nodes);
      row.node.replaceChildren(...nodes, model.walk.rows[i].is_cut ? "…" : "");
      directed(row.node);
    });
  }

  /** Scrolls to what is new, if all of it is out of sight. */
  showNew() {
    const [first, ...others] = this.node.querySelectorAll(".new");
    if (first && !inSight(this.node, [first, ...others]).length) {
      scrollToPart(this.node, /** @type {HTMLElement} */ (first));
    }
  }

  /** @param {number} from */
  prepare(from) {
    this.before = this.placed(from, this.walk.step);
  }

  /** @param {number} [from] */
  measure(from) {
    this.showNew();
    if (from !== undefined) this.after = this.placed(this.walk.step, from);
  }

  /**
   * Where the tokens of each row are that differs between two steps, of which one is drawn, however
   * far the list is scrolled.
   * @param {number} drawn
   * @param {number} other
   * @returns {Map<number, Placed[]>} by row
   */
  placed(drawn, other) {
    const { model } = this.walk;
    const { scrollTop } = this.node;
    const changed = [...this.rows.keys()].filter((i) =>
      model.tokensAt(i, drawn) !== model.tokensAt(i, other)
    );
    return new Map(changed.map((i) => {
      const { node, remark } = this.rows[i];
      const places = [...model.placesAt(i, drawn), { start: Infinity, end: Infinity }];
      const placed = placedIn(this.panel, [...chipsIn(node), remark], places);
      for (const { box } of placed) box.top += scrollTop;
      return [i, placed];
    }));
  }

  /** The element around the rows. */
  get panel() {
    return /** @type {HTMLElement} */ (this.node.parentElement);
  }

  /**
   * Shows what a step did: parts become a token, a token comes apart, and the others make room.
   * @param {Movement} movement
   */
  move(movement) {
    const { fontSize } = getComputedStyle(this.node);
    const { scrollTop, offsetTop, offsetHeight } = this.node;
    const isSeen = new Set(inSight(this.node, this.rows.map(({ node }) => node)));
    const lay = (/** @type {Placed} */ { chip, box }) => {
      const top = box.top - scrollTop;
      const isInList = top >= offsetTop && top < offsetTop + offsetHeight;
      if (isInList) layOver(movement, this.panel, [chip], { ...box, top }, { fontSize });
    };
    for (const [i, are] of this.after) {
      if (isSeen.has(this.rows[i].node)) cutAnew(movement, this.before.get(i) ?? [], are, lay);
    }
  }
}

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
  const style = `inset-inline-start: ${100 * limit}%`;
  const line = limit < 0 ? null : el("span.limit", { style });
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
    const asked = el("p.asked", { role: "status" }, stepper.sentence(question));
    return [asked, el("div.choices", ...choices)];
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
