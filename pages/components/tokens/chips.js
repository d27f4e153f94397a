// Tokens as chips.

import { t } from "../browser/sentences.js";
import { el, fill } from "../drawing/elements.js";
import { charactersOf, direction, hex, visible } from "./spelling.js";

/**
 * @import { BytePlace, PlaceInWord, Spelled, TokenSource } from "./tokens.d.ts"
 */

const LONGEST_CHIP = 48; // the most characters of one token that are shown
/** More combining marks on a letter than languages write. */
const FLOOD = /\p{M}{4}/u;

/** @param {string} marker */
const markerNode = (marker) =>
  el("span.marker", { title: t("End-of-word marker") }, visible(marker));

/** Explains the box in a token; empty if there is no marker. @param {string} marker */
export function markerLegend(marker) {
  const legend = t("{marker} in a separate box is the end-of-word marker.");
  return marker ? [fill(legend, { marker: markerNode(marker) })] : [];
}

/** So many tokens, in words. @param {number} n @param {(n: number) => string} number */
export const tokensInWords = (n, number) =>
  n === 1 ? t("{n} token", { n: number(n) }) : t("{n} tokens", { n: number(n) });

/** Two tokens that are merged: "l + r". @param {Node} left @param {Node} right */
export const pairNode = (left, right) =>
  directed(el("span.pair", left, el("span.plus", "+"), right));

/** No part of a token's text: bytes of a part of a character, and how a word begins or ends. */
const BESIDE_THE_TEXT = "small, .marker, .border, .sr-only";

/** The text of the tokens in an element. @param {Element} node @returns {string} */
function textIn(node) {
  return [...node.childNodes].map((child) => {
    if (!(child instanceof Element)) return child.textContent ?? "";
    return child.matches(BESIDE_THE_TEXT) ? "" : textIn(child);
  }).join("");
}

/**
 * Lets the tokens in an element stand in the order in which their text is read; in Arabic or
 * Hebrew, numbers and words from the left stay as they are. `dir="auto"` passes over every `bdi`.
 * @template {HTMLElement} T
 * @param {T} node
 */
export function directed(node) {
  node.dir = direction(textIn(node));
  if (node.dir === "rtl") runsFromLeft(node).forEach((run) => enclose(run[0], run[run.length - 1]));
  return node;
}

/** The neighbours among an element's children that are read from the left. @param {Element} node */
function runsFromLeft(node) {
  /** @type {Element[][]} */
  const runs = [[]];
  for (const child of node.children) {
    const text = textIn(child);
    const isFromLeft = /[\p{L}\p{N}]/u.test(text) && direction(text) === "ltr";
    if (isFromLeft) runs[runs.length - 1].push(child);
    else runs.push([]);
  }
  return runs.filter(({ length }) => length > 1);
}

/** @param {Element} first @param {Element} last its sibling */
function enclose(first, last) {
  const run = el("span.from-left", { dir: "ltr" });
  first.before(run);
  while (run.nextSibling && run.nextSibling !== last) run.append(run.nextSibling);
  run.append(last);
  return run;
}

/**
 * A sentence in which two tokens and the plus between them stand in the order of reading.
 * @param {DocumentFragment} sentence
 * @param {Element} left
 * @param {Element} right
 */
export function withPair(sentence, left, right) {
  if (left.parentNode === sentence && right.parentNode === sentence) directed(enclose(left, right));
  return sentence;
}

/** The sign for a space. */
const SPACE = "␣";

/** Text whose signs for spaces are softer than letters. @param {string} text @returns {Node[]} */
const softened = (text) =>
  text.split(/(␣)/).filter(Boolean).map((part) =>
    part === SPACE ? el("span.blank", part) : document.createTextNode(part)
  );

/** Explains the sign for a space; empty if no token has one. @param {Spelled[]} tokens */
export function spaceLegend(tokens) {
  const hasSpace = (/** @type {Spelled} */ token) =>
    typeof token === "string" ? token.includes(" ") : token.includes(32);
  const space = el("span.blank", SPACE);
  return tokens.some(hasSpace) ? [fill(t("{space} is a space."), { space })] : [];
}

/**
 * Gives the tokens of a row two greys in turn, where their colours have no meaning.
 * @template {Element} T
 * @param {T[]} chips
 */
export function alternate(chips) {
  chips.forEach((chip, i) => chip.classList.toggle("second", i % 2 === 1));
  return chips;
}

export class Chips {
  /** @param {TokenSource} model */
  constructor(model) {
    this.model = model;
    /** @type {Map<string, BytePlace[]>} the characters of bytes outside a word */
    this.homes = new Map();
    /** @type {Map<number, HTMLElement>} the chips that look the same wherever they are */
    this.made = new Map();
  }

  /**
   * A token as a chip. Tokens that are part of a character say which bytes of which character.
   * @param {number} id
   * @param {PlaceInWord} [place]
   * @returns {HTMLElement}
   */
  chip(id, place = {}) {
    if (typeof this.model.spell(id) !== "string") return this.make(id, place);
    let known = this.made.get(id);
    if (!known) this.made.set(id, known = this.make(id, place));
    return /** @type {HTMLElement} */ (known.cloneNode(true));
  }

  /**
   * Neighbours as chips, in which bytes say which character of the row they are part of.
   * @param {number[]} ids
   */
  row(ids) {
    const spelled = ids.map((id) => this.model.spell(id));
    const bytes = spelled.map((token) => (typeof token === "string" ? [] : token));
    const characters = charactersOf(bytes.flat());
    let end = 0;
    return ids.map((id, i) => {
      const start = end;
      end += bytes[i].length;
      return this.chip(id, { characters, start, end });
    });
  }

  /** @param {number} id @param {PlaceInWord} place @returns {HTMLElement} */
  make(id, place) {
    const chip = el("bdi.chip", { "data-id": id });
    const hue = this.model.hueOf?.(id);
    if (hue !== undefined) {
      chip.classList.add("merged");
      chip.style.setProperty("--hue", `hsl(${hue}, var(--merged-tone))`);
    }
    if (id < (this.model.walk?.specials?.length ?? 0)) chip.classList.add("special");
    const label = this.label(id, place);
    if (label.some((node) => node instanceof Element && node.className === "part")) {
      chip.classList.add("in-parts");
    }
    chip.append(...label);
    chip.classList.toggle("flooded", FLOOD.test(chip.textContent ?? ""));
    return chip;
  }

  /**
   * A token's characters, with the end-of-word marker set apart because it may look like a letter.
   * @param {number} id
   * @param {PlaceInWord} place
   * @returns {Node[]}
   */
  label(id, place) {
    const spelled = this.model.spell(id);
    const marker = this.model.markerOf?.(id);
    if (!marker) return this.characters(spelled, place);
    const end = spelled.length -
      (typeof spelled === "string" ? marker : new TextEncoder().encode(marker)).length;
    const text = end ? this.characters(spelled.slice(0, end), place) : [];
    return [...text, markerNode(marker)];
  }

  /** @param {Spelled} spelled @param {PlaceInWord} place @returns {Node[]} */
  characters(spelled, place) {
    if (typeof spelled === "string") return softened(this.shorten(visible(spelled)));
    const inWord = place.characters?.slice(place.start, (place.start ?? 0) + spelled.length);
    const isInWord = inWord?.length === spelled.length;
    return this.byteLabel(spelled, isInWord ? inWord : this.withHome(spelled));
  }

  /** The characters of bytes outside a word, which are looked up once. @param {number[]} bytes */
  withHome(bytes) {
    const key = String(bytes);
    let known = this.homes.get(key);
    if (!known) this.homes.set(key, known = this.lookUp(bytes));
    return known;
  }

  /** Looks them up: parts of characters are those of the corpus. @param {number[]} bytes */
  lookUp(bytes) {
    const places = charactersOf(bytes);
    if (places.every((place) => place.char)) return places;
    const home = this.model.home?.(bytes);
    if (!home) return places;
    if (home.alike) return home.places;
    // Several characters share these bytes: show one of them, and that there are more.
    return home.places.map((place, i) =>
      places[i].char ? places[i] : { ...place, char: place.char && place.char + "…" }
    );
  }

  /**
   * Bytes as whole characters where possible, otherwise as "哈 1/3" with the byte in hex.
   * @param {number[]} bytes @param {BytePlace[]} places
   * @returns {Node[]}
   */
  byteLabel(bytes, places) {
    /** @type {Node[]} */
    const out = [];
    let whole = "";
    const flush = () => {
      if (whole) out.push(...softened(this.shorten(visible(whole))));
      whole = "";
    };
    for (let i = 0; i < bytes.length;) {
      const { char, nth, of } = places[i];
      let end = i + 1;
      while (
        char && end < bytes.length && places[end].char === char && places[end].nth === nth + end - i
      ) end++;
      if (char && nth === 1 && end - i === of) whole += char;
      else {
        flush();
        out.push(this.part(bytes.slice(i, end), char, nth, of));
      }
      i = end;
    }
    flush();
    return out;
  }

  /** @param {number[]} bytes @param {string} char @param {number} nth @param {number} of */
  part(bytes, char, nth, of) {
    const last = nth + bytes.length - 1;
    const which = nth === last ? `${nth}/${of}` : `${nth}–${last}/${of}`;
    return el(
      "span.part",
      char ? el("span", `${visible(char)} `, el("bdi", { dir: "ltr" }, which)) : null,
      el("small", bytes.map(hex).join(" ")),
    );
  }

  /** @param {string} text */
  shorten(text) {
    const points = [...text];
    if (points.length <= LONGEST_CHIP) return text;
    const [start, end] = [points.slice(0, LONGEST_CHIP - 12), points.slice(-4)];
    return `${start.join("")}…${end.join("")} (${points.length})`;
  }

  /** "l + r" @param {number} left @param {number} right */
  pair(left, right) {
    const [first, second] = this.pairOfChips(left, right);
    return pairNode(first, second);
  }

  /**
   * Two adjacent tokens; if their bytes only together form a character, the result says so.
   * @param {number} left
   * @param {number} right
   */
  pairOfChips(left, right) {
    const [a, b] = [this.model.spell(left), this.model.spell(right)];
    const isText = typeof a === "string" || typeof b === "string";
    const characters = isText ? undefined : this.withHome([...a, ...b]);
    return [
      this.chip(left, { characters, start: 0, end: a.length }),
      this.chip(right, { characters, start: a.length, end: a.length + b.length }),
    ];
  }

  /** A token as plain text, for accessible names. @param {number} id */
  plain(id) {
    return /** @type {string} */ (this.chip(id).textContent);
  }
}
