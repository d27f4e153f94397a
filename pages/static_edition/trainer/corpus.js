// A text, or counted words, as words in base tokens, as bpe_core/text/corpus.py makes them, and the
// pairs in them, as bpe_core/textbook.py counts them: all again at each step, which takes a few
// milliseconds for the longest text that is trained here.

/**
 * A pair of adjacent tokens, and how often it occurs.
 * @typedef {{left: number, right: number, count: number}} Pair
 */

/** More than any base vocabulary and its merges. */
const MOST_TOKENS = 2 ** 21;

/** The number of a pair among all pairs. @param {number} left @param {number} right */
export const pairKey = (left, right) => left * MOST_TOKENS + right;

/**
 * The pairs by their keys, in the order in which the corpus has them.
 * @param {number[][]} words
 * @param {number[]} counts
 */
export function countPairs(words, counts) {
  /** @type {Map<number, Pair>} */
  const pairs = new Map();
  words.forEach((word, w) => {
    for (let i = 1; i < word.length; i++) {
      const key = pairKey(word[i - 1], word[i]);
      const pair = pairs.get(key);
      if (pair) pair.count += counts[w];
      else pairs.set(key, { left: word[i - 1], right: word[i], count: counts[w] });
    }
  });
  return pairs;
}

/**
 * The words with a pair, by their places, and how often it is in each.
 * @param {number[][]} words
 * @param {number} left
 * @param {number} right
 * @returns {[word: number, times: number][]}
 */
export function wordsWith(words, left, right) {
  /** @type {[number, number][]} */
  const found = [];
  words.forEach((word, w) => {
    let times = 0;
    for (let i = 1; i < word.length; i++) if (word[i - 1] === left && word[i] === right) times++;
    if (times) found.push([w, times]);
  });
  return found;
}

/** How many tokens there are in all. @param {number[][]} words @param {number[]} counts */
export const tokenTotal = (words, counts) =>
  words.reduce((sum, word, w) => sum + word.length * counts[w], 0);

/**
 * How texts are spelled. `marker` ends each word; "" for none.
 * @typedef {{unit: "char"|"byte", marker: string}} Spelling
 */

/**
 * Words in base tokens. `tokens` are the texts of the base vocabulary as numbers: code points, or
 * bytes. `running` are the words with which a text begins, by their places in `words`.
 * @typedef {{
 *   words: string[], counts: number[], spelled: number[][], base: (string|number)[],
 *   tokens: number[][], markerId: number, running: number[], textBytes: number, joiner: string
 * }} Corpus
 */

const UTF8 = new TextEncoder();
// Unicode's White_Space. JavaScript's \s has U+FEFF as well, and lacks U+0085.
const WHITE = " \\t-\\r\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const GPT2 = [
  "'(?:s|t|re|ve|m|ll|d)",
  " ?\\p{L}+",
  " ?\\p{N}+",
  ` ?[^${WHITE}\\p{L}\\p{N}]+`,
  `[${WHITE}]+(?![^${WHITE}])`,
  `[${WHITE}]+`,
];
/**
 * The ways of cutting a text into words. `space` is what stands for a space among characters.
 * @type {Record<string, {pattern: RegExp, joiner: string, space: string}>}
 */
const CUTS = {
  whitespace: { pattern: new RegExp(`[^${WHITE}]+`, "gu"), joiner: " ", space: "" },
  gpt2: { pattern: new RegExp(GPT2.join("|"), "gu"), joiner: "", space: "Ġ" },
  none: { pattern: /[^]+/gu, joiner: "", space: "" },
};

/** @param {string} text */
const codePoints = (text) => Array.from(text, (c) => Number(c.codePointAt(0)));

/**
 * Which of two lists of numbers comes first, compared one by one.
 * @param {number[]} one
 * @param {number[]} other
 */
export function compareLists(one, other) {
  const differs = one.findIndex((number, i) => number !== other[i]);
  if (differs < 0) return one.length - other.length;
  return differs < other.length ? one[differs] - other[differs] : 1;
}

/** @typedef {{text?: string, counts?: [string, number][], cut: string}} Text  or counted words */

/**
 * The corpus of a text, or of counted words, which are taken as they are. In one of characters,
 * what stands for a space among them is a space again.
 * @param {Text & Spelling} text
 * @param {number} most words that are shown as running text
 */
export function spelledCorpus({ text = "", counts, cut, unit, marker }, most) {
  const corpus = counts
    ? corpusOfCounts(counts, cut, { unit, marker })
    : corpusOfText(text, cut, { unit, marker }, most);
  return unit === "char" ? withReadSpaces(corpus, cut) : corpus;
}

/**
 * The corpus of a text, in the order in which its words first occur.
 * @param {string} text
 * @param {string} cut the name of the pre-tokenizer
 * @param {Spelling} spelling
 * @param {number} most words that are shown as running text
 * @returns {Corpus}
 */
function corpusOfText(text, cut, spelling, most) {
  const { pattern, space } = CUTS[cut];
  const write = space && spelling.unit === "char"
    ? (/** @type {string} */ word) => word.replaceAll(" ", space)
    : (/** @type {string} */ word) => word;
  const running = (text.match(pattern) ?? []).map(write);
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const word of running) counts.set(word, (counts.get(word) ?? 0) + 1);
  const corpus = corpusOfCounts([...counts], cut, spelling);
  const place = new Map(corpus.words.map((word, i) => [word, i]));
  return {
    ...corpus,
    running: running.slice(0, most).map((word) => Number(place.get(word))),
    textBytes: UTF8.encode(text).length,
  };
}

/**
 * The corpus of counted words, which are taken as they are.
 * @param {[string, number][]} counted
 * @param {string} cut how other texts would be cut
 * @param {Spelling} spelling
 * @returns {Corpus}
 */
function corpusOfCounts(counted, cut, { unit, marker }) {
  const words = counted.map(([word]) => word);
  const counts = counted.map(([, count]) => count);
  const spell = unit === "byte" ? spellBytes : spellCharacters;
  const bytes = words.map((word) => UTF8.encode(word).length);
  return {
    words,
    counts,
    ...spell(words, marker),
    running: [],
    textBytes: counts.reduce((sum, count, i) => sum + count * bytes[i], 0),
    joiner: CUTS[cut].joiner,
  };
}

/**
 * A corpus of characters as it is shown: what stands for a space is a space again.
 * @param {Corpus} corpus
 * @param {string} cut
 * @returns {Corpus}
 */
function withReadSpaces(corpus, cut) {
  const { space } = CUTS[cut];
  const read = (/** @type {string} */ text) => space ? text.replaceAll(space, " ") : text;
  const { words, base, markerId } = corpus;
  return {
    ...corpus,
    words: words.map(read),
    base: base.map((token, id) => id === markerId ? token : read(String(token))),
  };
}

/**
 * Words as characters. The base vocabulary is in the order of code points, the marker included.
 * @param {string[]} words
 * @param {string} marker
 */
function spellCharacters(words, marker) {
  const codes = words.map(codePoints);
  const tokens = [...new Set(codes.flat())].sort((a, b) => a - b).map((code) => [code]);
  const end = codePoints(marker);
  const after = tokens.findIndex((token) => compareLists(token, end) > 0);
  const markerId = !marker ? -1 : after < 0 ? tokens.length : after;
  if (marker) tokens.splice(markerId, 0, end);
  const ids = new Map(tokens.flatMap(([code], id) => (id === markerId ? [] : [[code, id]])));
  return {
    spelled: codes.map((word) => ended(word.map((code) => Number(ids.get(code))), markerId)),
    base: tokens.map((token) => String.fromCodePoint(...token)),
    tokens,
    markerId,
  };
}

/**
 * Words as the bytes of their UTF-8. The base vocabulary is all 256, then the marker.
 * @param {string[]} words
 * @param {string} marker
 */
function spellBytes(words, marker) {
  const values = Array.from({ length: 256 }, (_, value) => value);
  const markerId = marker ? 256 : -1;
  const bytes = values.map((value) => [value]);
  return {
    spelled: words.map((word) => ended([...UTF8.encode(word)], markerId)),
    base: marker ? [...values, marker] : values,
    tokens: marker ? [...bytes, [...UTF8.encode(marker)]] : bytes,
    markerId,
  };
}

/** @param {number[]} word @param {number} markerId */
const ended = (word, markerId) => (markerId < 0 ? word : [...word, markerId]);
