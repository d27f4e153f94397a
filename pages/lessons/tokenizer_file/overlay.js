/**
 * One text, cut by several tokenizers, or only the places where two of them differ. Python sends
 * the text once, and each tokenizer's tokens as id, first byte, and the byte after the last.
 *
 * Text is only ever placed with textContent.
 */

import { t } from "../../components/browser/sentences.js";
import { checkbox, closest, el, fill, isBrowsers } from "../../components/drawing/elements.js";
import { formatIn, wholeIn } from "../../components/drawing/numbers.js";
import { placeToDraw } from "../../components/drawing/place_to_draw.js";
import { scrollBox, toolRow } from "../../components/drawing/panel.js";
import { alternate, Chips, directed } from "../../components/tokens/chips.js";
import { charactersOf, hex } from "../../components/tokens/spelling.js";

/**
 * @import { Drawing, Tell } from "../../components/component/newest_drawing.js"
 * @import { BytePlace, Spelled } from "../../components/tokens/tokens.d.ts"
 */

/**
 * A text as one tokenizer cuts it. `tokens` are id, start, end, id, …; `labels` are shown instead
 * of a token's bytes.
 * @typedef {{
 *   code: string, name: string, remark: string, tokens: number[], labels: Record<string, string>,
 *   unknown: number, has_life: boolean, address: Record<string, string>
 * }} RowData  `has_life`: the part "What is in it" can show its tokens; `address` is what a
 *   link to them says besides their names
 *
 * @typedef {{
 *   input: string, rows: RowData[], two: string[], life: string, lang: string
 * }} Data  `two` are the codes of the rows that are compared, `life` the address of that lesson
 */

/** One tokenizer's tokens. For `Chips`, a token's id is its index in the row. */
class Row {
  /**
   * @param {RowData} row
   * @param {Overlay} overlay
   * @param {BytePlace[]} characters
   */
  constructor(row, overlay, characters) {
    this.row = row;
    this.overlay = overlay;
    /** @type {[number, number][]} the first byte of each token, and the byte after its last */
    this.spans = [];
    for (let i = 0; i < row.tokens.length; i += 3) {
      this.spans.push([row.tokens[i + 1], row.tokens[i + 2]]);
    }
    const chips = new Chips(this);
    this.chips = this.spans.map(([start, end], i) => {
      const chip = chips.chip(i, { characters, start, end });
      chip.dataset.id = String(row.tokens[3 * i]);
      if (row.tokens[3 * i] === row.unknown) chip.classList.add("unknown");
      return chip;
    });
    alternate(this.chips);
    this.list = directed(scrollBox("tokens", { ariaLabel: row.name }, ...this.chips));
    this.list.onpointerover = (/** @type {Event} */ event) => this.pointAt(closest(event, ".chip"));
    this.list.onclick = (/** @type {PointerEvent} */ event) => this.click(event);
    this.list.onkeydown = (/** @type {KeyboardEvent} */ event) => this.key(event);
    this.node = el(
      "section.panel.laid",
      el("header", el("h2", row.name), el("span.remark", row.remark)),
      this.list,
    );
  }

  /** @param {number} i @returns {Spelled} */
  spell(i) {
    const [start, end] = this.spans[i];
    return this.row.labels[i] ?? (start === end ? "∅" : this.overlay.bytes.slice(start, end));
  }

  /** @param {HTMLElement|null} chip */
  pointAt(chip) {
    if (chip) this.overlay.pointAt(this, this.chips.indexOf(chip));
  }

  /** A tap points at a token; a mouse points before it clicks. @param {PointerEvent} event */
  click(event) {
    const chip = closest(event, ".chip");
    this.pointAt(chip);
    if (chip && event.pointerType !== "touch") this.open(this.chips.indexOf(chip));
  }

  /** Opens the life of a token. @param {number} place */
  open(place) {
    const { code, has_life, tokens } = this.row;
    if (has_life) this.overlay.tell("life", [code, tokens[3 * place], place]);
  }

  /**
   * The arrow keys move from token to token; Enter opens the token pointed at.
   * @param {KeyboardEvent} event
   */
  key(event) {
    if (isBrowsers(event)) return;
    if (event.key === "Enter" && this.overlay.pointed?.row === this) {
      this.open(this.overlay.pointed.place);
    }
    const onwards = this.list.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    const move = event.key === onwards ? 1 : -1;
    if (!this.chips.length) return;
    event.preventDefault();
    const here = this.overlay.pointed?.row === this ? this.overlay.pointed.place + move : 0;
    this.overlay.pointAt(this, Math.max(0, Math.min(this.chips.length - 1, here)));
  }

  /**
   * Rings every token that shares a byte with the span, and returns those tokens.
   * @param {number} start
   * @param {number} end
   */
  ring(start, end) {
    return this.chips.filter((chip, i) => {
      const [from, to] = this.spans[i];
      return chip.classList.toggle("shared", from < end && start < to);
    });
  }

  /** Only tokens that differ keep their frames. @param {boolean[]} [apart] if missing, all do */
  part(apart) {
    this.node.classList.toggle("parting", apart !== undefined);
    this.chips.forEach((chip, i) => chip.classList.toggle("apart", apart?.[i] ?? false));
  }
}

/** Which two rows are compared. */
class Comparison {
  /** @param {Data} data @param {Row[]} rows @param {(two: string[]) => void} choose */
  constructor(data, rows, choose) {
    this.data = data;
    this.rows = rows;
    this.on = el("input", { type: "checkbox", checked: data.two.length === 2 });
    let two = data.two.length === 2 ? data.two : rows.slice(0, 2).map(({ row }) => row.code);
    this.fields = [this.select(two[0]), this.select(two[1])];
    this.both = el("span.two", this.fields[0], " ", t("and"), " ", this.fields[1]);
    this.status = el("p.parted", { role: "status" });
    this.tools = toolRow(el("label", this.on, " ", t("Show only where two differ")), this.both);
    this.node = el("div", { hidden: rows.length < 2 }, this.tools, this.status);
    const change = () => {
      this.show();
      choose(this.on.checked ? two : []);
    };
    this.on.onchange = change;
    this.fields.forEach((field, i) =>
      field.onchange = () => {
        // One that is chosen twice changes places: with itself, there is nothing to compare.
        if (field.value === two[1 - i]) this.fields[1 - i].value = two[i];
        two = this.fields.map(({ value }) => value);
        change();
      }
    );
    this.show();
  }

  /** @param {string} code */
  select(code) {
    const options = this.rows.map(({ row }) => el("option", { value: row.code }, row.name));
    const select = el("select", { ariaLabel: t("Show only where two differ") }, ...options);
    select.value = code;
    return select;
  }

  show() {
    const isOn = this.on.checked;
    const [one, other] = this.fields.map(({ value }) =>
      this.rows.find(({ row }) => row.code === value)
    );
    this.both.hidden = this.status.hidden = !isOn;
    for (const row of this.rows) {
      row.part();
      row.node.hidden = isOn && row !== one && row !== other;
    }
    if (!isOn || !one || !other) return;
    const parting = partingOf(one.spans, other.spans);
    one.part(parting.one);
    other.part(parting.other);
    this.say(one, other, parting);
  }

  /** @param {Row} one @param {Row} other @param {Parting} parting */
  say(one, other, parting) {
    const { lang } = this.data;
    const percent = formatIn(lang, { style: "percent" });
    const share = (/** @type {boolean[]} */ apart) =>
      percent(apart.filter((is) => !is).length / (apart.length || 1));
    const said = parting.places
      ? t(
        "Places where the two differ: {places}. The same in both: {share_one} of the " +
          "tokens of {one}, {share_other} of those of {other}, {share_bytes} of the bytes.",
      )
      : t("{one} and {other} split this text into the same tokens.");
    this.status.textContent = "";
    this.status.append(fill(said, {
      one: one.row.name,
      other: other.row.name,
      places: wholeIn(lang)(parting.places),
      share_one: share(parting.one),
      share_other: share(parting.other),
      share_bytes: percent(parting.same / (one.overlay.bytes.length || 1)),
    }));
  }
}

class Overlay {
  /** @param {HTMLElement} mount @param {Data} data @param {Tell} tell */
  constructor(mount, data, tell) {
    this.data = data;
    /** @type {{row: Row, place: number}|undefined} */
    this.pointed = undefined;
    this.tell = tell;
    this.bytes = [...new TextEncoder().encode(data.input)];
    const characters = charactersOf(this.bytes);
    this.rows = data.rows.map((row) => new Row(row, this, characters));
    const ids = checkbox(t("show token ids"), (isOn) => {
      this.node.classList.toggle("show-ids", isOn);
    });
    this.status = el(
      "div.said",
      { role: "status" },
      t(
        "Point at a token (on a phone, tap it) to see the same bytes in every other row. " +
          "Click it to see how it was made.",
      ),
    );
    this.comparison = new Comparison(data, this.rows, (two) => tell("two", two));
    const tools = toolRow(this.comparison.node, ids.parentElement);
    this.node = el("div.stepper.wild", tools, this.status, ...this.rows.map((row) => row.node));
    mount.replaceChildren(this.node);
    this.waitForFont();
  }

  /** Shows the tokens once their font is there: with another one, rows would break elsewhere. */
  waitForFont() {
    this.node.getBoundingClientRect(); // the browser lays the tokens out, and asks for their font
    if (document.fonts.status === "loaded") return;
    this.node.style.visibility = "hidden";
    void document.fonts.ready.then(() => this.node.style.removeProperty("visibility"));
  }

  /** @param {Row} row @param {number} place */
  pointAt(row, place) {
    if (this.pointed?.row === row && this.pointed.place === place) return;
    this.pointed?.row.chips[this.pointed.place].classList.remove("pointed");
    this.pointed = { row, place };
    const [start, end] = row.spans[place];
    const found = this.rows.map((other) => ({ other, chips: other.ring(start, end) }));
    row.chips[place].classList.add("pointed");
    const spelled = this.bytes.slice(start, end).map(hex).join(" ") || "–";
    this.status.replaceChildren(
      el(
        "p",
        fill(t("{token} covers the bytes {bytes}. For the same bytes:"), {
          token: copied(row.chips[place]),
          bytes: el("code", spelled),
        }),
      ),
      el("ul", ...found.map(({ other, chips }) => this.there(other, chips))),
    );
  }

  /**
   * The tokens of a row for the bytes that are pointed at.
   * @param {Row} row @param {HTMLElement[]} chips
   */
  there(row, chips) {
    const copies = chips.map((chip) => row.row.has_life ? this.link(row, chip) : copied(chip));
    const tokens = chips.length ? el("span.show-ids", ...copies) : t("no token");
    return el("li", fill(t("{name}: {tokens}"), { name: row.row.name, tokens }));
  }

  /**
   * A token that opens its life. A click opens it here, so that the learner's own files work, too;
   * the link's address opens it in another tab.
   * @param {Row} row @param {HTMLElement} chip
   */
  link(row, chip) {
    const { life, lang } = this.data;
    const { address: parameters, code } = row.row;
    const address = new URL(life, location.href);
    address.search = String(
      new URLSearchParams({ ...parameters, look: code, token: chip.dataset.id ?? "", lang }),
    );
    const node = el("a", { href: address.href, title: t("Show how it was made") }, copied(chip));
    node.onclick = (/** @type {MouseEvent} */ event) => {
      if (isBrowsers(event) || event.shiftKey) return;
      event.preventDefault();
      row.open(row.chips.indexOf(chip));
    };
    return node;
  }
}

/** A copy of a chip without its marks. @param {HTMLElement} chip */
function copied(chip) {
  const copy = /** @type {HTMLElement} */ (chip.cloneNode(true));
  copy.classList.remove("pointed", "shared", "apart");
  return copy;
}

/** @param {Drawing<Data>} drawing */
export default function mount(drawing) {
  const place = placeToDraw(drawing);
  if (!place) return;
  const { data, setTriggerValue } = drawing;
  new Overlay(place, data, setTriggerValue);
}

// Where two tokenizers differ on one text. Tokens are spans of bytes.

/** @typedef {[number, number]} Span  first byte, and the byte after the last; equal if empty */

/**
 * @typedef {{
 *   one: boolean[], other: boolean[], places: number, same: number
 * }} Parting  for each token, whether the other tokenizer has no token with the same bytes; the
 *   number of stretches where the two differ; and how many bytes are in tokens that both have
 */

/**
 * Compares the tokens of two tokenizers. A token without bytes never differs.
 * @param {Span[]} one tokens in the order of the text
 * @param {Span[]} other
 * @returns {Parting}
 */
function partingOf(one, other) {
  const name = (/** @type {Span} */ [start, end]) => `${start} ${end}`;
  const [inOne, inOther] = [new Set(one.map(name)), new Set(other.map(name))];
  const isApart = (/** @type {Set<string>} */ others) => (/** @type {Span} */ span) =>
    span[0] < span[1] && !others.has(name(span));
  const apart = one.map(isApart(inOther));
  const same = one.reduce((sum, [start, end], i) => sum + (apart[i] ? 0 : end - start), 0);
  const otherApart = other.map(isApart(inOne));
  const differing = [
    ...one.filter((_, i) => apart[i]),
    ...other.filter((_, i) => otherApart[i]),
  ];
  return { one: apart, other: otherApart, places: stretches(differing), same };
}

/**
 * How many stretches of bytes the spans cover. Overlapping spans count as one stretch.
 * @param {Span[]} spans
 */
function stretches(spans) {
  let count = 0;
  let reached = -1;
  for (const [start, end] of spans.sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
    if (start >= reached) count += 1;
    reached = Math.max(reached, end);
  }
  return count;
}
