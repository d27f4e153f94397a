// Tokens of a file as chips.

import { alternate, Chips } from "../tokens/chips.js";

/**
 * A token as a file's views describe it: `text` is null for part of a character, `bytes` are in
 * hexadecimal, and `spelling` is what the file contains.
 * @typedef {{
 *   id: number, spelling: string, text: string|null, bytes: string, rank: number|null
 * }} TokenView
 */

/** @param {string} hexadecimal @returns {number[]} */
export const bytesIn = (hexadecimal) =>
  (hexadecimal.match(/../g) ?? []).map((byte) => parseInt(byte, 16));

/** A walk as far as `Chips` needs one; an id is a place among the tokens. */
export class TokenViews {
  /** @param {(TokenView|string)[]} tokens a string is a unit that is not a token */
  constructor(tokens) {
    this.tokens = tokens;
    this.chips = new Chips(this);
  }

  /** @param {number} place @returns {string|number[]} */
  spell(place) {
    const token = this.tokens[place];
    if (typeof token === "string") return token;
    return token.bytes ? bytesIn(token.bytes) : token.spelling;
  }

  /** A chip with the token's own id. @param {number} place */
  chip(place) {
    const token = this.tokens[place];
    const chip = this.chips.chip(place);
    chip.dataset.id = typeof token === "string" ? "" : String(token.id);
    return chip;
  }

  all() {
    return alternate(this.tokens.map((_, place) => this.chip(place)));
  }
}
