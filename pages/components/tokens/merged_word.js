/**
 * A word in which a pair is merged, from left to right.
 * @param {number[]} word
 * @param {number} left
 * @param {number} right
 * @param {number} made the new token
 */
export function mergedWord(word, left, right, made) {
  /** @type {number[]} */
  const merged = [];
  for (let i = 0; i < word.length; i++) {
    const isPair = word[i] === left && word[i + 1] === right;
    merged.push(isPair ? made : word[i]);
    if (isPair) i++;
  }
  return merged;
}
