// Numbers of any size, in a language.

import { formatIn, preciseIn } from "./numbers.js";

const SMALL = 0.001; // smaller numbers are written with a power of ten

/** An exponent in superscript digits. @param {number} n */
export const raised = (n) => [...String(n)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("");

/**
 * Numbers of any size with about three digits: 1,234.5, 0.0123, 1.23 × 10⁻⁵.
 * @param {string} lang
 */
export function amountIn(lang) {
  const large = formatIn(lang, { maximumFractionDigits: 1 });
  const usual = preciseIn(lang);
  return (/** @type {number} */ n) => {
    if (n >= 100) return large(n);
    return n === 0 || n >= SMALL ? usual(n) : withPower(usual, Math.log10(n));
  };
}

/**
 * Amounts given by their natural logarithms, however small: a product of many probabilities would
 * be 0 as a number.
 * @param {string} lang
 */
export function amountOfLogarithmIn(lang) {
  const amount = amountIn(lang);
  const usual = preciseIn(lang);
  return (/** @type {number} */ log) =>
    log > -600 || log === -Infinity ? amount(Math.exp(log)) : withPower(usual, log / Math.LN10);
}

/**
 * A small number by its logarithm: 1.23 × 10⁻⁵.
 * @param {(n: number) => string} format
 * @param {number} log10
 */
function withPower(format, log10) {
  const power = Math.floor(log10);
  return `${format(10 ** (log10 - power))} × 10⁻${raised(-power)}`;
}
