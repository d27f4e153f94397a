// How a class has voted: each choice with its bars, what is right, and what may explain the rest.

import { t } from "../../browser/sentences.js";
import { el } from "../../drawing/elements.js";
import { choiceLabel } from "../phone/labels.js";
import { percent, shownChoices } from "./moves.js";

/**
 * @import { Texts } from "../../component/component.d.ts"
 */

const MOST_SHOWN = 8;

/**
 * The rounds side by side in a table; what is right, once the answer is shown.
 * @param {any} room as the teacher sees it, counted or shown
 * @param {Texts} records what is said of beliefs
 */
export function votesTable({ ballot, rounds, right = [], tied = [], beliefs = {} }, records) {
  const totals = rounds.map((/** @type {number[]} */ counts) => counts.reduce((a, b) => a + b, 0));
  const titles = rounds.length > 1 ? [t("First vote"), t("Second vote")] : [t("Votes")];
  const head = el("tr", {}, ...[t("Choice"), ...titles].map((title) => el("th", {}, title)));
  const shown = shownChoices(rounds, right, MOST_SHOWN);
  const rows = shown.map((choice) => {
    const isRight = right.includes(choice);
    const mark = isRight ? (tied.includes(choice) ? t("✓ right, tied") : t("✓ right")) : "";
    const belief = isRight ? "" : records[`belief_${beliefs[choice]}`] ?? "";
    return el(
      "tr",
      { className: isRight ? "right" : "" },
      el(
        "th",
        { scope: "row" },
        choiceLabel(ballot, choice),
        mark ? el("strong", {}, ` ${mark}`) : null,
        belief ? el("small", {}, belief) : null,
      ),
      ...rounds.map((/** @type {number[]} */ counts, /** @type {number} */ i) =>
        bar(counts[choice], totals[i])
      ),
    );
  });
  const table = el("table", { className: "votes" }, head, ...rows);
  const more = right.filter((/** @type {number} */ choice) => !shown.includes(choice)).length;
  if (more) {
    table.append(
      el("caption", {}, t("Other right answers, which nobody chose: {n}.", { n: more })),
    );
  }
  return table;
}

/** @param {number} n @param {number} total */
function bar(n, total) {
  const part = percent(n, total);
  const line = el("span", { className: "vote-bar" });
  line.style.setProperty("--part", `${part}%`);
  return el("td", {}, line, ` ${n} (${part}%)`);
}

/**
 * The class's progress: how many were right at each step so far.
 * @param {any[]} past
 * @param {(k: number, parts: string) => string} said
 */
export function wayOfClass(past, said) {
  const steps = past.map(({ step, voted, right }) => {
    const parts = voted.map((/** @type {number} */ n, /** @type {number} */ i) =>
      `${percent(right[i], n)}%`
    );
    return el("li", {}, said(step, parts.join(" → ")));
  });
  return el(
    "details",
    { className: "way", open: true },
    el("summary", {}, t("Right answers so far")),
    el("ol", {}, ...steps),
  );
}
