// The tokens that Python sent, and the text as tokens.

import { t } from "../../components/browser/sentences.js";
import { el, fill } from "../../components/drawing/elements.js";
import { keepFocus, scrollBox, toolRow } from "../../components/drawing/panel.js";
import {
  alternate,
  Chips,
  directed,
  hasSpace,
  markerLegend,
  spaceLegend,
} from "../../components/tokens/chips.js";
import { charactersOf, visible } from "../../components/tokens/spelling.js";

/**
 * @import { Encoding } from "./payload.d.ts"
 */

const MOST_IN_EDIT = 8; // most tokens of an edit shown on each side

/** The model that `Chips` needs. */
class TokenModel {
  /** @param {Encoding} data */
  constructor(data) {
    this.data = data;
    this.walk = { specials: [] };
    this.special = new Set(data.words.flatMap(([, ids, isSpecial]) => (isSpecial ? ids : [])));
  }

  /** @param {number} id */
  spell(id) {
    return this.data.tokens[id][0];
  }

  /** @param {number} id */
  markerOf(id) {
    return this.data.tokens[id][1] ? this.data.marker : "";
  }

  home() {
    return undefined;
  }

  /**
   * The bytes of a row of tokens with the characters they belong to; none for character tokens.
   * @param {number[]} ids
   */
  charactersOf(ids) {
    const spelled = ids.map((id) => this.spell(id));
    const bytes = spelled.flatMap((token) => (typeof token === "string" ? [] : token));
    return spelled.every((token) => typeof token !== "string") ? charactersOf(bytes) : undefined;
  }
}

/** Tokens of one encoding as chips. */
export class TokenChips {
  /** @param {Encoding} data */
  constructor(data) {
    this.data = data;
    this.model = new TokenModel(data);
    this.chips = new Chips(this.model);
  }

  /**
   * A row of adjacent tokens, in which bytes say which character they belong to.
   * @param {number[]} ids
   * @returns {HTMLElement[]}
   */
  row(ids) {
    const characters = this.model.charactersOf(ids);
    let start = 0;
    const row = ids.map((id) => {
      const spelled = this.model.spell(id);
      const end = start + (typeof spelled === "string" ? 1 : spelled.length);
      const chip = this.chips.chip(id, { characters, start, end });
      start = end;
      if (this.model.special.has(id)) chip.classList.add("special");
      if (id === this.data.unknown) chip.classList.add("unknown");
      return chip;
    });
    return alternate(row);
  }

  /** @param {number} id */
  spell(id) {
    return this.model.spell(id);
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
   * @param {(n: number) => string} number
   */
  some(ids, number) {
    const more = ids.length - MOST_IN_EDIT;
    if (!ids.length) return el("span", t("no token"));
    return directed(
      el(
        "span.pair",
        ...this.row(ids.slice(0, MOST_IN_EDIT)),
        more > 0 ? t(" and {n} more", { n: number(more) }) : null,
      ),
    );
  }
}

/** The whole text as tokens, word by word; a click chooses a word. */
export class TextTokens {
  /** @param {(word: string) => void} choose */
  constructor(choose) {
    this.choose = choose;
    this.ids = el("input", { type: "checkbox" });
    this.ids.onchange = () => this.list.classList.toggle("show-ids", this.ids.checked);
    this.idsLabel = el("span");
    this.title = el("h2", { id: "heading-tokens" });
    this.list = scrollBox("words running encoded", { "aria-labelledby": "heading-tokens" });
    this.summary = el("p.summary", { role: "status" });
    this.edit = el("p.edit", { role: "status" });
    this.legend = el("p.more");
    const tools = toolRow(this.summary, el("label", this.ids, " ", this.idsLabel));
    this.node = el(
      "section.panel.tokens-panel",
      { "aria-labelledby": "heading-tokens" },
      el("header", this.title, tools),
      this.list,
      this.edit,
      this.legend,
    );
    /** @type {{key: string, ids: number[], chips: TokenChips, input: string}|undefined} */
    this.before = undefined;
    /** @type {string|undefined} the word that is shown whole */
    this.covered = undefined;
    /**
     * @type {{name: string, node: HTMLElement, row: HTMLElement[]}[]} the words that can be chosen
     */
    this.picks = [];
  }

  /** @param {Encoding} data @param {TokenChips} chips @param {(n: number) => string} number */
  update(data, chips, number) {
    const { words } = data;
    this.title.textContent = t("The text as tokens");
    this.idsLabel.textContent = t("show token ids");
    this.list.classList.toggle("apart", data.joiner === "");
    this.picks = [];
    this.covered = undefined;
    const nodes = words.map((word, i) => this.word(data, chips, word, i));
    alternate(nodes.flatMap((node) => [...node.children]));
    const apart = nodes.flatMap((node, i) => (i ? [data.joiner || "\u200b", node] : [node]));
    keepFocus(this.list, () => {
      this.list.replaceChildren(...apart);
      directed(this.list);
    });
    if (!words.length) {
      this.list.append(
        el("span.more", t("There is nothing to encode yet: type some text above.")),
      );
    }
    this.summarize(data, number);
    this.showEdit(data, chips, number);
  }

  /**
   * @param {Encoding} data
   * @param {TokenChips} chips
   * @param {Encoding["words"][0]} word
   * @param {number} place
   */
  word(data, chips, [name, ids, isSpecial, differs], place) {
    const row = chips.row(ids);
    if (isSpecial) return directed(el("span.word", ...row));
    const isChosen = place === data.chosen;
    const node = el("button", {
      type: "button",
      className: "word pick" + (differs ? " differs" : ""),
      ariaPressed: String(isChosen),
    }, ...row);
    directed(node);
    node.onclick = () => this.choose(name);
    this.picks.push({ name, node, row });
    return node;
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
      node.replaceChildren(
        ...(isCovered ? [el("bdi.literal", visible(name))] : row),
      );
    }
  }

  /** @param {Encoding} data @param {(n: number) => string} number */
  summarize({ words, tokens: spelled, compared, back, marker }, number) {
    const tokens = back.ids.length;
    // what became the unknown token is lost: a ratio would flatter
    const isLost = back.causes.includes("unknown");
    const ratio = isLost ? "–" : number(Math.round(100 * back.given_bytes / tokens) / 100);
    const values = {
      words: number(words.length),
      tokens: number(tokens),
      ratio,
    };
    this.summary.replaceChildren(
      tokens ? fill(t("Words: {words}. Tokens: {tokens}. Bytes per token: {ratio}."), values) : "",
    );
    const differing =
      new Set(words.filter(([, , , differs]) => differs).map(([name]) => name)).size;
    const marked = differing
      ? " " +
        t("Underlined: longest match splits it differently (words: {n} of {total}).", {
          n: number(differing),
          total: number(compared),
        })
      : "";
    this.legend.replaceChildren(
      words.length ? t("Click a word to see how it is encoded.") + marked : "",
      " ",
      ...markerLegend(marker),
      " ",
      ...spaceLegend(Object.values(spelled).some(([token]) => hasSpace(token))),
    );
  }

  /**
   * Shows which tokens the last edit removed and which it added.
   * @param {Encoding} data
   * @param {TokenChips} chips
   * @param {(n: number) => string} number
   */
  showEdit({ key, input, back }, chips, number) {
    const ids = back.ids;
    const before = this.before;
    // Neither the tokenizer nor the text changed: it was the word or the language.
    if (before?.key === key && before.input === input) return;
    this.before = { key, ids, chips, input };
    this.edit.replaceChildren();
    if (!before || before.key !== key) return;
    const [from, gone, come] = changedBetween(before.ids, ids);
    if (!gone && !come) return void this.edit.append(t("Your edit changed no token."));
    const values = {
      before: before.chips.some(before.ids.slice(from, from + gone), number),
      after: chips.some(ids.slice(from, from + come), number),
      n: number(ids.length - come),
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
