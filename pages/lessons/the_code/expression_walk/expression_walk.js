/**
 * Three programs that merge, side by side: the textbook's, the regular expression of many
 * tutorials, and str.replace. Python sends what each has made of each word after each step.
 *
 * Text is only ever placed with textContent.
 */

import { t } from "../../../components/browser/sentences.js";
import { el, fill, leaveNoFocus } from "../../../components/drawing/elements.js";
import { wholeIn } from "../../../components/drawing/numbers.js";
import { headline, scrollBox } from "../../../components/drawing/panel.js";
import { placeToDraw } from "../../../components/drawing/place_to_draw.js";
import { Player } from "../../../components/stepper/walking/player.js";

/**
 * @import { Drawing } from "../../../components/component/component.d.ts"
 * @import { ExpressionWalkData, InOneWay, Says, Step } from "./payload.d.ts"
 *
 * @typedef {{steps: number, at: Step[]}} Model
 */

/** @extends {Player<Model>} */
class ExpressionWalk extends Player {
  /** @param {ExpressionWalkData} data */
  constructor({ steps, lang }) {
    const called = { controls: t("Walk through the merges") };
    super({ steps: steps.length - 1, at: steps }, 0, called, wholeIn(lang));
    this.said = headline();
    this.rows = el("tbody", {});
    const columns = [t("Word"), "merge_pair", t("regular expression"), "str.replace"];
    const head = columns.map((name) => el("th", { scope: "col" }, name));
    const table = el("table", {}, el("thead", {}, el("tr", {}, ...head)), this.rows);
    this.node = el(
      "div",
      { className: "stepper expression-walk" },
      this.transport.node,
      this.said,
      scrollBox("scroll", { ariaLabel: called.controls }, table),
    );
    this.node.onkeydown = (/** @type {KeyboardEvent} */ event) => {
      this.key(event);
      if (event.defaultPrevented) event.stopPropagation(); // the program above is walked, too
    };
    leaveNoFocus(this.node);
    this.arrive();
  }

  /** @override */
  arrive() {
    const { pair, says, ended, words } = this.model.at[this.step];
    const first = this.model.at[0].words;
    this.transport.update(this);
    const shown = pair.flatMap((token, i) => [i ? " + " : "", chip(token)]);
    this.said.replaceChildren(
      fill(sentence(says), {
        pair: el("span", { className: "pair" }, ...shown),
        program: el("code", {}, "str.replace"),
        error: ended,
      }),
    );
    this.rows.replaceChildren(
      ...words.map((ways, i) => {
        const word = first[i][0]?.[0].join("") ?? "";
        const name = el("th", { scope: "row" }, el("bdi", {}, word));
        return el("tr", {}, name, ...ways.map((way) => cell(way)));
      }),
    );
  }
}

/** What happens in a step. @param {Says} says */
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
      "Merge {pair}: a backslash means something in what is put in. The program with the " +
        "expression ends with an error: {error}",
    ),
  }[says];
}

/** @param {string} token */
const chip = (token) => el("bdi", { className: "chip" }, token);

/** What a program has made of a word. @param {InOneWay} way */
function cell(way) {
  if (!way) return el("td", { className: "wrong" }, "–");
  const [tokens, isRight] = way;
  return el(
    "td",
    { className: isRight ? "" : "wrong" },
    ...tokens.map(chip),
    el("span", { className: "sign" }, isRight ? " ✓" : " ≠"),
  );
}

/** @type {WeakMap<HTMLElement, ExpressionWalk>} */
const walks = new WeakMap();

/** @param {Drawing<ExpressionWalkData>} drawing */
export default function mount(drawing) {
  const place = placeToDraw(drawing);
  if (place) {
    const walk = new ExpressionWalk(drawing.data);
    walks.get(drawing.parentElement)?.stop();
    walks.set(drawing.parentElement, walk);
    place.replaceChildren(walk.node);
  }
  return () => walks.get(drawing.parentElement)?.stop();
}
