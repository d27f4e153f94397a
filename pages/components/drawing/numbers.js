// Writes numbers in the learner's language.

/** The locale of a language; Chinese is written in simplified characters. @param {string} lang */
export const localeOf = (lang) => lang === "zh" ? "zh-Hans" : lang;

/** Whole numbers: 1,234. @param {string} lang */
export const wholeIn = (lang) => formatIn(lang, {});

/** Numbers with three digits: 0.0123. @param {string} lang */
export const preciseIn = (lang) => formatIn(lang, { maximumSignificantDigits: 3 });

/** Numbers with up to two decimals: 3.14. @param {string} lang */
export const decimalsIn = (lang) => formatIn(lang, { maximumFractionDigits: 2 });

/**
 * Numbers with exactly so many decimals: 3.140.
 * @param {string} lang
 * @param {number} decimals
 * @param {Intl.NumberFormatOptions} [more]
 */
export const exactlyIn = (lang, decimals, more) =>
  formatIn(lang, { ...more, minimumFractionDigits: decimals, maximumFractionDigits: decimals });

/** Shares: 0.4 is 40%. @param {string} lang */
export const percentIn = (lang) => formatIn(lang, { style: "percent", maximumFractionDigits: 0 });

/** @param {string} lang @param {Intl.NumberFormatOptions} options */
function formatIn(lang, options) {
  const format = new Intl.NumberFormat(localeOf(lang), options);
  return (/** @type {number} */ n) => format.format(n);
}

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
    return withPower(usual, Math.log10(n));
  };
}

/**
 * Amounts given by their natural logarithms, however small: a product of many probabilities would
 * be 0 as a number.
 * @param {string} lang
 */
export function amountOfLogarithmIn(lang) {
  const amount = amountIn(lang);
  const usual = new Intl.NumberFormat(localeOf(lang), { maximumSignificantDigits: 3 });
  return (/** @type {number} */ log) =>
    log > -600 || log === -Infinity ? amount(Math.exp(log)) : withPower(usual, log / Math.LN10);
}

/**
 * A small number by its logarithm: 1.23 × 10⁻⁵.
 * @param {Intl.NumberFormat} format
 * @param {number} log10
 */
function withPower(format, log10) {
  const power = Math.floor(log10);
  return `${format.format(10 ** (log10 - power))} × 10⁻${raised(-power)}`;
}
