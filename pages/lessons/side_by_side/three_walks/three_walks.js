/**
 * Three trainings side by side: a merge of BPE, a merge of WordPiece, and Unigram's rounds in
 * between.
 *
 * Python sends how one word is cut at every step. It sends the merges of the steps in pieces, which
 * are fetched before they are needed.
 *
 * Text is only ever placed with textContent.
 */

import { t } from "../../../components/browser/sentences.js";
import { freeColour } from "../../../components/drawing/colours.js";
import { button, el, fill, leaveNoFocus } from "../../../components/drawing/elements.js";
import { preparedPlace } from "../../../components/drawing/place_to_draw.js";
import { cutAnew } from "../../../components/stepper/walking/laid_over.js";
import { drawWalk, Mounted } from "../../../components/stepper/walking/mounted.js";
import { wellFormed } from "../../../components/browser/text.js";
import { Movement } from "../../../components/drawing/movement.js";
import { localeOf, preciseIn, wholeIn } from "../../../components/drawing/numbers.js";
import { focusedIn } from "../../../components/drawing/kept_focus.js";
import { legendLine, panel, scrollBox } from "../../../components/drawing/panel.js";
import { Pieces } from "../../../components/stepper/walking/pieces.js";
import { Player } from "../../../components/stepper/walking/player.js";
import { Presenter } from "../../../components/stepper/walking/presenter.js";
import { directed, hasSpace, pairNode, spaceLegend } from "../../../components/tokens/chips.js";
import { visible } from "../../../components/tokens/spelling.js";
import { announce, followSavedStep } from "../../../components/walk_follower/walk_place.js";
import { rangesOf, sentenceMove, Trainings, wordMove } from "./three_trainings.js";

/**
 * @import { Drawing, Tell } from "../../../components/component/component.d.ts"
 * @import { Drawn } from "../../../components/stepper/walking/mounted.js"
 * @import { Merge, ThreeTrainings } from "./payload.d.ts"
 */

/** When, in a movement, the sentence of a step that is taken back leaves. */
const TAKEN_BACK = /** @type {[number, number]} */ ([0.6, 0.7]);

/** Most tokens with ## that fit into a line beside the sidebar. */
const LONG_WORD = 13;

/**
 * A token. Tokens with the same text have the same colour everywhere, with or without ##.
 * @param {string} token
 * @param {string} prefix
 * @param {boolean} unknown
 */
function tokenChip(token, prefix = "", unknown = false) {
  const plain = prefix && token.startsWith(prefix) ? token.slice(prefix.length) : token;
  const points = [...plain];
  const chip = el("bdi", {
    className: `chip${points.length > 1 && !unknown ? " merged" : ""}${unknown ? " special" : ""}`,
  }, visible(token));
  const sum = points.reduce(
    (total, point) => (31 * total + /** @type {number} */ (point.codePointAt(0))) % 9973,
    7,
  );
  if (points.length > 1 && !unknown) chip.style.setProperty("--hue", freeColour(sum));
  return chip;
}

/** @extends {Player<Trainings>} */
class ThreeWalks extends Player {
  /**
   * @param {ThreeTrainings} walk
   * @param {HTMLElement} root
   * @param {Tell} tell reports to Python what the learner chose
   */
  constructor(walk, root, tell) {
    const called = { controls: t("Walk through the three trainings") };
    super(new Trainings(walk), walk.step, called, wholeIn(walk.lang));
    /** Asks Python for a word. @param {string} word */
    this.openWord = (word) => tell("word", word);
    this.score = preciseIn(walk.lang);
    this.movement = new Movement();
    /** The step that is drawn; NaN for none. */
    this.drawn = NaN;
    this.parting = el("div", { className: "parting" }, ...this.partings());
    this.status = el("p", { className: "sr-only", role: "status", "aria-live": "polite" });
    this.ways = ["BPE", "WordPiece", "Unigram"].map((name) => this.way(name));
    this.word = new OneWord(this);
    this.presenter = new Presenter(this, tell);
    this.pieces = new Pieces(this, () => tell("lost", Date.now()));
    const three = el("div", { className: "three" }, ...this.ways.map((way) => way.node));
    /** @type {HTMLElement} */
    this.node = el(
      "div",
      { className: "stepper lockstep", lang: localeOf(walk.lang) },
      this.transport.node,
      this.presenter.node,
      this.status,
      this.parting,
      three,
      this.word.node,
    );
    leaveNoFocus(this.node);
    root.querySelector(".mount")?.replaceChildren(this.node);
    this.update();
    this.presenter.dress(walk.classroom);
  }

  /** @param {string} name */
  way(name) {
    const id = `way-${name.toLowerCase()}`;
    const size = el("span", { className: "size" });
    const body = scrollBox("does", { "aria-labelledby": `heading-${id}` });
    return { size, body, node: panel(name, id, size, body) };
  }

  /** @override */
  arrive() {
    followSavedStep(this.step);
    this.update();
  }

  update() {
    const from = this.drawn;
    const by = this.step - from;
    this.drawn = this.step;
    if (!this.movement.begin(this.speed) || Math.abs(by) !== 1) {
      this.drawStep();
      return;
    }
    const counts = [
      ...this.ways.map(({ size }) => size),
      ...this.word.rows.map(({ count }) => count),
    ];
    const were = counts.map((count) => count.textContent ?? "");
    const said = this.ways.map(({ body }) =>
      el("div", { className: "does ghost" }, ...body.childNodes)
    );
    this.drawStep();
    this.movement.soon(() => {
      // All is measured before the first part moves.
      const cuts = [...this.sentenceMoves(by > 0, said), ...this.word.moves(from)];
      for (const cut of cuts) cutAnew(...cut);
      counts.forEach((count, i) => {
        if (count.textContent !== were[i]) this.movement.recount(count, were[i]);
      });
    });
  }

  /**
   * How tokens move in the sentence of each way, or in that of the step taken back.
   * @param {boolean} forwards
   * @param {HTMLElement[]} said the sentences before
   */
  sentenceMoves(forwards, said) {
    const { movement } = this;
    const changed = [...this.ways.keys()].filter((i) =>
      said[i].textContent !== this.ways[i].body.textContent
    );
    if (!forwards) {
      for (const i of changed) {
        movement.lend(said[i], this.ways[i].node);
        movement.fade(said[i], TAKEN_BACK);
      }
    }
    return changed.map((i) => {
      const { node, body } = this.ways[i];
      return sentenceMove(movement, node, forwards ? body : said[i], forwards);
    });
  }

  drawStep() {
    const { step, model, number } = this;
    this.transport.update(this);
    const sizes = model.sizesAt(step);
    this.ways.forEach((
      way,
      i,
    ) => (way.size.textContent = sizes[i] === 1
      ? t("{n} token", { n: number(sizes[i]) })
      : t("{n} tokens", { n: number(sizes[i]) }))
    );
    const does = [this.merge("bpe", step), this.merge("wordpiece", step), this.round(step)];
    this.ways.forEach((way, i) => way.body.replaceChildren(does[i]));
    this.status.textContent = t(
      "Step {k} of {n}: tokens of BPE {bpe}, of WordPiece {wordpiece}, of Unigram {unigram}.",
      {
        k: number(step),
        n: number(model.steps),
        bpe: number(sizes[0]),
        wordpiece: number(sizes[1]),
        unigram: number(sizes[2]),
      },
    );
    this.showParting();
    this.word.update();
    this.pieces.fetchAround();
    announce({ step });
  }

  /**
   * "merges u + g to ug: no pair occurs more often, 20 times"
   * @param {"bpe"|"wordpiece"} name
   * @param {number} step
   */
  merge(name, step) {
    const { walk, views } = this.model;
    if (!step) return t("Nothing has been merged yet.");
    if (step > walk.merges[name]) return this.ended(walk.stopped[name]);
    const row = views.get(step)?.[name];
    const template = name === "bpe"
      ? t("merges {pair} into {token}: it has the highest count, {count}.")
      : t("merges {pair} into {token}: it has the highest score, {score}.");
    return row ? fill(template, this.mergeParts(name, row)) : "…";
  }

  /** Why there is no next merge. @param {string} reason */
  ended(reason) {
    if (reason === "vocab_size") return t("is done: its vocabulary has reached the target size.");
    return reason === "token_length"
      ? t("stops: the next token would be longer than 4,096 bytes.")
      : t("has nothing left to merge.");
  }

  /**
   * The values that fill in a sentence about a merge.
   * @param {"bpe"|"wordpiece"} name
   * @param {Merge} row
   */
  mergeParts(name, [left, right, token, count, lefts = 0, rights = 0]) {
    const prefix = name === "wordpiece" ? this.model.walk.prefix : "";
    const pair = pairNode(tokenChip(left, prefix), tokenChip(right, prefix));
    const sum = lefts
      ? `${this.number(count)} / (${this.number(lefts)} × ${this.number(rights)}) = `
      : "";
    return {
      pair,
      token: tokenChip(token, prefix),
      count: el("b", {}, this.number(count)),
      score: el(
        "span",
        { className: "nowrap" },
        sum,
        el("b", {}, this.score(count / (lefts * rights))),
      ),
    };
  }

  /** "Round 1 of 2 dropped 5 tokens" @param {number} step */
  round(step) {
    const { rounds } = this.model.walk;
    const at = this.model.roundAt(step);
    const numbers = {
      k: this.number(at),
      n: this.number(rounds.length - 1),
      size: this.number(rounds[0].size),
    };
    if (!at) {
      return fill(
        rounds.length > 1
          ? t(
            "begins with a seed vocabulary of {size} tokens, special tokens included. Rounds to " +
              "go: {n}.",
          )
          : t(
            "has nothing to prune: its seed vocabulary has {size} tokens, special tokens included.",
          ),
        numbers,
      );
    }
    const count = rounds[at - 1].size - rounds[at].size;
    const dropped = el("b", {}, this.number(count));
    const isNow = rounds[at].step === step;
    const says = fill(
      isNow
        ? t(
          "round {k} of {n} drops the tokens whose removal raises the loss least. Dropped " +
            "tokens: {dropped}.",
        )
        : t("waits. Dropped by round {k} of {n}: {dropped}."),
      { ...numbers, dropped },
    );
    if (!isNow) return says;
    const { dropped: some } = rounds[at];
    says.append(" ", ...some.map((token) => tokenChip(token)), some.length < count ? "…" : "");
    return says;
  }

  /**
   * Where BPE and WordPiece diverge: what is said elsewhere, with a way to go there, and what is
   * said at that step. Both lie in the same place, so that it is as high at every step.
   * @returns {HTMLElement[]}
   */
  partings() {
    const { parting } = this.model.walk;
    if (!parting) {
      return [
        el(
          "p",
          { className: "elsewhere" },
          t("BPE and WordPiece merge the same pairs all the way."),
        ),
      ];
    }
    const { step, bpe, wordpiece } = parting;
    const k = this.number(step);
    const both = bpe && wordpiece;
    const sentence = (/** @type {string} */ template) =>
      el(
        "span",
        { className: "sentence" },
        fill(
          both ? template : t("BPE and WordPiece diverge at step {k}: only one of them continues."),
          {
            k: el("b", {}, k),
            bpe: both ? this.mergeParts("bpe", bpe).pair : "",
            wordpiece: both ? this.mergeParts("wordpiece", wordpiece).pair : "",
          },
        ),
      );
    const flag = () => el("span", { className: "flag", ariaHidden: "true" }, "⚑");
    const go = button(t("Go to step {k}", { k }), () => this.go(step), "go");
    return [
      el(
        "p",
        { className: "elsewhere" },
        flag(),
        sentence(
          t(
            "BPE and WordPiece diverge at step {k}: BPE merges {bpe}, WordPiece merges " +
              "{wordpiece}.",
          ),
        ),
        go,
      ),
      el(
        "p",
        { className: "at-parting" },
        flag(),
        sentence(t("Here they diverge: BPE merges {bpe}, WordPiece merges {wordpiece}.")),
      ),
    ];
  }

  /** Says where BPE and WordPiece diverge. At that step, the button that goes there is gone. */
  showParting() {
    const here = this.model.walk.parting?.step === this.step;
    const leaving = here && focusedIn(this.parting);
    this.parting.classList.toggle("here", here);
    if (leaving) this.transport.next.focus({ preventScroll: true });
  }
}

/** A word, and how each of the three cuts it at this step. */
class OneWord {
  /** @param {ThreeWalks} walks */
  constructor(walks) {
    const { model } = walks;
    this.walks = walks;
    this.field = el("input", {
      type: "text",
      className: "word-field",
      ariaLabel: t("Any word, up to {limit} characters", { limit: model.walk.limit }),
      autocomplete: "off",
      spellcheck: false,
    });
    this.note = el("p", { className: "more", role: "alert" });
    const form = el(
      "form",
      { className: "ask" },
      this.field,
      el("button", { type: "submit" }, t("Show this word")),
    );
    form.onsubmit = (/** @type {Event} */ event) => this.ask(event);
    const words = model.walk.words.map((word) => this.choice(word));
    this.choices = el("div", {
      className: "word-choices",
      role: "group",
      ariaLabel: t("Words of the corpus"),
    }, ...words);
    this.rows = ["BPE", "WordPiece", "Unigram"].map((name) => this.row(name));
    const spaces = spaceLegend(model.walk.words.some(hasSpace));
    this.node = panel(
      t("One word, three ways"),
      "one-word",
      form,
      this.note,
      this.choices,
      el("div", { className: "word-ways" }, ...this.rows.map((row) => row.node)),
      legendLine(t("Equal strings have the same colour, with or without ##."), " ", ...spaces),
    );
    this.field.value = model.walk.word;
    this.drawSplits();
  }

  /** @param {string} word */
  choice(word) {
    return button(el("bdi", {}, visible(word)), () => this.walks.openWord(word), "choice");
  }

  /** @param {string} name */
  row(name) {
    const splits = el("span", { className: "cells" });
    const count = el("span", { className: "count" });
    return {
      splits,
      count,
      node: el(
        "div",
        { className: "row-of-word" },
        el("span", { className: "name" }, name),
        splits,
        count,
      ),
    };
  }

  /** @param {Event} event */
  ask(event) {
    event.preventDefault();
    const word = wellFormed(this.field.value).whole;
    this.note.textContent = this.objection([...word].length);
    if (!this.note.textContent) this.walks.openWord(word);
  }

  /** The objection to a word of `length` characters; "" for none. @param {number} length */
  objection(length) {
    const { model } = this.walks;
    const { limit } = model.walk;
    if (!length) return t("Type a word first.");
    if (length <= limit) return "";
    return t("This word has {n} characters; the limit is {limit}. Shorten it.", {
      n: length,
      limit,
    });
  }

  /**
   * Draws each way in which the word is cut at some step. All of them lie in the same place, so
   * that a row is as high at every step.
   */
  drawSplits() {
    const { histories, prefix, unknown } = this.walks.model.walk;
    histories.forEach((history, i) => {
      const chip = (/** @type {string} */ token) =>
        tokenChip(token, i === 1 ? prefix : "", token === unknown);
      const splits = history.map(([, tokens]) =>
        directed(el("span", { className: "split" }, ...tokens.map(chip)))
      );
      this.rows[i].splits.replaceChildren(...splits);
    });
    const tokens = histories.flatMap((history) => history.map(([, split]) => split.length));
    this.node.classList.toggle("long-word", Math.max(...tokens) > LONG_WORD);
  }

  update() {
    const { model, step, number } = this.walks;
    model.splitsAt(step).forEach((now, i) => {
      const { splits, count } = this.rows[i];
      [...splits.children].forEach((split, n) => split.classList.toggle("now", n === now));
      const tokens = splits.children[now]?.childElementCount ?? 0;
      const n = number(tokens);
      count.textContent = tokens === 1 ? t("{n} token", { n }) : t("{n} tokens", { n });
    });
    [...this.choices.children].forEach((button, i) => {
      button.ariaPressed = String(model.walk.words[i] === model.walk.word);
    });
  }

  /** How the word is cut anew, since another step. @param {number} from */
  moves(from) {
    const { model: { walk }, movement } = this.walks;
    const [were, are] = [from, this.walks.step].map((step) => this.walks.model.splitsAt(step));
    const cut = (/** @type {number} */ i, /** @type {number} */ n) => ({
      row: this.rows[i].splits.children[n],
      ranges: rangesOf(walk.histories[i][n][1], i === 1 ? walk.prefix : "", walk.unknown),
    });
    return [...this.rows.keys()].filter((i) => were[i] !== are[i]).map((i) =>
      wordMove(movement, this.node, cut(i, were[i]), cut(i, are[i]))
    );
  }

  /** Shows the word that has arrived. */
  take() {
    this.field.value = this.walks.model.walk.word;
    this.note.textContent = "";
    this.drawSplits();
    this.update();
  }
}

/** @type {Mounted<Drawn<ThreeWalks>>} */
const mounted = new Mounted();

/** @param {Drawing<ThreeTrainings>} drawing */
export default function mount({ data, parentElement, setTriggerValue }) {
  preparedPlace({ data, parentElement });
  const start = () => new ThreeWalks(data, parentElement, setTriggerValue);
  return drawWalk(mounted, parentElement, data, start, (walks) => {
    Object.assign(walks.model.walk, { word: data.word, histories: data.histories });
    walks.model.addPieces(data.pieces);
    walks.word.take();
    walks.presenter.dress(data.classroom);
  });
}
