// The words or sentences of a walk, whose tokens join and come apart.

import { el } from "../drawing/elements.js";
import { scrollBox, scrollToPart } from "../drawing/panel.js";
import { alternate, directed } from "../tokens/chips.js";
import { chipsIn, cutAnew, inSight, layOver, placedIn } from "../stepper/walking/laid_over.js";

/**
 * @import { Movement } from "../drawing/movement.js"
 * @import { Placed } from "../stepper/walking/laid_over.js"
 * @import { Events } from "./event_walk.js"
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
    const nodes = this.rows.map(({ node, remark }, i) =>
      el(
        rows[i].gives_answer ? "div.word.gives-answer" : "div.word",
        rows[i].name ? el("span.row-name", rows[i].name) : null,
        node,
        remark,
      )
    );
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
      const { characters } = model.spelled[i];
      const nodes = model.placesAt(i, step).map(({ id, start, end }) => {
        const chip = chips.chip(id, { characters, start, end });
        chip.classList.toggle("new", id === made);
        return chip;
      });
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
