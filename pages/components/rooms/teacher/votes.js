// How a class has voted: each choice with its bars, what is right, and what may explain the rest.

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
 * @param {Texts} text
 */
export function votesTable({ ballot, rounds, right = [], tied = [], beliefs = {} }, text) {
  const totals = rounds.map((/** @type {number[]} */ counts) => counts.reduce((a, b) => a + b, 0));
  const titles = rounds.length > 1 ? [text.first_vote, text.second_vote] : [text.votes];
  const head = el("tr", {}, ...[text.choice, ...titles].map((title) => el("th", {}, title)));
  const shown = shownChoices(rounds, right, MOST_SHOWN);
  const rows = shown.map((choice) => {
    const isRight = right.includes(choice);
    const mark = isRight ? (tied.includes(choice) ? text.right_tied : text.right) : "";
    const belief = isRight ? "" : text[`belief_${beliefs[choice]}`] ?? "";
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
  if (more) table.append(el("caption", {}, text.more_right.replace("{n}", String(more))));
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
 * @param {Texts} text
 */
export function wayOfClass(past, text) {
  const steps = past.map(({ step, voted, right }) => {
    const parts = voted.map((/** @type {number} */ n, /** @type {number} */ i) =>
      `${percent(right[i], n)}%`
    );
    return el("li", {}, text.way_step.replace("{k}", step).replace("{parts}", parts.join(" → ")));
  });
  return el(
    "details",
    { className: "way", open: true },
    el("summary", {}, text.way),
    el("ol", {}, ...steps),
  );
}
