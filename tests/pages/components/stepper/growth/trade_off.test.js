// Where steps, characters and whole words are on the chart of what was gained.

import { tradeOff } from "../../../../../pages/components/stepper/growth/trade_off.js";

/** hug ×10, pug ×5, pun ×12, bun ×4, hugs ×5: 7 characters, 113 in all; 36 words, 5 of them. */
const HUG = /** @type {any} */ ({
  walk: { characters: [7, 113], whole_words: [5, 36] },
  steps: 7,
  tokenCounts: [113, 93, 77, 62, 50, 45, 40, 36],
  sizeAt: (/** @type {number} */ step) => 7 + step,
});

/** @param {number} one @param {number} other */
function assertClose(one, other) {
  if (Math.abs(one - other) > 1e-9) throw new Error(`${one} is not ${other}`);
}

Deno.test("a walk goes from characters to its last size, over the tokens that are needed", () => {
  const { characters, words, at } = tradeOff(HUG);
  const x = (/** @type {number} */ size) => Math.log(size / 5) / Math.log(14 / 5);
  assertClose(characters.x, x(7));
  assertClose(characters.y, 1);
  assertClose(words.x, 0);
  assertClose(words.y, 36 / 113);
  assertClose(at(0).x, characters.x);
  assertClose(at(3).x, x(10));
  assertClose(at(3).y, 62 / 113);
  assertClose(at(7).x, 1);
  assertClose(at(7).y, words.y);
});

Deno.test("a corpus without words, or of one word, has a chart", () => {
  for (const walk of [[0, 0, 0], [1, 1, 1]]) {
    const [size, words, tokens] = walk;
    const model = /** @type {any} */ ({
      walk: { characters: [size, tokens], whole_words: [words, words] },
      steps: 0,
      tokenCounts: [tokens],
      sizeAt: () => size,
    });
    const { at } = tradeOff(model);
    assertClose(at(0).x, 0);
    assertClose(at(0).y, tokens ? 1 : 0);
  }
});
