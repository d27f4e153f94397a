/**
 * Three trainings side by side: a merge of BPE, a merge of WordPiece, and Unigram's rounds in
 * between.
 *
 * Python sends how one word is cut at every step. It sends the merges of the steps in pieces, which
 * are fetched before they are needed.
 *
 * Text is only ever placed with textContent.
 */

import { t } from "../../components/browser/sentences.js";
import { freeColour } from "../../components/drawing/place_to_draw.js";
import { button, el, fill, inARow } from "../../components/drawing/elements.js";
import { focusedIn, legendLine, panel, scrollBox } from "../../components/drawing/panel.js";
import { Figure } from "../../components/drawing/movement.js";
import { preciseIn } from "../../components/drawing/numbers.js";
import { objectionTo, wellFormed } from "../../components/browser/text.js";
import { cutAnew } from "../../components/stepper/walking/laid_over.js";
import { drawWalk, PageWalk } from "../../components/stepper/walking/page_walk.js";
import { Pieces } from "../../components/stepper/walking/trace_source.js";
import { directed, pairNode, spaceLegend, tokensInWords } from "../../components/tokens/chips.js";
import { visible } from "../../components/tokens/spelling.js";
import { rangesOf, sentenceMove, Trainings, wordMove } from "./three_trainings.js";

/**
 * @import { Drawing, Tell } from "../../components/component/newest_drawing.js"
 * @import { Movement } from "../../components/drawing/movement.js"
 * @import { Merge, ThreeTrainings } from "./three_trainings.js"
 */

const NAMES = ["BPE", "WordPiece", "Unigram"];

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
  const codes = Array.from(plain, (point) => Number(point.codePointAt(0)));
  const isMerged = codes.length > 1 && !unknown;
  const look = isMerged ? "chip merged" : unknown ? "chip special" : "chip";
  const chip = el("bdi", { className: look }, visible(token));
  const sum = codes.reduce((total, code) => (31 * total + code) % 9973, 7);
  if (isMerged) chip.style.setProperty("--hue", freeColour(sum));
  return chip;
}

/** @extends {PageWalk<Trainings>} */
class ThreeWalks extends PageWalk {
  /**
   * @param {ThreeTrainings} walk
   * @param {HTMLElement} root
   * @param {Tell} tell reports to Python what the learner chose
   */
  constructor(walk, root, tell) {
    const called = { controls: t("Walk through the three trainings") };
    super(new Trainings(walk), walk, called, tell);
    /** Asks Python for a word. @param {string} word */
    this.openWord = (word) => tell("word", word);
    this.score = preciseIn(walk.lang);
    this.parting = el("div.parting", ...this.partings());
    this.status = el("p.sr-only", { role: "status", "aria-live": "polite" });
    this.ways = NAMES.map((name) => new Way(this, name));
    this.word = new OneWord(this);
    this.pieces = new Pieces(this, () => tell("lost", Date.now()));
    this.parts = [...this.ways, ...this.ways.map(({ size }) => size), this.word];
    const three = el("div.three", ...this.ways.map((way) => way.node));
    this.node.classList.add("lockstep");
    this.layOut(root, this.status, this.parting, three, this.word.node);
    this.update();
    this.dress(walk.classroom);
  }

  /** @override */
  drawStep() {
    const { step, model, number } = this;
    const sizes = model.sizesAt(step);
    const does = [this.merge("bpe", step), this.merge("wordpiece", step), this.round(step)];
    this.ways.forEach((way, i) => way.show(sizes[i], does[i]));
    super.drawStep();
    const [k, n, bpe, wordpiece, unigram] = [step, model.steps, ...sizes].map(number);
    this.status.textContent = t(
      "Step {k} of {n}: tokens of BPE {bpe}, of WordPiece {wordpiece}, of Unigram {unigram}.",
      { k, n, bpe, wordpiece, unigram },
    );
    this.showParting();
    this.pieces.fetchAround();
  }

  /** Shows the word that has arrived. @override @param {ThreeTrainings} sent */
  take(sent) {
    Object.assign(this.model.walk, { word: sent.word, histories: sent.histories });
    this.word.take();
    super.take(sent);
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
      count: el("b", this.number(count)),
      score: el("span.nowrap", sum, el("b", this.score(count / (lefts * rights)))),
    };
  }

  /** "Round 1 of 2 dropped 5 tokens" @param {number} step */
  round(step) {
    const { rounds } = this.model.walk;
    const at = this.model.roundAt(step);
    const [k, n, size] = [at, rounds.length - 1, rounds[0].size].map(this.number);
    if (!at) {
      const start = rounds.length > 1
        ? t(
          "begins with a seed vocabulary of {size} tokens, special tokens included. Rounds to " +
            "go: {n}.",
        )
        : t(
          "has nothing to prune: the size of its seed vocabulary is {size}, special tokens " +
            "included.",
        );
      return fill(start, { n, size });
    }
    const count = rounds[at - 1].size - rounds[at].size;
    const values = { k, n, dropped: el("b", this.number(count)) };
    const { step: reached, dropped: some } = rounds[at];
    if (reached < step) return fill(t("waits. Dropped by round {k} of {n}: {dropped}."), values);
    const drops = t(
      "round {k} of {n} drops the tokens whose removal raises the loss least. Dropped " +
        "tokens: {dropped}.",
    );
    const says = fill(drops, values);
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
      return [el("p.elsewhere", t("BPE and WordPiece merge the same pairs all the way."))];
    }
    const { step, bpe, wordpiece } = parting;
    const k = this.number(step);
    const both = bpe && wordpiece;
    const only = t("BPE and WordPiece diverge at step {k}: only one of them continues.");
    const flagged = (/** @type {string} */ template) => {
      const sentence = fill(both ? template : only, {
        k: el("b", k),
        bpe: both ? this.mergeParts("bpe", bpe).pair : "",
        wordpiece: both ? this.mergeParts("wordpiece", wordpiece).pair : "",
      });
      return [el("span.flag", { ariaHidden: "true" }, "⚑"), el("span.sentence", sentence)];
    };
    const elsewhere = flagged(t(
      "BPE and WordPiece diverge at step {k}: BPE merges {bpe}, WordPiece merges {wordpiece}.",
    ));
    const here = t("Here they diverge: BPE merges {bpe}, WordPiece merges {wordpiece}.");
    const go = button(t("Go to step {k}", { k }), () => this.go(step), "go");
    return [el("p.elsewhere", ...elsewhere, go), el("p.at-parting", ...flagged(here))];
  }

  /** Says where BPE and WordPiece diverge. At that step, the button that goes there is gone. */
  showParting() {
    const here = this.model.walk.parting?.step === this.step;
    const leaving = here && focusedIn(this.parting);
    this.parting.classList.toggle("here", here);
    if (leaving) this.transport.next.focus({ preventScroll: true });
  }
}

/** One of the three: the size of its vocabulary, and what it does at a step. */
class Way {
  /** The sentence of the step that was left. @type {HTMLElement} */
  said = el("div");
  /** @type {Parameters<typeof cutAnew>|undefined} how the tokens of a sentence move */
  cut = undefined;

  /** @param {ThreeWalks} walks @param {string} name */
  constructor(walks, name) {
    const id = `way-${name.toLowerCase()}`;
    this.walks = walks;
    this.size = new Figure("span", "size");
    this.body = scrollBox("does", { "aria-labelledby": `heading-${id}` });
    this.node = panel(name, id, this.size.node, this.body);
  }

  prepare() {
    this.said = el("div.does.ghost", ...this.body.childNodes);
  }

  /** @param {number} size @param {Node|string} does */
  show(size, does) {
    this.size.show(tokensInWords(size, this.walks.number));
    this.body.replaceChildren(does);
  }

  /**
   * How tokens move in the sentence, or in that of the step taken back.
   * @param {number} [from]
   */
  measure(from) {
    const { movement, step } = this.walks;
    this.cut = undefined;
    if (from === undefined || this.said.textContent === this.body.textContent) return;
    const forwards = step > from;
    if (!forwards) movement.lend(this.said, this.node);
    this.cut = sentenceMove(movement, this.node, forwards ? this.body : this.said, forwards);
  }

  /** @param {Movement} movement @param {boolean} forwards */
  move(movement, forwards) {
    if (!this.cut) return;
    if (!forwards) movement.fade(this.said, TAKEN_BACK);
    cutAnew(...this.cut);
  }
}

/** A word, and how each of the three cuts it at this step. */
class OneWord {
  /** @type {Parameters<typeof cutAnew>[]} how the word is cut anew */
  cuts = [];

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
    this.note = el("p.more", { role: "alert" });
    const form = el("form.ask", this.field, el("button", { type: "submit" }, t("Show this word")));
    form.onsubmit = (/** @type {Event} */ event) => this.ask(event);
    const words = model.walk.words.map((word) =>
      button(el("bdi", visible(word)), () => walks.openWord(word), "choice")
    );
    const group = { role: "group", ariaLabel: t("Words of the corpus") };
    this.choices = el("div.word-choices", group, ...words);
    this.rows = NAMES.map((name) => ({
      name: el("span.name", name),
      splits: el("span.cells"),
      count: new Figure("span", "count"),
    }));
    const rows = this.rows.map(({ name, splits, count }) =>
      el("div.row-of-word", name, splits, count.node)
    );
    const spaces = spaceLegend(model.walk.words);
    this.node = panel(
      t("One word, three ways"),
      "one-word",
      form,
      this.note,
      this.choices,
      el("div.word-ways", ...rows),
      legendLine(inARow(t("Equal strings have the same colour, with or without ##."), ...spaces)),
    );
    this.field.value = model.walk.word;
    this.drawSplits();
  }

  /** @param {Event} event */
  ask(event) {
    event.preventDefault();
    const word = wellFormed(this.field.value).whole;
    const { model, number } = this.walks;
    this.note.textContent = objectionTo(word, model.walk.limit, number);
    if (!this.note.textContent) this.walks.openWord(word);
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
      const splits = history.map(([, tokens]) => directed(el("span.split", ...tokens.map(chip))));
      this.rows[i].splits.replaceChildren(...splits);
    });
    const tokens = histories.flatMap((history) => history.map(([, split]) => split.length));
    this.node.classList.toggle("long-word", Math.max(...tokens) > LONG_WORD);
  }

  update() {
    const { model, step } = this.walks;
    model.splitsAt(step).forEach((now, i) => {
      const { splits, count } = this.rows[i];
      [...splits.children].forEach((split, n) => split.classList.toggle("now", n === now));
      count.show(tokensInWords(splits.children[now]?.childElementCount ?? 0, this.walks.number));
    });
    [...this.choices.children].forEach((button, i) => {
      button.ariaPressed = String(model.walk.words[i] === model.walk.word);
    });
  }

  /** How the word is cut anew, since another step. @param {number} [from] */
  measure(from) {
    this.cuts = [];
    if (from === undefined) return;
    const { model, movement, step } = this.walks;
    const { walk } = model;
    const [were, are] = [from, step].map((step) => model.splitsAt(step));
    const cut = (/** @type {number} */ i, /** @type {number} */ n) => ({
      row: this.rows[i].splits.children[n],
      ranges: rangesOf(walk.histories[i][n][1], i === 1 ? walk.prefix : "", walk.unknown),
    });
    this.cuts = [...this.rows.keys()].filter((i) => were[i] !== are[i]).map((i) =>
      wordMove(movement, this.node, cut(i, were[i]), cut(i, are[i]))
    );
  }

  /** @param {Movement} movement */
  move(movement) {
    for (const cut of this.cuts) cutAnew(...cut);
    for (const { count } of this.rows) count.move(movement);
  }

  /** Shows the word that has arrived. */
  take() {
    this.field.value = this.walks.model.walk.word;
    this.note.textContent = "";
    this.drawSplits();
    this.update();
  }
}

/** @param {Drawing<Uint8Array>} drawing */
export default function mount(drawing) {
  return drawWalk(drawing, (sent, root, tell) => new ThreeWalks(sent, root, tell));
}
