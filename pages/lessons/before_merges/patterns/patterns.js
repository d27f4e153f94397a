/**
 * A pattern split into its alternatives, and a text whose pieces show which alternative matched.
 *
 * A piece has the colour and the number of its alternative. Text is only ever placed with
 * textContent.
 */

import { t } from "../../../components/browser/sentences.js";
import { freeColour } from "../../../components/drawing/colours.js";
import { button, el } from "../../../components/drawing/elements.js";
import { preparedPlace } from "../../../components/drawing/place_to_draw.js";
import { wholeIn } from "../../../components/drawing/numbers.js";
import { legendLine, scrollBox } from "../../../components/drawing/panel.js";
import { visible } from "../../../components/tokens/spelling.js";

/**
 * @import { Drawing } from "../../../components/component/component.d.ts"
 */

/**
 * Each of `alternatives` is an expression, what it matches, and how many pieces it matched. Each of
 * `pieces` is a text, the index of its alternative, and whether it begins inside a character, of
 * which `cuts` is the number in the whole text.
 * @typedef {{
 *   name: string, used_by: string, alternatives: [string, string, number][],
 *   pieces: [string, number, boolean][], cuts: number, more: number
 * }} Pattern
 *
 * @typedef {{patterns: Pattern[], lang: string}} Data
 */

/** The choice in a component, kept when the data change. */
class Chosen {
  pattern = 0;
  /** @type {number|null} */
  alternative = null;
}

class Patterns {
  /** @param {Data} data @param {Chosen} chosen */
  constructor({ patterns, lang }, chosen) {
    this.patterns = patterns;
    this.chosen = chosen;
    this.number = wholeIn(lang);
    this.buttons = patterns.map(({ name }, i) => button(name, () => this.choose(i)));
    this.shown = el("div", { className: "taken-apart" });
    const choice = el("div", { className: "choice-of-pattern", role: "group" }, ...this.buttons);
    choice.ariaLabel = t("Pattern");
    const counts = patterns.map(({ name, cuts }) => `${name} ${this.number(cuts)}`).join(" · ");
    const cuts = legendLine(
      t("Cuts inside what people see as one character, marked by a dashed edge: {counts}", {
        counts,
      }),
    );
    this.node = el("section", { className: "panel" }, choice, cuts, this.shown);
    this.draw();
  }

  /** @param {number} pattern */
  choose(pattern) {
    this.chosen.pattern = pattern;
    this.chosen.alternative = null;
    this.draw();
  }

  draw() {
    const pattern = this.patterns[this.chosen.pattern];
    this.buttons.forEach((button, i) => {
      button.ariaPressed = String(i === this.chosen.pattern);
    });
    this.rows = pattern.alternatives.map((alternative, i) => this.row(alternative, i));
    this.chips = pattern.pieces.map((piece) => chip(...piece));
    const more = pattern.more
      ? el("span", { className: "more" }, t("and {n} more", { n: this.number(pattern.more) }))
      : null;
    this.shown.replaceChildren(
      legendLine(t("Used by {models}", { models: pattern.used_by })),
      el("h3", {}, t("The alternatives, in the order they are tried")),
      el("ol", {}, ...this.rows.map((row) => el("li", {}, row))),
      legendLine(t("Click an alternative to see only its pieces.")),
      el("h3", {}, t("Your text in pieces; the number is the alternative")),
      scrollBox(
        "pieces",
        { dir: "auto", ariaLabel: t("Your text in pieces; the number is the alternative") },
        ...this.chips,
        more,
      ),
    );
    this.mark();
  }

  /** @param {[string, string, number]} alternative @param {number} i */
  row([expression, takes, count], i) {
    const counted = count === 1
      ? t("{n} piece", { n: this.number(count) })
      : t("{n} pieces", { n: this.number(count) });
    const row = el(
      "button",
      { type: "button", className: count ? "alternative" : "alternative none" },
      el("span", { className: "number-of" }, String(i + 1)),
      el("code", { dir: "ltr" }, expression.replaceAll(" ", "␣")),
      el("span", { className: "takes" }, takes),
      el("span", { className: "counted" }, counted),
    );
    row.style.setProperty("--hue", freeColour(i));
    row.onclick = () => {
      this.chosen.alternative = this.chosen.alternative === i ? null : i;
      this.mark();
    };
    return row;
  }

  /** Highlights the pieces of the chosen alternative, or all pieces when none is chosen. */
  mark() {
    const { alternative, pattern } = this.chosen;
    this.rows?.forEach((row, i) => (row.ariaPressed = String(i === alternative)));
    this.chips?.forEach((node, i) => {
      const isOther = alternative !== null && this.patterns[pattern].pieces[i][1] !== alternative;
      node.classList.toggle("other", isOther);
    });
  }
}

/**
 * A piece, with the number of its alternative.
 * @param {string} piece @param {number} which @param {boolean} cutsCharacter
 */
function chip(piece, which, cutsCharacter) {
  const shown = [...piece].map((c) => (c === " " ? "␣" : visible(c))).join("");
  const node = el(
    "bdi",
    { className: cutsCharacter ? "chip merged cuts-character" : "chip merged" },
    cutsCharacter ? el("span", { className: "sr-only" }, t("begins inside a character")) : null,
    shown,
    el("small", { className: "which" }, String(which + 1)),
  );
  node.style.setProperty("--hue", freeColour(which));
  return node;
}

/** @type {WeakMap<HTMLElement, {key: string, chosen: Chosen}>} */
const drawn = new WeakMap();

/** @param {Drawing<Data>} drawing */
export default function mount({ data, parentElement }) {
  const place = preparedPlace({ data, parentElement });
  const key = JSON.stringify(data);
  const before = drawn.get(parentElement);
  if (before?.key === key) return;
  const chosen = before?.chosen ?? new Chosen();
  drawn.set(parentElement, { key, chosen });
  place.replaceChildren(
    el("div", { className: "stepper" }, new Patterns(data, chosen).node),
  );
}
