/**
 * The life of one token of a file: the tree of its ancestors, what its text becomes in other
 * places, and the way of a word to its tokens, with all the rules that fitted. Any word of a text
 * can be walked.
 *
 * Text is only ever placed with textContent.
 */

import { t } from "../../components/browser/sentences.js";
import { el, fill } from "../../components/drawing/elements.js";
import {
  foldedPanel,
  keepFocus,
  legendLine,
  panel,
  scrollBox,
} from "../../components/drawing/panel.js";
import { preparedPlace } from "../../components/drawing/place_to_draw.js";
import { wholeIn } from "../../components/drawing/numbers.js";
import { Tree } from "../../components/stepper/merges/vocabulary.js";
import { directed } from "../../components/tokens/chips.js";
import { hex, visible } from "../../components/tokens/spelling.js";
import { bytesIn, TokenViews } from "../../components/vocabularies/token_views.js";
import { RuleWalk } from "../../components/stepper/walking/rule_walk.js";

/**
 * @import { Drawing } from "../../components/component/newest_drawing.js"
 * @import { TokenView } from "../../components/vocabularies/token_views.js"
 * @import { Rule } from "../../components/stepper/walking/rule_walk.js"
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
 * The words of a text: each one's ids, and the place of its first token.
 * @typedef {{
 *   words: number[][], firsts: number[], tokens: Record<string, TokenView>, chosen: number
 * }} Words  `chosen` is the number of the word that is walked
 *
 * @typedef {{
 *   life: Life, origin: string, variants: Record<string, string>, words: Words|null,
 *   replay: Replay|null, step: number, visit: number, lang: string
 * }} Data  where the token comes from, if that is known; the walk begins at `step`, and returns
 * there when `visit` changes
 *
 * @typedef {{key: string, visit: number, replay: string, walk: RankWalk|null}} Drawn
 */

/** The part of a stepper that a tree needs; a token's id is its index in the tree. */
class Ancestors extends TokenViews {
  /** @param {Life} life */
  constructor({ tree, tokens }) {
    super(tree.map((one) => tokens[one.id] ?? one.spelling));
    this.tree = tree;
  }

  /** @param {number} place */
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
    return rank === null ? t("base token") : t("rank {k}", { k: number(rank) });
  }
}

/** @param {Data} data */
function headNode({ life, origin }) {
  const { token } = life;
  const bytes = bytesIn(token.bytes).map(hex).join(" ") || "–";
  const chip = new TokenViews([token]).chip(0);
  return el(
    "p.headline",
    fill(t("The token {token}, id {id}"), { token: chip, id: String(token.id) }),
    el("small", origin),
    el("small", fill(t("bytes: {bytes}"), { bytes: el("code", bytes) })),
  );
}

/** @param {Data} data */
function treeNode({ life, lang }) {
  if (!life.tree.length) return null;
  const model = new Ancestors(life);
  const stepper = /** @type {any} */ ({ model, chips: model.chips, number: wholeIn(lang) });
  const drawn = new AncestorTree(stepper).draw(0);
  const tree = scrollBox("tree", { ariaLabel: t("How it is merged") }, drawn);
  const lost = life.is_reached ? null : legendLine(t(
    "The encoder never makes this token, because other merges come first. The tree shows " +
      "the rule that the file lists for it.",
  ));
  return el("section.panel.ancestors", lost, tree);
}

/** @param {Data} data */
function variantsNode({ life, variants }) {
  if (!life.variants.length) return null;
  const rows = life.variants.map(({ name, text: written, ids }) => {
    const tokens = new TokenViews(ids.map((id) => life.tokens[id] ?? String(id)));
    return el(
      "tr",
      el("th", { scope: "row" }, variants[name] ?? name),
      el("td", el("bdi", visible(written))),
      el("td.show-ids", directed(el("span", ...tokens.all()))),
    );
  });
  const table = el("table", el("tbody", ...rows));
  const title = t("What its text becomes");
  return foldedPanel(title, "variants", scrollBox("scroll", { ariaLabel: title }, table));
}

/**
 * The words of the text as tokens, to choose one.
 * @param {Data} data @param {(place: number) => void} open
 */
function wordsNode({ words: found }, open) {
  if (!found || found.words.length < 2) return null;
  const buttons = found.words.map((ids, number) => {
    const tokens = new TokenViews(ids.map((id) => found.tokens[id] ?? String(id)));
    const ariaPressed = String(number === found.chosen);
    const onclick = () => open(found.firsts[number]);
    return directed(el("button.word", { type: "button", ariaPressed, onclick }, ...tokens.all()));
  });
  const box = directed(
    scrollBox("word-choice", { "aria-labelledby": "heading-walked" }, ...buttons),
  );
  const legend = legendLine(t("Click a word to see how it is encoded."));
  return panel(t("The words of this text"), "walked", null, legend, box);
}

/** @param {HTMLElement} node @returns {HTMLElement|null} */
const choiceIn = (node) => node.querySelector(".word-choice");

/**
 * Leaves the list of words where it was, or shows the chosen word if there was no list.
 * @param {HTMLElement|null} list @param {number|undefined} before
 */
function scrollToChosen(list, before) {
  /** @type {HTMLElement|null|undefined} */
  const chosen = list?.querySelector("[aria-pressed=true]");
  if (list && chosen) list.scrollTop = before ?? chosen.offsetTop - list.offsetTop;
}

/** Drawings by their places, with walks that may be running. @type {WeakMap<HTMLElement, Drawn>} */
const drawn = new WeakMap();

/**
 * Where a new walk begins: where the link says, unless the learner has come from another word.
 * @param {Drawn|undefined} before @param {Data} data @param {string} replay
 */
function beginning(before, { step, visit }, replay) {
  if (!before?.walk || before.visit !== visit) return step;
  return before.replay === replay ? before.walk.step : 0;
}

/** @param {Drawing<Data>} drawing */
export default function mount({ data, parentElement, setTriggerValue, setStateValue }) {
  const place = preparedPlace({ data, parentElement });
  const { step, visit, ...shown } = data;
  const [key, replay] = [JSON.stringify(shown), JSON.stringify(data.replay)];
  const before = drawn.get(parentElement);
  const stop = () => drawn.get(parentElement)?.walk?.stop();
  if (before?.key === key) {
    if (before.visit !== visit) before.walk?.go(step);
    before.visit = visit;
    return stop;
  }
  stop();
  const report = (/** @type {number} */ reached) =>
    setStateValue("step", [data.life.token.id, data.words?.chosen, reached]);
  const first = beginning(before, data, replay);
  const walk = data.replay && new RankWalk(data.replay, first, data.lang, report);
  const wasOpen = before?.walk?.node.open;
  if (walk) walk.node.open = wasOpen ?? (first > 0 || (data.words?.words.length ?? 0) > 1);
  drawn.set(parentElement, { key, visit, replay, walk });
  const node = el(
    "div.stepper.token-life",
    headNode(data),
    treeNode(data),
    variantsNode(data),
    wordsNode(data, (first) => setTriggerValue("place", first)),
    walk?.node,
  );
  const scrolled = choiceIn(place)?.scrollTop;
  keepFocus(place, () => place.replaceChildren(node));
  scrollToChosen(choiceIn(node), scrolled);
  if (walk && walk.step !== step) report(walk.step);
  return stop;
}

// A word on its way to its tokens, rank by rank: which rule applies, and which rules lose.

/**
 * A rule that fits two neighbours, the left one at `place`, and whether it is applied now.
 * @typedef {{place: number, rank: number, id: number, spelling: string, chosen: boolean}} Ready
 *
 * @typedef {{ids: number[], spellings: string[], ready: Ready[]}} Step
 *
 * @typedef {{word: string, steps: Step[], tokens: Record<string, TokenView>}} Replay
 *
 * @typedef {{replay: Replay, steps: number, ids: number[][], rules: Rule[][]}} Model
 */

/**
 * The walk over one word, as in the lesson "Encode and decode". Ranks are those of the file.
 * @extends {RuleWalk<Model>}
 */
class RankWalk extends RuleWalk {
  /**
   * @param {Replay} replay @param {number} step @param {string} lang
   * @param {(step: number) => void} report
   */
  constructor(replay, step, lang, report) {
    const title = t("Why {word} is split this way", { word: visible(replay.word) });
    const says = {
      applied: t("Step {k} of {n}: rank {rank}, {left} + {right} → {token}"),
      none: t(
        "No rule fits any more: these are the tokens. Their ids are those that the file's own " +
          "library gives.",
      ),
      one: t("One rule fits, so it is next: rank {rank}."),
      several: t("{n} rules fit. Rank {rank} is the lowest, so it comes first."),
    };
    const rules = replay.steps.map(({ ready }) =>
      ready.map(({ place, rank, id, chosen }) => ({ place, number: rank, id, isFirst: chosen }))
    );
    const ids = replay.steps.map((each) => each.ids);
    const model = { replay, steps: ids.length - 1, ids, rules };
    super(model, step, lang, { title, numbered: t("rank") }, says, report);
    this.tokens.classList.add("show-ids");
    const legend = t(
      "At each step, the rule with the lowest rank is applied. The others fit, too, but have to " +
        "wait.",
    );
    const parts = [this.transport.node, this.headline, this.tokens, this.rulePanel(legend)];
    this.node = foldedPanel(title, "replay", ...parts);
    this.node.onkeydown = (/** @type {KeyboardEvent} */ event) => this.key(event);
    this.update();
  }

  /** The tokens of a word in a state. @param {number} step */
  views(step) {
    const { steps, tokens } = this.model.replay;
    const { ids, spellings } = steps[step];
    return new TokenViews(ids.map((id, i) => tokens[id] ?? spellings[i]));
  }

  /** @override @param {number} step */
  chipsAt(step) {
    return this.views(step).all();
  }

  /** @override @param {number} step @param {Rule} rule */
  made(step, { id, place }) {
    const { steps, tokens } = this.model.replay;
    const spelling = steps[step].ready.find((each) => each.place === place)?.spelling;
    return new TokenViews([tokens[id] ?? spelling]).chip(0);
  }

  /**
   * All adjacent tokens, with the rule that fits them if there is one.
   * @override
   * @param {Rule[]} rules
   */
  ruleRows(rules) {
    const parts = this.views(this.step);
    const places = this.model.ids[this.step].slice(1).map((_, place) => place);
    this.rules.hidden = !places.length;
    return places.map((place) => {
      const rule = rules.find((each) => each.place === place);
      return this.pairRow(parts.chip(place), parts.chip(place + 1), rule, t("has to wait"));
    });
  }
}
