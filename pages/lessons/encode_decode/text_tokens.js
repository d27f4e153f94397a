// The tokens that Python sent, and the text as tokens.

import { t } from "../../components/browser/sentences.js";
import { button, checkbox, el, fill, inARow, sayOnce } from "../../components/drawing/elements.js";
import { wholeIn } from "../../components/drawing/numbers.js";
import { keepFocus, panel, scrollBox, toolRow } from "../../components/drawing/panel.js";
import {
  alternate,
  Chips,
  directed,
  markerLegend,
  spaceLegend,
} from "../../components/tokens/chips.js";
import { visible } from "../../components/tokens/spelling.js";

/**
 * @import { Encoding } from "./word_walk.js"
 */

const MOST_IN_EDIT = 8; // most tokens of an edit shown on each side

/** Tokens of one encoding as chips. */
export class TokenChips {
  /** @param {Encoding} data */
  constructor(data) {
    this.data = data;
    this.special = new Set(data.words.flatMap(([, ids, isSpecial]) => (isSpecial ? ids : [])));
    this.chips = new Chips(this);
    this.number = wholeIn(data.lang);
  }

  /** @param {number} id */
  spell(id) {
    return this.data.tokens[id][0];
  }

  /** @param {number} id */
  markerOf(id) {
    return this.data.tokens[id][1] ? this.data.marker : "";
  }

  /**
   * A row of adjacent tokens, in which bytes say which character they belong to.
   * @param {number[]} ids
   * @returns {HTMLElement[]}
   */
  row(ids) {
    const row = this.chips.row(ids);
    row.forEach((chip, i) => {
      if (this.special.has(ids[i])) chip.classList.add("special");
      if (ids[i] === this.data.unknown) chip.classList.add("unknown");
    });
    return alternate(row);
  }

  /** @param {number} id */
  chip(id) {
    return this.row([id])[0];
  }

  /**
   * The token that two neighbours in a row become, shown in their place.
   * @param {number[]} ids
   * @param {number} place
   * @param {number} id
   */
  merged(ids, place, id) {
    return this.row([...ids.slice(0, place), id, ...ids.slice(place + 2)])[place];
  }

  /**
   * The first tokens, at most `MOST_IN_EDIT`, and how many more there are.
   * @param {number[]} ids
   */
  some(ids) {
    const more = ids.length - MOST_IN_EDIT;
    if (!ids.length) return el("span", t("no token"));
    const rest = more > 0 ? t(" and {n} more", { n: this.number(more) }) : null;
    return directed(el("span.pair", ...this.row(ids.slice(0, MOST_IN_EDIT)), rest));
  }
}

/** The whole text as tokens, word by word; a click chooses a word. */
export class TextTokens {
  /** @param {(word: string) => void} choose */
  constructor(choose) {
    this.choose = choose;
    const heading = { "aria-labelledby": "heading-tokens-panel" };
    this.list = scrollBox("words running encoded", heading);
    this.ids = checkbox(t("show token ids"), (isOn) => this.showIds(isOn));
    this.summary = el("p.summary", { role: "status" });
    this.edit = el("p.edit", { role: "status" });
    this.legend = el("p.more");
    const tools = toolRow(this.summary, this.ids.parentElement);
    const parts = [this.list, this.edit, this.legend];
    this.node = panel(t("The text as tokens"), "tokens-panel", tools, ...parts);
    /** @type {TokenChips|undefined} of the text before the last edit */
    this.before = undefined;
    /** @type {string|undefined} the word that is shown whole */
    this.covered = undefined;
    /**
     * @type {{name: string, node: HTMLElement, row: HTMLElement[]}[]} the words that can be chosen
     */
    this.picks = [];
  }

  /** @param {boolean} isOn */
  showIds(isOn) {
    this.ids.checked = isOn;
    this.list.classList.toggle("show-ids", isOn);
  }

  /** @param {TokenChips} chips */
  update(chips) {
    const { data } = chips;
    const { words } = data;
    this.list.classList.toggle("apart", data.joiner === "");
    this.picks = [];
    this.covered = undefined;
    const nodes = words.map((word, i) => this.word(chips, word, i));
    alternate(nodes.flatMap((node) => [...node.children]));
    const apart = nodes.flatMap((node, i) => (i ? [data.joiner || "\u200b", node] : [node]));
    keepFocus(this.list, () => {
      this.list.replaceChildren(...apart);
      directed(this.list);
    });
    if (!words.length) {
      this.list.append(el("span.more", t("There is nothing to encode yet: type some text above.")));
    }
    this.summarize(chips);
    this.showEdit(chips);
  }

  /**
   * @param {TokenChips} chips
   * @param {Encoding["words"][0]} word
   * @param {number} place
   */
  word(chips, [name, ids, isSpecial, differs], place) {
    const row = chips.row(ids);
    if (isSpecial) return directed(el("span.word", ...row));
    const look = differs ? "word pick differs" : "word pick";
    const ariaPressed = String(place === chips.data.chosen);
    const node = button("", () => this.choose(name), look, { ariaPressed });
    node.append(...row);
    this.picks.push({ name, node, row });
    return directed(node);
  }

  /**
   * Shows a word whole wherever it occurs, so that its tokens give no prediction away.
   * @param {string|undefined} word
   */
  cover(word) {
    if (word === this.covered) return;
    this.covered = word;
    for (const { name, node, row } of this.picks) {
      const isCovered = name === word;
      node.replaceChildren(...(isCovered ? [el("bdi.literal", visible(name))] : row));
    }
  }

  /** @param {TokenChips} chips */
  summarize({ data, number }) {
    const { words, tokens: spelled, compared, back, marker } = data;
    const tokens = back.ids.length;
    // what became the unknown token is lost: a ratio would flatter
    const isLost = back.causes.includes("unknown");
    const template = isLost
      ? t("Words: {words}. Tokens: {tokens}, with unknown ones.")
      : t("Words: {words}. Tokens: {tokens}. Bytes per token: {ratio}.");
    const ratio = number(Math.round(100 * back.given_bytes / tokens) / 100);
    const values = { words: number(words.length), tokens: number(tokens), ratio };
    sayOnce(this.summary, tokens ? fill(template, values) : "");
    const differing =
      new Set(words.filter(([, , , differs]) => differs).map(([name]) => name)).size;
    const marked = t("Underlined: longest match splits it differently (words: {n} of {total}).", {
      n: number(differing),
      total: number(compared),
    });
    this.legend.replaceChildren(inARow(
      words.length ? t("Click a word to see how it is encoded.") : "",
      differing ? marked : "",
      ...markerLegend(marker),
      ...spaceLegend(Object.values(spelled).map(([token]) => token)),
    ));
  }

  /**
   * Shows which tokens the last edit removed and which it added.
   * @param {TokenChips} chips
   */
  showEdit(chips) {
    const { key, input, back: { ids } } = chips.data;
    const before = this.before;
    // Neither the tokenizer nor the text changed: it was the word or the language.
    if (before?.data.key === key && before.data.input === input) return;
    this.before = chips;
    this.edit.replaceChildren();
    if (before?.data.key !== key) return;
    const were = before.data.back.ids;
    const [from, gone, come] = changedBetween(were, ids);
    if (!gone && !come) return void this.edit.append(t("Your edit changed no token."));
    const values = {
      before: before.some(were.slice(from, from + gone)),
      after: chips.some(ids.slice(from, from + come)),
      n: chips.number(ids.length - come),
    };
    this.edit.append(fill(t("Your edit: {before} → {after}. Unchanged tokens: {n}."), values));
    const all = [...this.list.querySelectorAll(".chip")];
    for (const chip of all.slice(from, from + come)) chip.classList.add("new");
  }
}

/**
 * Where two rows differ: the length of their common beginning, then how many tokens only the first
 * row has, and how many only the second has.
 * @param {number[]} one @param {number[]} other @returns {[number, number, number]}
 */
export function changedBetween(one, other) {
  const most = Math.min(one.length, other.length);
  let start = 0;
  while (start < most && one[start] === other[start]) start++;
  let end = 0;
  while (end < most - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end++;
  return [start, one.length - start - end, other.length - start - end];
}
