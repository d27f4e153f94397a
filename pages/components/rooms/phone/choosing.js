// What taps on tokens mean: two neighbours, in either order, are a pair.

/**
 * @typedef {{word: number, token: number}} Place  a token in the words
 * @typedef {{tokens: (string|number[])[], choices: number[], count: number}} Word
 */

/**
 * The token that is picked after a tap, and the choice if the tap completes one.
 * @param {Word[]} words
 * @param {Place|null} picked
 * @param {Place} tapped
 * @returns {{picked: Place|null, choice: number|null}}
 */
export function tap(words, picked, tapped) {
  if (!picked || picked.word !== tapped.word) return { picked: tapped, choice: null };
  const apart = tapped.token - picked.token;
  if (apart === 0) return { picked: null, choice: null };
  if (Math.abs(apart) > 1) return { picked: tapped, choice: null };
  const left = Math.min(picked.token, tapped.token);
  return { picked: null, choice: words[tapped.word].choices[left] };
}

/**
 * Where a choice first occurs in the words: the place of its left token.
 * @param {Word[]} words
 * @param {number} choice
 * @returns {Place|null}
 */
export function placeOf(words, choice) {
  for (const [word, { choices }] of words.entries()) {
    const token = choices.indexOf(choice);
    if (token >= 0) return { word, token };
  }
  return null;
}

/**
 * Where an arrow key leads from a token: along its word, or to the word above or below.
 * @param {Word[]} words
 * @param {Place} from
 * @param {string} key
 * @returns {Place|null}
 */
export function placeByKey(words, { word, token }, key) {
  const last = words[word].tokens.length - 1;
  if (key === "ArrowRight") return token < last ? { word, token: token + 1 } : null;
  if (key === "ArrowLeft") return token > 0 ? { word, token: token - 1 } : null;
  const to = word + (key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0);
  if (to === word || !words[to]) return null;
  return { word: to, token: Math.min(token, words[to].tokens.length - 1) };
}
