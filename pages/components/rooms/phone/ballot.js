// The ballot on a phone: tokens or choices to tap, until the vote is closed.

import { t } from "../../browser/sentences.js";
import { el, fill, inARow, isBrowsers, sayOnce } from "../../drawing/elements.js";
import {
  askedInWords,
  asksForOne,
  chip,
  choiceLabel,
  choicesAt,
  inOwnLanguage,
  labelsOf,
  placeByKey,
  solutionOf,
  tap,
  whatHasChanged,
} from "./choices.js";

/**
 * @import { Place, Word } from "./choices.js"
 */

const MOST_RIGHT = 3; // the most right answers that are named

/**
 * @typedef {object} Room
 * @property {"waiting"|"voting"|"closed"|"counted"|"shown"} phase
 * @property {number} asked
 * @property {number} round
 * @property {any} ballot
 * @property {number[][]} [rounds]
 * @property {number[]} [right]
 * @property {Record<string, import("./choices.js").Worked>} [solution]
 */

export class Ballot {
  /** @param {(choice: number) => void} choose */
  constructor(choose) {
    this.choose = choose;
    this.state = el("p", { role: "status" });
    this.body = el("div.ballot");
    this.why = el("div.why");
    this.hint = el("span");
    this.node = el("section", this.state, this.why, this.body);
    this.room = /** @type {Room} */ ({ phase: "waiting", asked: 0, round: 0, ballot: null });
    /** @type {Place|null} */
    this.picked = null;
    this.drawn = "";
  }

  /** @param {Room} room @param {number|null} vote @param {boolean} isSent */
  show(room, vote, isSent) {
    this.room = room;
    this.vote = vote;
    const drawn = `${room.asked} ${room.round}`;
    if (drawn !== this.drawn) {
      this.drawn = drawn;
      this.picked = null;
      this.body.replaceChildren(...this.draw());
    }
    this.mark();
    this.tell(isSent);
    this.why.replaceChildren(...this.explain());
  }

  /** How what is right, and what this phone voted for, is worked out. */
  explain() {
    const { ballot, right = [], solution = {} } = this.room;
    const own = typeof this.vote === "number" ? [this.vote] : [];
    return [...new Set([...right.slice(0, MOST_RIGHT), ...own])].flatMap((choice) => {
      const worked = solution[choice];
      const lines = [solutionOf(worked), whatHasChanged(worked)].filter((line) => line.length);
      if (!lines.length) return [];
      const label = choiceLabel(ballot, choice);
      return [el("p", label, ...lines.flatMap((line) => [el("br"), ...line]))];
    });
  }

  /**
   * Sets what a screen reader reads out, for a new question, too, which is outside this element.
   * @param {boolean} isSent
   */
  tell(isSent) {
    sayOnce(this.state, ...this.say(isSent));
  }

  draw() {
    const { ballot, round } = this.room;
    if (!ballot) return [];
    const again = round > 1 ? [el("h2", t("Second vote"))] : [];
    if (ballot.kind === "choices") return [...again, ...this.choices()];
    const rest = ballot.more ? [el("p", t("More words, not shown: {n}.", { n: ballot.more }))] : [];
    return [
      ...again,
      el("p.asked", inARow(askedInWords(ballot), this.hint)),
      this.words(),
      ...rest,
    ];
  }

  choices() {
    const { step, scene } = this.room.ballot;
    const { text, choices } = inOwnLanguage(this.room.ballot);
    const buttons = choices.map((/** @type {string} */ label, /** @type {number} */ i) =>
      el("button", { type: "button", "data-choice": i, onclick: () => this.choose(i) }, label)
    );
    return [
      el("h2", t("Question {k}", { k: step })),
      el("p.asked", { dir: "auto" }, text),
      ...(scene ? sceneOf(scene) : []),
      el("div.choices", ...buttons),
    ];
  }

  words() {
    /** @type {{words: Word[], algorithm: string}} */
    const { words, algorithm } = this.room.ballot;
    const rows = words.map((word, i) => this.word(word, i));
    const name = algorithm === "encode"
      ? t("The word, split into tokens")
      : t("The words of the corpus, split into tokens");
    const list = el("ul", { ariaLabel: name }, ...rows);
    list.onkeydown = (event) => this.key(event);
    return list;
  }

  /** @param {Word} word @param {number} i */
  word(word, i) {
    const { count, apart } = word;
    return el(
      "li",
      apart ? el("p", t("Choose from these, or tap any token in the words:")) : null,
      el(
        "span",
        { className: apart ? "word apart" : "word", dir: "auto" },
        ...this.tokens(word, i),
      ),
      count === null ? null : el("span.times", " ", t("× {n}", { n: count })),
    );
  }

  /** @param {Word} word @param {number} i */
  tokens(word, i) {
    return labelsOf(word).map((label, j) =>
      el("button.chip", {
        type: "button",
        "data-word": i,
        "data-token": j,
        // The Tab key stops once in each word; the arrow keys go on from there.
        tabIndex: j ? -1 : 0,
        onclick: () => this.tapped({ word: i, token: j }),
      }, ...label)
    );
  }

  /** @param {Place} place */
  tapped(place) {
    const { phase, ballot } = this.room;
    if (phase !== "voting") return;
    if (asksForOne(ballot)) return this.choose(choicesAt(ballot, place)[0]);
    const { picked, choice } = tap(ballot.words, this.picked, place);
    this.picked = picked;
    if (choice !== null) return this.choose(choice);
    this.mark();
    this.tell(true);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { word, token } = /** @type {HTMLElement} */ (event.target).dataset;
    if (word === undefined || isBrowsers(event)) return;
    const from = { word: Number(word), token: Number(token) };
    const to = placeByKey(this.room.ballot.words, from, event.key);
    if (!to) return;
    event.preventDefault();
    const place = `[data-word="${to.word}"][data-token="${to.token}"]`;
    /** @type {HTMLElement|null} */ (this.body.querySelector(place))?.focus();
  }

  /** Marks what is picked, voted for, and right. */
  mark() {
    const { phase, ballot, right } = this.room;
    const isOpen = phase === "voting";
    const hint = () => asksForOne(ballot) ? t("Tap one.") : t("Tap them.");
    this.hint.textContent = isOpen ? hint() : "";
    for (const button of this.body.querySelectorAll("button")) {
      const { word, token, choice } = button.dataset;
      const near = choice !== undefined
        ? [Number(choice)]
        : choicesAt(ballot, { word: Number(word), token: Number(token) });
      const isVoted = near.some((each) => each === this.vote);
      const isPicked = this.picked?.word === Number(word) && this.picked?.token === Number(token);
      button.classList.toggle("voted", isVoted);
      button.classList.toggle("picked", isPicked);
      button.classList.toggle("right", near.some((each) => right?.includes(each)));
      button.ariaPressed = String(isVoted || isPicked);
      button.ariaDisabled = String(!isOpen);
    }
  }

  /** @param {boolean} isSent @returns {(Node|string)[]} */
  say(isSent) {
    const { phase, ballot, right, round } = this.room;
    if (phase === "waiting") return [t("You are in. Wait for the next question.")];
    const choice = this.vote === null || this.vote === undefined
      ? null
      : choiceLabel(ballot, this.vote);
    if (phase === "shown") return [this.verdict(choice, right ?? [])];
    if (phase !== "voting") {
      return [
        choice
          ? fill(t("The vote is closed. Your vote: {choice}."), { choice })
          : t("The vote is closed."),
        ...(phase === "closed" && round === 1
          ? [" ", t("Talk to your neighbour: what did you choose, and why?")]
          : []),
      ];
    }
    if (this.picked) {
      const label = labelsOf(ballot.words[this.picked.word])[this.picked.token];
      return [
        fill(t("You have picked {token}. Now tap the token before or after it."), {
          token: el("bdi", ...label),
        }),
      ];
    }
    if (!isSent) return [t("Sending your vote…")];
    if (choice) {
      return [
        fill(t("Your vote: {choice}. You can change it until the vote is closed."), { choice }),
      ];
    }
    return [
      round > 1
        ? t("The same question again. Vote once more below.")
        : t("There is a new question. Vote below."),
    ];
  }

  /** @param {Node|null} choice @param {number[]} right */
  verdict(choice, right) {
    const { ballot } = this.room;
    if (choice && right.includes(Number(this.vote))) return fill(t("Right: {choice}."), { choice });
    const all = el("span");
    const named = right.length > MOST_RIGHT + 1 ? right.slice(0, MOST_RIGHT) : right;
    named.forEach((each, i) => all.append(i ? t(" or ") : "", choiceLabel(ballot, each)));
    const more = right.length - named.length;
    if (more) all.append(t(" or {n} others", { n: more }));
    return choice
      ? fill(t("You voted for {choice}. Right: {right}."), { choice, right: all })
      : fill(t("Right: {right}."), { right: all });
  }
}

/**
 * The words, the running text and the merges that a written question is about.
 * @param {{step: number|null, words: Word[], running: string,
 *   rules: Word["tokens"][]}} scene
 */
function sceneOf({ step, words, running, rules }) {
  const parts = [];
  if (words.length) {
    const title = step
      ? t("The words after step {step}", { step })
      : t("The words, before the first merge");
    const rows = words.map((word) =>
      el("li", ...labelsOf(word).map(chip), " ", t("× {n}", { n: Number(word.count) }))
    );
    parts.push(el("h3", title), el("ul.scene", ...rows));
  }
  if (running) parts.push(el("h3", t("As running text")), el("p", running));
  if (rules.length) {
    const rows = rules.map((tokens) => {
      const [left, right, token] = labelsOf({ tokens }).map(chip);
      return el("li", left, " + ", right, " → ", token);
    });
    parts.push(
      el("h3", t("The merges, in their order")),
      el("ol.scene", ...rows),
    );
  }
  return parts;
}
