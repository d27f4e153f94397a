/**
 * A text and every way of cutting it into words; a word points back to its characters.
 *
 * A cut's parts are [word, start, end] in order. A part that is not in any word has a fourth entry.
 * start and end count code points of the text as it was written. Text is only ever placed with
 * textContent.
 */

import { t } from "../../components/browser/sentences.js";
import {
  checkbox,
  closest,
  el,
  fill,
  isBrowsers,
  tableOf,
} from "../../components/drawing/elements.js";
import { keepFocus, legendLine, scrollBox } from "../../components/drawing/panel.js";
import { wholeIn } from "../../components/drawing/numbers.js";
import { placeToDraw } from "../../components/drawing/place_to_draw.js";
import { wellFormed } from "../../components/browser/text.js";
import { alternate, directed } from "../../components/tokens/chips.js";
import { visible } from "../../components/tokens/spelling.js";

/**
 * @import { Drawing } from "../../components/component/newest_drawing.js"
 */

/**
 * A word or a dropped part, its start and end in the text, and whether it is dropped.
 * @typedef {[string, number, number]|[string, number, number, boolean]} Part
 *
 * One way of cutting: its first parts, and how many there are beyond them.
 * @typedef {{name: string, parts: Part[], more: number, words: number, dropped: number}} Cut
 *
 * @typedef {{
 *   original: string, cuts: Cut[], names: Record<string, string>, in_use: string, first: string[],
 *   pattern: string, numbers: string[], number_words: string[][][], lang: string
 * }} Data
 */

/** The text, character by character, with a mark on the part that is pointed at. */
class Source {
  /** @param {string} original */
  constructor(original) {
    this.characters = [...original].map((c) =>
      el("span", c === "\n" ? "↵\n" : c === " " ? "␣" : visible(c))
    );
    const start = t("Point at a word below (on a phone, tap it) to find it here.");
    this.place = el("p.place", { role: "status" }, start);
    this.box = scrollBox("characters", { "aria-labelledby": "heading-source" }, ...this.characters);
    this.box.dir = "auto";
    const title = el("h2", { id: "heading-source" }, t("Your text, as you wrote it"));
    const head = el("header", title, this.place);
    this.node = el("section.panel.source", head, this.box);
  }

  /** @param {Part} part @param {(n: number) => string} number */
  point([word, start, end, dropped], number) {
    this.characters.forEach((node, i) => node.classList.toggle("pointed", i >= start && i < end));
    const isOne = end - start === 1;
    const inNone = isOne
      ? t("{word}: in no word, character {start} of your text")
      : t("{word}: in no word, characters {start} to {end} of your text");
    const inWord = isOne
      ? t("{word}: character {start} of your text")
      : t("{word}: characters {start} to {end} of your text");
    const chip = el("bdi.chip", visible(word));
    const values = { word: chip, start: number(start + 1), end: number(end) };
    this.place.replaceChildren(fill(dropped ? inNone : inWord, values));
    const { box } = this;
    const first = this.characters[start];
    if (first) box.scrollTop = first.offsetTop - box.offsetTop - box.clientHeight / 3;
  }
}

class Cuts {
  /**
   * @param {Data} data
   * @param {HTMLInputElement} field for the learner's own pattern
   * @param {(pattern: string) => void} send
   */
  constructor(data, field, send) {
    this.number = wholeIn(data.lang);
    /** @type {HTMLElement|undefined} */
    this.pointed = undefined;
    /** @type {WeakMap<Element, Part>} the part that each chip shows */
    this.parts = new WeakMap();
    this.data = data;
    this.source = new Source(data.original);
    /** @param {boolean} isOn */
    const showPlaces = (isOn) => panel.classList.toggle("show-places", isOn);
    const offsets = checkbox(t("show positions"), showPlaces);
    const tools = /** @type {HTMLElement} */ (offsets.parentElement);
    tools.title = t(
      "Positions are counted as programs do it: from 0, between characters. 3–5 means the " +
        "fourth and fifth characters.",
    );
    const rows = (/** @type {boolean} */ areFirst) =>
      data.cuts.filter(({ name }) => data.first.includes(name) === areFirst)
        .map((cut) => this.row(cut));
    const panel = el(
      "section.panel",
      el("header", el("h2", t("Pre-tokenization rules")), tools),
      ...rows(true),
      fold(
        "rest other-rules",
        t("All other rules, and a pattern of your own"),
        ...rows(false),
        this.form(field, send),
      ),
      this.numbers(),
    );
    this.node = el("div.stepper.before-merges", this.source.node, panel);
    for (const kind of ["click", "focusin", "pointerover"]) {
      this.node.addEventListener(kind, (event) => this.point(closest(event, ".cutting .chip")));
    }
    this.node.onkeydown = (/** @type {KeyboardEvent} */ event) => this.walk(event);
  }

  /** @param {Cut} cut */
  row(cut) {
    const name = cut.name === "own" ? t("your own pattern") : this.data.names[cut.name];
    const marked = cut.name === this.data.in_use ? el("span.in-use", t("used for training")) : null;
    const parts = cut.parts.map((part, i) => this.part(part, i));
    alternate(parts.filter((_, i) => !cut.parts[i][3]));
    const more = cut.more
      ? el("span.more", t("and {n} more parts", { n: this.number(cut.more) }))
      : null;
    return el(
      "article.cutting",
      { "data-name": cut.name },
      el("h3", name, marked),
      this.sentence(cut),
      directed(el("div.parts", ...parts, more)),
    );
  }

  /**
   * One part. Tab reaches the first part of a row; the arrow keys move on from there.
   * @param {Part} part
   * @param {number} i
   */
  part(part, i) {
    const [word, start, end, dropped] = part;
    const place = { tabIndex: i ? -1 : 0, "data-place": `${start}–${end}` };
    const chip = el(dropped ? "bdi.chip.dropped" : "bdi.chip", place, visible(word));
    this.parts.set(chip, part);
    return chip;
  }

  /** How many words, and what is lost. @param {Cut} cut */
  sentence({ name, words, dropped, parts }) {
    const count = words === 1
      ? t("{n} word", { n: this.number(words) })
      : t("{n} words", { n: this.number(words) });
    const isMarked = name === "metaspace";
    const n = this.number(dropped);
    const lost = isMarked
      ? t("puts a space before the text and writes every space as ▁")
      : !dropped
      ? t("loses nothing")
      : dropped === 1
      ? t("in no word: {n} character", { n })
      : t("in no word: {n} characters", { n });
    const where = name === "own" && dropped ? this.places(parts.filter((p) => p[3])) : null;
    const look = dropped || isMarked ? "span.loses" : "span";
    return el("p.said", el("span", count), el(look, lost), where);
  }

  /** Where the learner's pattern drops text. @param {Part[]} gaps */
  places(gaps) {
    const shown = gaps.slice(0, 6);
    const more = gaps.length > 6 ? t(" and {n} more") : "";
    const places = shown.map(([word, start, end], i) =>
      fill("{range} {word}" + (i + 1 < shown.length ? t(", ") : more), {
        range: `${this.number(start)}–${this.number(end)}`,
        word: el("bdi.chip.dropped", visible(word)),
        n: this.number(gaps.length - 6),
      })
    );
    const all = { places: el("span", ...places) };
    return el("span.loses", fill(t("Your pattern drops text at: {places}"), all));
  }

  /** @param {HTMLInputElement} input @param {(pattern: string) => void} send */
  form(input, send) {
    const form = el(
      "form.own",
      el("label", t("Your own pattern: each match is a word"), input),
      el("button", { type: "submit" }, t("Use this pattern")),
      legendLine(t(
        "A regular expression; Unicode classes such as \\p{L} work. It stays in this tab " +
          "and is never part of a link.",
      )),
    );
    form.onsubmit = (/** @type {Event} */ event) => {
      event.preventDefault();
      send(wellFormed(input.value).whole);
    };
    return form;
  }

  numbers() {
    const { names, numbers, number_words } = this.data;
    const cell = (/** @type {string[]} */ words) =>
      el("td", ...alternate(words.map((word) => el("bdi.chip", visible(word)))));
    const rows = Object.values(names).map((name, i) =>
      el("tr", el("th", { scope: "row" }, name), ...number_words[i].map(cell))
    );
    return fold(
      "rest of-numbers",
      t("How numbers are split"),
      legendLine(t("No merge crosses a cut: what is separated here can never become one token.")),
      tableOf([t("pre-tokenization"), ...numbers], rows, "numbers"),
    );
  }

  /** @param {HTMLElement|null} chip */
  point(chip) {
    const part = chip && this.parts.get(chip);
    if (!part || chip === this.pointed) return;
    this.pointed?.classList.remove("ring");
    this.pointed = chip;
    chip.classList.add("ring");
    this.source.point(part, this.number);
  }

  /** Arrow keys move from word to word. @param {KeyboardEvent} event */
  walk(event) {
    const chip = closest(event, ".parts .chip");
    const row = /** @type {HTMLElement|null} */ (chip?.closest(".parts") ?? null);
    if (!chip || !row || !["ArrowLeft", "ArrowRight"].includes(event.key)) return;
    const chips = /** @type {HTMLElement[]} */ ([...row.querySelectorAll(".chip")]);
    const onwards = row.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
    const next = chips[chips.indexOf(chip) + (event.key === onwards ? 1 : -1)];
    if (!next || isBrowsers(event)) return;
    event.preventDefault();
    next.focus();
  }
}

/**
 * Parts under a title that opens them.
 * @param {string} name @param {string} title @param {HTMLElement[]} parts
 */
function fold(name, title, ...parts) {
  return el("details", { className: name }, el("summary", title), ...parts);
}

/** @param {Drawing<Data>} drawing */
export default function mount(drawing) {
  const place = placeToDraw(drawing);
  if (!place) return; // what is pointed at stays
  const { data, setTriggerValue } = drawing;
  const showing = place.querySelector("input[type=checkbox]:checked");
  const open = [...place.querySelectorAll("details[open]")].map((each) => each.className);
  const field = fieldIn(place) ?? patternField(data.pattern); // what was typed stays
  const send = (/** @type {string} */ pattern) => setTriggerValue("pattern", pattern);
  keepFocus(place, () => {
    place.replaceChildren(new Cuts(data, field, send).node);
    place.querySelectorAll("details").forEach((each) => {
      each.open = open.includes(each.className);
    });
  });
  if (showing) {
    /** @type {HTMLElement|null} */ (place.querySelector("input[type=checkbox]"))?.click();
  }
}

/** The field for the learner's own pattern. @param {string} value */
function patternField(value) {
  return el("input", {
    type: "text",
    value,
    maxLength: 400,
    spellcheck: false,
    autocomplete: "off",
    dir: "ltr",
    placeholder: "\\p{L}+|\\p{N}|[^\\p{L}\\p{N}]+",
  });
}

/** @param {HTMLElement} place @returns {HTMLInputElement|null} */
const fieldIn = (place) => place.querySelector("form.own input");
