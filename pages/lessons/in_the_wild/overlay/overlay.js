/**
 * One text, cut by several tokenizers. Python sends the text once, and for each tokenizer its
 * tokens as id, first byte, and the byte after the last.
 *
 * Text is only ever placed with textContent.
 */

import { takeColours } from "../../../components/drawing/colours.js";
import { closest, el, fill } from "../../../components/drawing/elements.js";
import { localeOf, wholeIn } from "../../../components/drawing/numbers.js";
import { Chips } from "../../../components/tokens/chips.js";
import { charactersOf, hex } from "../../../components/tokens/spelling.js";

/**
 * @import { Drawing, Texts } from "../../../components/component/component.d.ts"
 * @import { BytePlace, Spelled } from "../../../components/tokens/tokens.d.ts"
 */

/**
 * A text as one tokenizer cuts it: `tokens` are id, start, end, id, …; `labels` say what tokens
 * without a byte are called.
 * @typedef {{
 *   name: string, remark: string, tokens: number[], labels: Record<string, string>, unknown: number
 * }} RowData
 *
 * @typedef {{input: string, rows: RowData[], text: Texts, lang: string}} Data
 */

/** What `Chips` asks of a model; a token's id is its place in the row. */
class RowModel {
  /** @param {RowData} row @param {number[]} bytes of the text */
  constructor(row, bytes) {
    this.row = row;
    this.bytes = bytes;
    this.walk = { specials: [], text: {} };
  }

  /** Neighbours have different colours. @param {number} i */
  stepOf(i) {
    return (i % 6) + 1;
  }

  /** @param {number} i @returns {Spelled} */
  spell(i) {
    const [start, end] = this.span(i);
    return start === end ? (this.row.labels[i] ?? "∅") : this.bytes.slice(start, end);
  }

  /** @param {number} i @returns {[number, number]} */
  span(i) {
    return [this.row.tokens[3 * i + 1], this.row.tokens[3 * i + 2]];
  }

  home() {
    return undefined;
  }
}

/** One tokenizer's tokens. */
class Row {
  /**
   * @param {RowData} row
   * @param {Overlay} overlay
   * @param {number[]} bytes
   * @param {BytePlace[]} characters
   */
  constructor(row, overlay, bytes, characters) {
    this.row = row;
    this.overlay = overlay;
    this.model = new RowModel(row, bytes);
    const chips = new Chips(this.model);
    this.chips = Array.from({ length: row.tokens.length / 3 }, (_, i) => {
      const [start, end] = this.model.span(i);
      const chip = chips.chip(i, { characters, start, end });
      chip.dataset.id = String(row.tokens[3 * i]);
      if (row.tokens[3 * i] === row.unknown) chip.classList.add("unknown");
      return chip;
    });
    this.list = el("div", {
      className: "tokens",
      dir: "auto",
      tabIndex: 0,
      role: "group",
      ariaLabel: row.name,
    }, ...this.chips);
    const point = (/** @type {Event} */ event) => this.pointAt(closest(event, ".chip"));
    this.list.onpointerover = this.list.onclick = point;
    this.list.onkeydown = (/** @type {KeyboardEvent} */ event) => this.key(event);
    this.node = el(
      "section",
      { className: "panel laid" },
      el("header", {}, el("h3", {}, row.name), el("span", { className: "remark" }, row.remark)),
      this.list,
    );
  }

  /** @param {HTMLElement|null} chip */
  pointAt(chip) {
    if (chip) this.overlay.pointAt(this, this.chips.indexOf(chip));
  }

  /** The arrows go from token to token. @param {KeyboardEvent} event */
  key(event) {
    const move = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!move || !this.chips.length) return;
    event.preventDefault();
    const here = this.overlay.pointed?.row === this ? this.overlay.pointed.place + move : 0;
    this.overlay.pointAt(this, Math.max(0, Math.min(this.chips.length - 1, here)));
  }

  /**
   * Rings every token that shares a byte with the span; returns how many.
   * @param {number} start
   * @param {number} end
   */
  ring(start, end) {
    let found = 0;
    this.chips.forEach((chip, i) => {
      const [from, to] = this.model.span(i);
      const shares = from < end && start < to;
      chip.classList.toggle("shared", shares);
      found += Number(shares);
    });
    return found;
  }
}

class Overlay {
  /** @param {HTMLElement} mount @param {Data} data */
  constructor(mount, data) {
    this.data = data;
    this.number = wholeIn(data.lang);
    /** @type {{row: Row, place: number}|undefined} */
    this.pointed = undefined;
    const bytes = [...new TextEncoder().encode(data.input)];
    const characters = charactersOf(bytes);
    this.bytes = bytes;
    this.rows = data.rows.map((row) => new Row(row, this, bytes, characters));
    this.ids = el("input", { type: "checkbox" });
    this.ids.onchange = () => this.node.classList.toggle("show-ids", this.ids.checked);
    this.said = el("p", { className: "said", role: "status" }, data.text.hint);
    const tools = el(
      "div",
      { className: "tools" },
      this.said,
      el("label", {}, this.ids, " ", data.text.ids),
    );
    this.node = el(
      "div",
      { className: "stepper wild" },
      tools,
      ...this.rows.map((row) => row.node),
    );
    mount.replaceChildren(this.node);
  }

  /** @param {Row} row @param {number} place */
  pointAt(row, place) {
    if (this.pointed?.row === row && this.pointed.place === place) return;
    this.pointed?.row.chips[this.pointed.place].classList.remove("pointed");
    this.pointed = { row, place };
    const [start, end] = row.model.span(place);
    const counts = this.rows.map((other) => ({
      name: other.row.name,
      other,
      found: other.ring(start, end),
    }));
    row.chips[place].classList.add("pointed");
    const { text } = this.data;
    const others = counts.filter(({ other }) => other !== row).map(({ name, found }) =>
      `${name} ${this.number(found)}`
    );
    const chip = /** @type {HTMLElement} */ (row.chips[place].cloneNode(true));
    chip.classList.remove("pointed", "shared");
    const spelled = this.bytes.slice(start, end).map(hex).join(" ") || "–";
    this.said.replaceChildren(
      fill(text.pointed, {
        name: row.row.name,
        token: chip,
        id: row.row.tokens[3 * place],
        bytes: el("code", {}, spelled),
        others: others.join(text.comma),
      }),
    );
  }
}

/** @type {WeakMap<HTMLElement, string>} */
const drawn = new WeakMap();

/** @param {Drawing<Data>} drawing */
export default function mount({ data, parentElement }) {
  const place = /** @type {HTMLElement} */ (parentElement.querySelector(".mount"));
  takeColours(place);
  const key = JSON.stringify(data);
  if (drawn.get(parentElement) === key) return;
  drawn.set(parentElement, key);
  place.lang = localeOf(data.lang);
  new Overlay(place, data);
}
