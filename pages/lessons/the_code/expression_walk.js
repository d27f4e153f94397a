/**
 * Three programs that merge, side by side: the textbook's, the regular expression of many
 * tutorials, and str.replace. Python sends what each has made of each word after each step.
 *
 * Text is only ever placed with textContent.
 */

import { t } from "../../components/browser/sentences.js";
import { el, fill } from "../../components/drawing/elements.js";
import { mountWalk, TableWalk } from "../../components/stepper/walking/table_walk.js";

/**
 * @import { Drawing } from "../../components/component/newest_drawing.js"
 */

/**
 * A word in one way: its tokens, and whether they are right; nothing if the program has ended.
 * @typedef {[string[], boolean]|null} InOneWay
 *
 * The error of a step, which was right before it.
 * @typedef {"start"|"agrees"|"replaced"|"expression"|"ended"} Says
 *
 * `ended` is the error with which the program of the expression has ended; `words` has, for each
 * word, what each program has made of it.
 * @typedef {{pair: string[], says: Says, ended: string, words: InOneWay[][]}} Step
 * @typedef {{lang: string, steps: Step[]}} ExpressionWalkData
 */

/** @extends {TableWalk<Step>} */
class ExpressionWalk extends TableWalk {
  /** @param {ExpressionWalkData} data */
  constructor(data) {
    const columns = [t("Word"), "merge_pair", t("regular expression"), "str.replace"];
    super(data, t("Walk through the merges"), columns);
  }

  /** @override @param {Step} step */
  sentence({ pair, says, ended }) {
    const shown = pair.flatMap((token, i) => [i ? " + " : "", chip(token)]);
    return fill(sentence(says), {
      pair: el("span.pair", ...shown),
      program: el("code", "str.replace"),
      error: ended,
    });
  }

  /** @override @param {Step} step */
  rows({ words }) {
    const first = this.model.at[0].words;
    return words.map((ways, i) => {
      const word = first[i][0]?.[0].join("") ?? "";
      const name = el("th", { scope: "row" }, el("bdi", word));
      return el("tr", name, ...ways.map((way) => cell(way)));
    });
  }
}

/** The sentence about a step. @param {Says} says */
function sentence(says) {
  return {
    start: t("Before the first merge, each word is written as its characters."),
    agrees: t("Merge {pair}: this goes as in the textbook's program."),
    replaced: t(
      "Merge {pair}: {program} finds it inside a longer token, too, since it forgets where a " +
        "token ends.",
    ),
    expression: t(
      "Merge {pair}: the expression, too, finds it inside a token. The no-break space before " +
        "the 5 is whitespace to it, as if a token began there.",
    ),
    ended: t(
      "Merge {pair}: a backslash has a meaning of its own in a replacement, so the program " +
        "with the expression ends with an error: {error}",
    ),
  }[says];
}

/** @param {string} token */
const chip = (token) => el("bdi.chip", token);

/** A cell with a word as a program has cut it. @param {InOneWay} way */
function cell(way) {
  if (!way) return el("td.wrong", "–");
  const [tokens, isRight] = way;
  return el(
    isRight ? "td" : "td.wrong",
    ...tokens.map(chip),
    el("span.sign", isRight ? " ✓" : " ≠"),
  );
}

/** @param {Drawing<ExpressionWalkData>} drawing */
export default function mount(drawing) {
  return mountWalk(drawing, (data) => new ExpressionWalk(data));
}
