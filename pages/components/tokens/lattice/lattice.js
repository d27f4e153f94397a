/**
 * The lattice of a word: arcs over its units, the best segmentations, and Viterbi's table.
 *
 * Python sends the edges, the table and the best ways; stepping over the table needs no server. A
 * *position* is a place between units, from 0 to their number; an *edge* is a token between two
 * positions.
 *
 * Text is only ever placed with textContent.
 */

import { t } from "../../browser/sentences.js";
import { objectionTo, wellFormed } from "../../browser/text.js";
import { el, fill } from "../../drawing/elements.js";
import { exactlyIn, wholeIn } from "../../drawing/numbers.js";
import { amountIn, amountOfLogarithmIn } from "../../drawing/amounts.js";
import { keepFocus, panel } from "../../drawing/panel.js";
import { preparedPlace } from "../../drawing/place_to_draw.js";
import { alternate, Chips, directed } from "../chips.js";
import { charactersOf, codePoint, hex, visible } from "../spelling.js";
import { Diagram } from "./diagram.js";
import { ViterbiTable, Ways } from "./viterbi_table.js";

/**
 * @import { Drawing } from "../../component/newest_drawing.js"
 * @import { Spelled } from "../tokens.d.ts"
 */

/**
 * A character, or a byte; the marker at a word's end is text.
 * @typedef {string|number} Unit
 *
 * The tokens of a word over its units; scores are natural logarithms of probabilities. `left_out`
 * are the units of a long word that are not drawn; `edges` are tokens: start, end, score, whether
 * it is unknown. `table` is Viterbi's: for each position the edges that end there, each with the
 * best sum; `back` the edge that wins there, -1 or nothing at the start. `rest` is the share of all
 * ways that are not listed, `total` the total for the word. `has_bytes` says whether an unknown
 * unit becomes its bytes.
 * @typedef {{
 *   units: Unit[], left_out: Unit[], edges: [number, number, number, boolean][],
 *   table: [number, number][][], back: number[], best: number[],
 *   ways: {edges: number[], score: number, share: number}[], way_total: number, rest: number,
 *   total: number, unknown: Unit[], has_bytes: boolean
 * }} WordLattice
 *
 * `limit` is the most characters that a word may have; 0 where none can be asked for.
 * @typedef {{word: string, limit: number, lang: string, lattice: WordLattice|null}} Data
 */

/** From this width on, in pixels, a word of so many units has its arcs beside Viterbi's table. */
const WIDE = 1064;
const SHORT = 6;

/** Units as text, or as bytes where they are bytes. @param {Unit[]} units @returns {Spelled} */
function spellUnits(units) {
  if (units.every((unit) => typeof unit === "string")) return units.join("");
  const encoder = new TextEncoder();
  return units.flatMap((unit) => (typeof unit === "number" ? [unit] : [...encoder.encode(unit)]));
}

/** Everything about one word. */
export class WordView {
  /** @param {WordLattice} lattice @param {string} lang @param {number} width */
  constructor(lattice, lang, width) {
    this.lattice = lattice;
    /** Whether the arcs have room beside Viterbi's table. */
    this.isShort = width > WIDE && lattice.units.length <= SHORT;
    this.width = this.isShort ? 0.4 * width - 36 : width;
    const decimals = exactlyIn(lang, 3);
    const percent = exactlyIn(lang, 2, { style: "percent" });
    this.number = wholeIn(lang);
    this.amount = amountIn(lang);
    this.probability = amountOfLogarithmIn(lang);
    this.percent = (/** @type {number} */ n) =>
      n > 0 && n < 0.0001 ? `${this.amount(100 * n)}%` : percent(n);
    this.score = (/** @type {number} */ n) => decimals(n || 0).replace("-", "−");
    this.characters = charactersOf(lattice.units.filter((unit) => typeof unit === "number"));
    /** A token's id is its edge. */
    this.chips = new Chips({
      spell: (id) => spellUnits(lattice.units.slice(lattice.edges[id][0], lattice.edges[id][1])),
    });
    /** @param {number} edge */
    this.chip = (edge) => {
      const [start, end] = lattice.edges[edge];
      return this.chips.chip(edge, { characters: this.characters, start, end });
    };
    this.position = this.lattice.units.length;
    this.chosen = 0;
    this.diagram = new Diagram(this);
    this.ways = new Ways(this);
    this.table = new ViterbiTable(this);
    if (this.isShort) this.diagram.node.append(this.ways.node);
    const besideTable = this.isShort
      ? this.diagram.node
      : panel(t("The best segmentations"), "best-ways", null, this.ways.node);
    this.node = el(
      "div.view",
      ...this.notes(),
      this.isShort ? null : this.diagram.node,
      el("div.below", besideTable, this.table.node),
    );
    this.update();
  }

  /**
   * A unit as a learner reads it: a character, or a byte with the character that it is part of.
   * @param {number} i
   */
  unitLabel(i) {
    const unit = this.lattice.units[i];
    if (typeof unit === "string") return el("bdi", visible(unit));
    return el("bdi", ...this.chips.byteLabel([unit], [this.characters[i]]));
  }

  /** Notes on what is left out and what is unknown. */
  notes() {
    const { left_out, unknown, units, has_bytes } = this.lattice;
    const cut = t(
      "Only the first {n} units of this word are drawn. The rest, and tokens that reach into it, " +
        "are left out: {rest}",
    );
    const missing = has_bytes
      ? t(
        "Not in the vocabulary: {units}. Each becomes its bytes, which are less probable than " +
          "any other token.",
      )
      : t(
        "Not in the vocabulary: {units}. Each becomes an unknown token, which is less probable " +
          "than any other token.",
      );
    const rest = this.plain(left_out.slice(0, 24)) + (left_out.length > 24 ? "…" : "");
    const values = {
      n: this.number(units.length),
      rest: el("bdi.literal", rest),
      units: el("bdi.literal", unknown.map(nameOf).join(" ")),
    };
    return [left_out.length ? cut : "", unknown.length ? missing : ""]
      .filter(Boolean).map((said) => el("p.note", fill(said, values)));
  }

  /** @param {Unit[]} units */
  plain(units) {
    const spelled = spellUnits(units);
    return typeof spelled === "string"
      ? visible(spelled)
      : visible(new TextDecoder().decode(new Uint8Array(spelled)));
  }

  /** @param {number[]} edges */
  way(edges) {
    return directed(el("span.pair", ...alternate(edges.map(this.chip))));
  }

  /** @param {number} position */
  go(position) {
    this.position = Math.max(0, Math.min(this.lattice.units.length, position));
    this.update();
  }

  /** @param {number} i of the segmentation to show in the lattice */
  choose(i) {
    this.chosen = i;
    this.go(this.lattice.units.length);
  }

  update() {
    this.diagram.update();
    this.ways.update();
    this.table.update();
  }
}

/** "q (U+0071)" @param {Unit} unit */
function nameOf(unit) {
  if (typeof unit === "number") return hex(unit);
  const shown = visible(unit);
  const code = codePoint(unit).replace(/[⟨⟩]/g, "");
  return shown.includes(code) ? shown : `${shown} (${code})`;
}

/** The field for a word, if any can be asked for, and below it the view of the word at hand. */
class Lattice {
  /** @param {HTMLElement} mount @param {Data} data */
  constructor(mount, { limit }) {
    this.mount = mount;
    this.input = el("input", { type: "text", spellcheck: false, dir: "auto", autocomplete: "off" });
    this.button = el("button", { type: "submit", className: "show" });
    this.label = el("label");
    this.message = el("p.message", { role: "alert" });
    this.form = el("form.ask", this.label, this.button, this.message);
    this.place = el("div");
    /** @type {string|undefined} the word that was drawn last */
    this.shown = undefined;
    this.drawn = ""; // what the view was drawn from
    /** @type {WordView|undefined} */
    this.view = undefined;
    mount.replaceChildren(el("div.stepper.lattice", limit ? this.form : null, this.place));
  }

  /** @param {Data} data @param {(word: string) => void} send */
  update(data, send) {
    const { limit, lang } = data;
    this.label.replaceChildren(t("Any word, up to {limit} characters", { limit }), this.input);
    this.button.textContent = t("Show its lattice");
    if (this.shown !== data.word) this.input.value = this.shown = data.word;
    this.message.textContent = "";
    this.form.onsubmit = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.submit(data, send);
    };
    const key = JSON.stringify([data.lattice, lang]);
    if (key === this.drawn) return; // don't interrupt what the learner does here
    this.drawn = key;
    const { lattice } = data;
    const isSameWord = JSON.stringify(this.view?.lattice.units) === JSON.stringify(lattice?.units);
    const kept = isSameWord ? this.view?.position : undefined;
    this.view = lattice ? new WordView(lattice, lang, this.mount.clientWidth - 36) : undefined;
    if (kept !== undefined) this.view?.go(kept);
    keepFocus(this.place, () => this.place.replaceChildren(this.view?.node ?? ""));
  }

  /** @param {Data} data @param {(word: string) => void} send */
  submit({ limit, lang }, send) {
    const word = wellFormed(this.input.value).whole;
    this.message.textContent = objectionTo(word, limit, wholeIn(lang));
    if (!this.message.textContent) send(word);
  }
}

/** @type {WeakMap<HTMLElement, Lattice>} */
const lattices = new WeakMap();

/** @param {Drawing<Data>} drawing */
export default function mount({ data, parentElement, setTriggerValue }) {
  const place = preparedPlace({ data, parentElement });
  let lattice = lattices.get(parentElement);
  if (!lattice) lattices.set(parentElement, lattice = new Lattice(place, data));
  lattice.update(data, (word) => setTriggerValue("word", word));
}
