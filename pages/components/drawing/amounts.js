// How numbers of any size are written.

import { localeOf } from "./numbers.js";

const SMALL = 0.001; // smaller numbers are written with a power of ten

/** An exponent in superscript digits. @param {number} n */
export const raised = (n) => [...String(n)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("");

/**
 * Numbers of any size with about three digits: 1,234.5, 0.0123, 1.23 × 10⁻⁵.
 * @param {string} lang
 */
export function amountIn(lang) {
  const locale = localeOf(lang);
  const large = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const usual = new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 });
  return (/** @type {number} */ n) => {
    if (n >= 100) return large.format(n);
    if (n === 0 || n >= SMALL) return usual.format(n);
    const power = Math.floor(Math.log10(n));
    return `${usual.format(n / 10 ** power)} × 10⁻${raised(-power)}`;
  };
}
