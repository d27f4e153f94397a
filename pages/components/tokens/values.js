// Draws Python's values: a number, a word, tokens, a pair or a sum. Here a token is its own id.

import { el, fill } from "../drawing/elements.js";
import { wholeIn } from "../drawing/numbers.js";
import { Chips, directed, pairNode } from "./chips.js";
import { visible } from "./spelling.js";

/**
 * @import { Value } from "../stepper/payload.d.ts"
 * @import { Spelled } from "./tokens.d.ts"
 */

export class Values {
  /** @param {string} lang */
  constructor(lang) {
    this.chips = new Chips({ spell: (/** @type {any} */ token) => token });
    this.number = wholeIn(lang);
  }

  /** A token of the corpus, or a made-up one. @param {Spelled} token */
  token(token) {
    return el("bdi.chip", ...this.chips.label(/** @type {any} */ (token), {}));
  }

  /** @param {Spelled[]} tokens */
  tokens(tokens) {
    return directed(el("span.tokens", ...tokens.map((token) => this.token(token))));
  }

  /** @param {Value} value @returns {Node|string} */
  node(value) {
    if (typeof value === "number") return this.number(value);
    if ("text" in value) return value.text;
    if ("word" in value) return el("bdi.literal", visible(value.word));
    if ("tokens" in value) return this.tokens(value.tokens);
    if ("pair" in value) return this.pair(value.pair);
    return this.sum(value.sum);
  }

  /** @param {[Spelled, Spelled]} pair */
  pair([left, right]) {
    return pairNode(this.token(left), this.token(right));
  }

  /** hug 10 + haha 2 × 3 @param {[string, number, number][]} addends */
  sum(addends) {
    const nodes = addends.flatMap(([word, times, count], i) => {
      const factor = times > 1 ? `${this.number(times)} × ` : "";
      return [
        i ? " + " : "",
        el("bdi.literal", visible(word)),
        "\u00a0" + factor + this.number(count),
      ];
    });
    return el("span.sum", ...nodes);
  }

  /**
   * A sentence with its placeholders filled in.
   * @param {string} template
   * @param {Record<string, Value>} facts
   */
  sentence(template, facts) {
    const nodes = Object.entries(facts).map(([name, value]) => [name, this.node(value)]);
    return fill(template, Object.fromEntries(nodes));
  }
}
