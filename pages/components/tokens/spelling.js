// Spells characters and bytes so that none is invisible.

/**
 * @import { BytePlace } from "./tokens.d.ts"
 */

const LONGEST = 40; // the most characters of a word that are shown in a sentence
const NAMED = new Map([[" ", "␣"], ["\n", "↵"], ["\t", "⇥"], ["\r", "␍"], ["\u3000", "␣"]]);
// DI: ignorable, as a variation selector
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Zs}\p{DI}]/u;
const FULL_WIDTH =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]/;
const EMOJI_JOINT = /^[\u200d\ufe0f\u{1f3fb}-\u{1f3ff}\u{e0020}-\u{e007f}]$/u;

/**
 * A string with nothing invisible in it: a space as ␣, a control or direction mark as its code
 * point, a combining mark that opens the token on a dotted circle. Joiners inside an emoji stay.
 * @param {string} text
 */
export function visible(text) {
  const points = [...text];
  let out = "";
  let inEmoji = false; // a flag's tags follow each other
  points.forEach((point, i) => {
    const named = NAMED.get(point);
    const isKeycap = points[i + 1] === "\u20e3" && /[0-9#*]/.test(points[i - 1] ?? "");
    const joined = EMOJI_JOINT.test(point) && (inEmoji || isKeycap);
    inEmoji = joined || /\p{Extended_Pictographic}/u.test(point);
    if (named) out += named;
    else if (joined) out += point;
    else if (UNSEEN.test(point)) out += codePoint(point);
    else if (i === 0 && /\p{M}/u.test(point)) out += "◌" + point;
    else out += point;
  });
  return out;
}

const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * How the tokens of a text stand beside each other: "rtl" where most of its letters are Arabic,
 * Hebrew or of another script that is written from the right. Unlike with `dir="auto"`, it counts
 * that each token is a `bdi`; numbers have no letters, so they stay as they are.
 * @param {string} text
 */
export function direction(text) {
  const letters = text.match(/\p{L}/gu) ?? [];
  const fromRight = letters.filter((letter) => RIGHT_TO_LEFT.test(letter)).length;
  return fromRight && 2 * fromRight >= letters.length ? "rtl" : "ltr";
}

/** How many Latin letters a text is as wide as: a Chinese character as two. @param {string} text */
export const columnsOf = (text) =>
  [...text].reduce((sum, point) => sum + (FULL_WIDTH.test(point) ? 2 : 1), 0);

/** A word, or its beginning. @param {string} word */
export function shortWord(word) {
  const points = [...word];
  return visible(points.length > LONGEST ? points.slice(0, LONGEST).join("") + "…" : word);
}

/** @param {string} point */
export function codePoint(point) {
  return "⟨U+" + /** @type {number} */
    (point.codePointAt(0)).toString(16).toUpperCase().padStart(4, "0") + "⟩";
}

/** @param {number} byte */
export const hex = (byte) => byte.toString(16).toUpperCase().padStart(2, "0");

/**
 * The length of a UTF-8 sequence in bytes, by its first byte; 0 for a byte that starts none.
 * @param {number} lead
 */
export function sequenceLength(lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead < 0xe0) return 2;
  if (lead >= 0xe0 && lead < 0xf0) return 3;
  if (lead >= 0xf0 && lead < 0xf5) return 4;
  return 0;
}

/**
 * For each byte, the character that it is part of, which of its bytes it is, and how many it has.
 * @param {number[]} bytes
 * @returns {BytePlace[]}
 */
export function charactersOf(bytes) {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const out = [];
  for (let i = 0; i < bytes.length;) {
    const length = sequenceLength(bytes[i]);
    let char = "";
    try {
      if (length && i + length <= bytes.length) {
        char = decoder.decode(new Uint8Array(bytes.slice(i, i + length)));
      }
    } catch {
      char = "";
    }
    const of = char ? length : 1;
    for (let nth = 1; nth <= of; nth++) out.push({ char, nth, of: char ? of : 0 });
    i += of;
  }
  return out;
}

/**
 * Where a run of bytes first occurs in rows of bytes: the character that each is part of. `alike`
 * says whether these characters are the same wherever the run occurs.
 * @param {{bytes: number[], characters: BytePlace[]}[]} rows
 * @param {number[]} run
 * @returns {{places: BytePlace[], alike: boolean}|undefined}
 */
export function homeAmong(rows, run) {
  let first;
  for (const { bytes, characters } of rows) {
    for (let i = 0; i + run.length <= bytes.length; i++) {
      if (!run.every((byte, j) => bytes[i + j] === byte)) continue;
      const places = characters.slice(i, i + run.length);
      if (first && JSON.stringify(first) !== JSON.stringify(places)) {
        return { places: first, alike: false };
      }
      first = places;
    }
  }
  return first && { places: first, alike: true };
}
