// Shows a question to a class, and its votes: each choice with its bars, what is right and why, and
// what may explain the rest. The type is the largest that fits on the projector.

import { t } from "../../browser/sentences.js";
import { el } from "../../drawing/elements.js";
import { directed } from "../../tokens/chips.js";
import {
  askedInWords,
  chip,
  choiceLabel,
  inOwnLanguage,
  labelsOf,
  solutionOf,
  whatHasChanged,
} from "../phone/choices.js";
import { percent, shownChoices } from "./moves.js";

/**
 * @import { Word } from "../phone/choices.js"
 * @import { Texts } from "../../component/newest_drawing.js"
 */

/** From the largest, in rem. The smallest can still be read from the middle of a hall. */
const SIZES = [3.6, 3.2, 2.8, 2.4, 2.1, 1.8, 1.5];

export class AskedQuestion {
  constructor() {
    this.drawn = "";
    this.talk = el("p.talk");
    this.title = el("h2");
    this.body = el("div.asked-body");
    this.node = el("div.asked-large", { hidden: true }, this.talk, this.title, this.body);
    new ResizeObserver(() => fitType(this.body, SIZES)).observe(this.body);
  }

  /**
   * Draws a ballot once; null for none.
   * @param {any} ballot
   * @param {Node|null} [scene] what a written question is about
   * @param {boolean} [isTalkedAbout] whether the class talks before it votes again
   */
  show(ballot, scene, isTalkedAbout = false) {
    this.talk.hidden = !isTalkedAbout;
    this.talk.textContent = t("Talk to your neighbour: what did you choose, and why?");
    const drawn = JSON.stringify(ballot);
    this.node.hidden = !ballot;
    if (this.drawn === drawn) return;
    this.drawn = drawn;
    if (!ballot) return;
    const isWritten = ballot.kind === "choices";
    this.title.textContent = isWritten ? inOwnLanguage(ballot).text : askedInWords(ballot);
    this.body.replaceChildren(
      ...(isWritten ? [scene ?? "", choiceList(ballot)] : [wordList(ballot)]),
    );
    fitType(this.body, SIZES);
  }
}

const USUAL_WIDTH = 1_280; // of a projector, in pixels

/**
 * Takes the largest type in which nothing has to be scrolled, or the smallest.
 * @param {HTMLElement} node
 * @param {number[]} sizes in rem, from the largest, on a projector of the usual width
 */
export function fitType(node, sizes) {
  const scale = Math.max(1, innerWidth / USUAL_WIDTH);
  for (const size of sizes) {
    node.style.fontSize = `${scale * size}rem`;
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = node;
    if (scrollHeight <= clientHeight && scrollWidth <= clientWidth) return;
  }
}

/** @param {any} ballot */
const choiceList = (ballot) =>
  el(
    "ol.asked-choices",
    ...inOwnLanguage(ballot).choices.map((/** @type {string} */ choice) =>
      el("li", { dir: "auto" }, choice)
    ),
  );

/** @param {any} ballot */
const wordList = (ballot) => el("ul.asked-words", ...ballot.words.map(wordRow));

/** @param {Word} word */
function wordRow(word) {
  const tokens = directed(
    el(word.apart ? "span.asked-tokens.apart" : "span.asked-tokens", ...labelsOf(word).map(chip)),
  );
  const count = word.count === null ? "" : el("small", `×${word.count}`);
  return el("li", tokens, count);
}

/**
 * A lesson's explanation of the answer to its written question: why it is right, and what is behind
 * a wrong choice.
 * @typedef {{why?: Node, behind?: (choice: number) => string}} Explains
 */

const MOST_SHOWN = 8;
/** From the largest, in rem. */
const TYPE_SIZES = [1.9, 1.6, 1.4, 1.2, 1];

export class Votes {
  constructor() {
    this.node = el("div.results");
    this.drawn = "";
    new ResizeObserver(() => fitType(this.node, TYPE_SIZES)).observe(this.node);
  }

  clear() {
    this.drawn = "";
    this.node.replaceChildren();
  }

  /**
   * Draws the votes, once they are shown, and how many were right at each step so far.
   * @param {any} room as the teacher sees it
   * @param {any[]} past what the class was asked in this lesson
   * @param {Texts} texts what is said of beliefs
   * @param {Explains} explains
   * @param {(k: number, parts: string) => string} way says how many were right at a step
   */
  show(room, past, texts, explains, way) {
    const { phase, asked, round } = room;
    const drawn = JSON.stringify([phase, asked, round, past.length]);
    if (this.drawn === drawn) return;
    this.drawn = drawn;
    this.node.replaceChildren(
      ...(room.rounds ? [votesTable(room, texts, explains)] : []),
      ...(past.length ? [wayOfClass(past, way)] : []),
    );
    fitType(this.node, TYPE_SIZES);
  }
}

/**
 * The rounds side by side in a table; what is right and why, once the answer is shown.
 * @param {any} room as the teacher sees it, counted or shown
 * @param {Texts} texts
 * @param {Explains} explains
 */
function votesTable(room, texts, explains) {
  const { ballot, rounds, right = [], tied = [], beliefs = {}, solution = {} } = room;
  const totals = rounds.map((/** @type {number[]} */ counts) => counts.reduce((a, b) => a + b, 0));
  const titles = rounds.length > 1 ? [t("First vote"), t("Second vote")] : [t("Votes")];
  const head = el("tr", ...[t("Choice"), ...titles].map((title) => el("th", title)));
  const shown = shownChoices(rounds, right, MOST_SHOWN);
  const winner = solution[right[0]]?.count;
  const rows = shown.map((choice) => {
    const isRight = right.includes(choice);
    const mark = isRight ? (tied.includes(choice) ? t("✓ right, tied") : t("✓ right")) : "";
    const worked = solution[choice];
    const isLess = !isRight && worked?.count < winner && !worked.tokens;
    const belief = isRight || !right.length // until the answer is shown, nothing tells it
      ? ""
      : explains.behind?.(choice) || (texts[`belief_${beliefs[choice]}`] ?? "");
    return el(
      isRight ? "tr.right" : "tr",
      el(
        "th",
        { scope: "row" },
        choiceLabel(ballot, choice),
        mark ? el("strong", ` ${mark}`) : null,
        lineBelow("sum", ...solutionOf(worked), isLess ? ` < ${winner}` : ""),
        lineBelow("belief", belief),
        lineBelow("belief", ...(isRight ? [] : whatHasChanged(worked))),
      ),
      ...rounds.map((/** @type {number[]} */ counts, /** @type {number} */ i) =>
        bar(counts[choice], totals[i])
      ),
    );
  });
  const table = el("table.votes", head, ...rows);
  const more = right.filter((/** @type {number} */ choice) => !shown.includes(choice)).length;
  const rest = more ? t("Other right answers, which nobody chose: {n}.", { n: more }) : "";
  const why = (right.length && explains.why) || "";
  if (rest || why) table.append(el("caption", why, rest));
  return table;
}

/**
 * A line below a choice, if there is anything on it.
 * @param {string} className
 * @param {...(Node|string)} parts
 */
function lineBelow(className, ...parts) {
  return parts.some(Boolean) ? el("small", { className }, ...parts) : null;
}

/** @param {number} n @param {number} total */
function bar(n, total) {
  const part = percent(n, total);
  const mark = el("span.vote-bar");
  mark.style.setProperty("--part", `${part}%`);
  return el("td", mark, ` ${n} (${part}%)`);
}

/**
 * The class's progress: how many were right at each step so far.
 * @param {any[]} past
 * @param {(k: number, parts: string) => string} said
 */
function wayOfClass(past, said) {
  const steps = past.map(({ step, voted, right }) => {
    const parts = voted.map((/** @type {number} */ n, /** @type {number} */ i) =>
      `${percent(right[i], n)}%`
    );
    return el("li", said(step, parts.join(" → ")));
  });
  return el(
    "details.way",
    { open: true },
    el("summary", t("Right answers so far")),
    el("ol", ...steps),
  );
}
