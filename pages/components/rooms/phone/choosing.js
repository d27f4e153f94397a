// Reads taps on tokens: two neighbours, in either order, are a pair. Where one token is asked
// for, each tap is a choice.

/**
 * @typedef {{word: number, token: number}} Place  a token in the words
 * @typedef {object} Word a word, or tokens that stand apart, among which there are no neighbours
 * @property {(string|number[])[]} tokens
 * @property {number[]} choices one between each two tokens, or one for each token
 * @property {number|null} count
 * @property {boolean} [apart]
 */

/** Whether a ballot asks for one token, and not for two. @param {{kind: string}} ballot */
export const asksForOne = ({ kind }) => kind === "tokens";

/**
 * The choices that contain a token.
 * @param {{kind: string, words: Word[]}} ballot
 * @param {Place} place
 */
export function choicesAt(ballot, { word, token }) {
  const first = asksForOne(ballot) ? token : Math.max(0, token - 1);
  return ballot.words[word].choices.slice(first, token + 1);
}

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
 * Where a choice first occurs, in a word if possible: the place of its first token.
 * @param {Word[]} words
 * @param {number} choice
 * @returns {Place|null}
 */
export function placeOf(words, choice) {
  const places = words.map(({ choices }, word) => ({ word, token: choices.indexOf(choice) }));
  const found = places.filter(({ token }) => token >= 0);
  return found.find(({ word }) => !words[word].apart) ?? found[0] ?? null;
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
