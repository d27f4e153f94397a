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

/** @param {string} lang @param {Intl.NumberFormatOptions} options */
export function formatIn(lang, options) {
  const format = new Intl.NumberFormat(localeOf(lang), options);
  return (/** @type {number} */ n) => format.format(n);
}
