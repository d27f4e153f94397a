// Finds where two tokenizers differ on one text. Tokens are spans of bytes.

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
export function partingOf(one, other) {
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
