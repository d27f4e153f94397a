/**
 * One text, cut by several tokenizers. Python sends the text once, and for each tokenizer its
 * tokens as id, first byte, and the byte after the last. Helpers and chips are those of the
 * stepper, which stand before this in the module.
 *
 * Text is only ever placed with textContent.
 */

import { takeColours } from "../../../components/drawing/colours.js";
import { el, fill } from "../../../components/drawing/elements.js";
import { Chips } from "../../../components/tokens/chips.js";
import { charactersOf, hex } from "../../../components/tokens/spelling.js";

/** What `Chips` asks of a model; a token's id is its place in the row. */
class RowModel {
  /** @param {any} row @param {number[]} bytes of the text */
  constructor(row, bytes) {
    this.row = row;
    this.bytes = bytes;
    this.walk = { specials: [], text: {} };
  }

  /** Neighbours have different colours. @param {number} i */
  stepOf(i) {
    return (i % 6) + 1;
  }

  /** @param {number} i @returns {any} */
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
  /** @param {any} row @param {Wild} wild @param {number[]} bytes @param {any} characters */
  constructor(row, wild, bytes, characters) {
    this.row = row;
    this.wild = wild;
    this.model = new RowModel(row, bytes);
    const chips = new Chips(/** @type {any} */ (this.model));
    this.chips = Array.from({ length: row.tokens.length / 3 }, (_, i) => {
      const [start, end] = this.model.span(i);
      const chip = chips.chip(i, { characters, start, end });
      chip.dataset.id = String(row.tokens[3 * i]);
      if (row.tokens[3 * i] === row.unknown) chip.classList.add("unknown");
      chip.place = i;
      return chip;
    });
    this.list = el("div", { className: "tokens", dir: "auto", tabIndex: 0, role: "group", ariaLabel: row.name }, ...this.chips);
    this.list.onpointerover = (/** @type {any} */ event) => this.pointAt(event.target.closest(".chip"));
    this.list.onclick = (/** @type {any} */ event) => this.pointAt(event.target.closest(".chip"));
    this.list.onkeydown = (/** @type {KeyboardEvent} */ event) => this.key(event);
    this.node = el("section", { className: "panel laid" }, el("header", {}, el("h3", {}, row.name), el("span", { className: "remark" }, row.remark)), this.list);
  }

  /** @param {any} chip */
  pointAt(chip) {
    if (chip) this.wild.pointAt(this, chip.place);
  }

  /** The arrows go from token to token. @param {KeyboardEvent} event */
  key(event) {
    const move = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!move || !this.chips.length) return;
    event.preventDefault();
    const here = this.wild.pointed?.row === this ? this.wild.pointed.place + move : 0;
    this.wild.pointAt(this, Math.max(0, Math.min(this.chips.length - 1, here)));
  }

  /** Rings every token that shares a byte with the span; returns how many. @param {number} start @param {number} end */
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

class Wild {
  /** @param {HTMLElement} mount @param {any} data */
  constructor(mount, data) {
    this.data = data;
    const whole = new Intl.NumberFormat(mount.lang);
    this.number = (/** @type {number} */ n) => whole.format(n);
    const bytes = [...new TextEncoder().encode(data.input)];
    const characters = charactersOf(bytes);
    this.bytes = bytes;
    this.rows = data.rows.map((/** @type {any} */ row) => new Row(row, this, bytes, characters));
    this.ids = el("input", { type: "checkbox" });
    this.ids.onchange = () => this.node.classList.toggle("show-ids", this.ids.checked);
    this.said = el("p", { className: "said", role: "status" }, data.text.hint);
    const tools = el("div", { className: "tools" }, this.said, el("label", {}, this.ids, " ", data.text.ids));
    this.node = el("div", { className: "stepper wild" }, tools, ...this.rows.map((/** @type {Row} */ row) => row.node));
    mount.replaceChildren(this.node);
  }

  /** @param {Row} row @param {number} place */
  pointAt(row, place) {
    if (this.pointed?.row === row && this.pointed.place === place) return;
    this.pointed?.row.chips[this.pointed.place].classList.remove("pointed");
    this.pointed = { row, place };
    const [start, end] = row.model.span(place);
    const counts = this.rows.map((/** @type {Row} */ other) => ({ name: other.row.name, other, found: other.ring(start, end) }));
    row.chips[place].classList.add("pointed");
    const { text } = this.data;
    const others = counts.filter(({ other }) => other !== row).map(({ name, found }) => `${name} ${this.number(found)}`);
    const chip = row.chips[place].cloneNode(true);
    chip.classList.remove("pointed", "shared");
    const spelled = this.bytes.slice(start, end).map(hex).join(" ") || "–";
    this.said.replaceChildren(fill(text.pointed, { name: row.row.name, token: chip, id: row.row.tokens[3 * place], bytes: el("code", {}, spelled), others: others.join(text.comma) }));
  }
}

/** @type {WeakMap<object, string>} */
const drawn = new WeakMap();

/** @param {any} component */
export default function mount({ data, parentElement }) {
  const place = parentElement.querySelector(".mount");
  takeColours(place);
  const key = JSON.stringify(data);
  if (drawn.get(parentElement) === key) return;
  drawn.set(parentElement, key);
  place.lang = data.lang === "zh" ? "zh-Hans" : "en";
  new Wild(place, data);
}
