// Shows the votes of a class: each choice with its bars, what is right and why, and what may
// explain the rest.

import { t } from "../../browser/sentences.js";
import { el } from "../../drawing/elements.js";
import { choiceLabel } from "../phone/labels.js";
import { solutionOf, whatHasChanged } from "../phone/solution.js";
import { percent, shownChoices } from "./moves.js";
import { fitType } from "./question.js";

/**
 * @import { Texts } from "../../component/component.d.ts"
 */

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
