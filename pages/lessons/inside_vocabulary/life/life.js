/**
 * The life of one token of a file: the tree of its ancestors, what its text becomes in other
 * places, and a word's way to its tokens, with all the rules that fitted.
 *
 * Text is only ever placed with textContent.
 */

import { takeColours } from "../../../components/drawing/colours.js";
import { el, fill } from "../../../components/drawing/elements.js";
import { localeOf, wholeIn } from "../../../components/drawing/numbers.js";
import { panel } from "../../../components/drawing/panel.js";
import { Tree } from "../../../components/stepper/merges/tree.js";
import { visible } from "../../../components/tokens/spelling.js";
import { TokenViews } from "../../../components/vocabularies/token_views.js";
import { RankWalk } from "./rank_walk.js";

/**
 * @import { Drawing, Texts } from "../../../components/component/component.d.ts"
 * @import { TokenView } from "../../../components/vocabularies/token_views.js"
 * @import { Replay } from "./rank_walk.js"
 */

/**
 * `left` and `right` are indices in the list that holds the whole tree.
 * @typedef {{
 *   id: number, spelling: string, rank: number|null, left: number|null, right: number|null
 * }} Ancestor
 *
 * @typedef {{
 *   token: TokenView, tree: Ancestor[], is_reached: boolean,
 *   variants: {name: string, text: string, ids: number[]}[], tokens: Record<string, TokenView>
 * }} Life
 *
 * @typedef {{
 *   life: Life, variants: Record<string, string>, replay: Replay|null, lang: string, text: Texts
 * }} Data
 *
 * @typedef {{key: string, walk: RankWalk|null}} Drawn
 */

/** The part of a stepper that a tree needs; a token's id is its index in the tree. */
class Ancestors extends TokenViews {
  /** @param {Life} life @param {Texts} text */
  constructor({ tree, tokens }, text) {
    super(tree.map((one) => tokens[one.id] ?? one.spelling));
    this.tree = tree;
    this.walk.text = text;
  }

  /** @param {number} place @override */
  stepOf(place) {
    const { left, right } = this.tree[place];
    return left === null || right === null ? 0 : place + 1;
  }

  /** @param {number} made */
  merge(made) {
    const { left, right } = this.tree[made - 1];
    return { left: left ?? 0, right: right ?? 0 };
  }
}

class AncestorTree extends Tree {
  /** The rank of the rule. @override @param {number} place */
  origin(place) {
    const { model, number } = this.stepper;
    const { rank } = /** @type {any} */ (model).tree[place];
    const { origin_step: step, origin_base: base } = model.walk.text;
    return rank === null ? base : step.replace("{k}", number(rank));
  }
}

/** @param {Data} data */
function headNode({ life, text }) {
  const { token } = life;
  const bytes = (token.bytes.match(/../g) ?? []).join(" ").toUpperCase() || "–";
  const chip = new TokenViews([token]).chip(0);
  return el(
    "p",
    { className: "headline" },
    fill(text.title, { token: chip, id: String(token.id) }),
    el("small", {}, fill(text.bytes, { bytes: el("code", {}, bytes) })),
  );
}

/** @param {Data} data */
function treeNode({ life, text, lang }) {
  if (!life.tree.length) return null;
  const model = new Ancestors(life, text);
  const stepper = /** @type {any} */ ({ model, chips: model.chips, number: wholeIn(lang) });
  const tree = el("div", { className: "tree" }, new AncestorTree(stepper).draw(0));
  const lost = life.is_reached ? null : el("p", { className: "legend" }, text.tree_lost);
  return panel(text.tree_title, "ancestors", null, lost, tree);
}

/** @param {Data} data */
function variantsNode({ life, variants, text }) {
  if (!life.variants.length) return null;
  const rows = life.variants.map(({ name, text: written, ids }) => {
    const tokens = new TokenViews(ids.map((id) => life.tokens[id] ?? String(id)));
    return el(
      "tr",
      {},
      el("th", { scope: "row" }, variants[name] ?? name),
      el("td", {}, el("bdi", {}, visible(written))),
      el("td", { className: "show-ids" }, ...tokens.all()),
    );
  });
  const table = el("table", {}, el("tbody", {}, ...rows));
  return panel(text.variants_title, "variants", null, el("div", { className: "scroll" }, table));
}

/** What is drawn, and the walk that may be running. @type {WeakMap<HTMLElement, Drawn>} */
const drawn = new WeakMap();

/** @param {Drawing<Data>} drawing */
export default function mount({ data, parentElement }) {
  const place = /** @type {HTMLElement} */ (parentElement.querySelector(".mount"));
  takeColours(place);
  const key = JSON.stringify(data);
  const stop = () => drawn.get(parentElement)?.walk?.stop();
  if (drawn.get(parentElement)?.key === key) return stop;
  stop();
  place.lang = localeOf(data.lang);
  const walk = data.replay && new RankWalk(data.replay, data.text, wholeIn(data.lang));
  drawn.set(parentElement, { key, walk });
  place.replaceChildren(
    el(
      "div",
      { className: "stepper token-life" },
      headNode(data),
      treeNode(data),
      variantsNode(data),
      walk?.node,
    ),
  );
  return stop;
}
