import { hueOfStep } from "../drawing/place_to_draw.js";
import { charactersOf, homeAmong } from "../tokens/spelling.js";

/**
 * @import { EventWalk } from "./payload.d.ts"
 */

// A walk over events as Python sent it, and what follows from it at any step.

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
