/**
 * A text as each pattern cuts it, and the alternatives of one pattern: the pieces show which
 * alternative matched.
 *
 * A piece has the colour and the number of its alternative. Text is only ever placed with
 * textContent.
 */

import { t } from "../../components/browser/sentences.js";
import { freeColour, placeToDraw } from "../../components/drawing/place_to_draw.js";
import { button, el } from "../../components/drawing/elements.js";
import { wholeIn } from "../../components/drawing/numbers.js";
import { legendLine, scrollBox } from "../../components/drawing/panel.js";
import { directed } from "../../components/tokens/chips.js";
import { visible } from "../../components/tokens/spelling.js";

/**
 * @import { Drawing } from "../../components/component/newest_drawing.js"
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

/** The choice in a component. @typedef {{pattern: number, alternative: number|null}} Chosen */

class Patterns {
  /** @param {Data} data @param {Chosen} chosen */
  constructor({ patterns, lang }, chosen) {
    this.patterns = patterns;
    this.chosen = chosen;
    this.number = wholeIn(lang);
    this.buttons = patterns.map(({ name }, i) => button(name, () => this.choose(i)));
    this.chips = patterns.map(({ pieces }) => pieces.map((piece) => chip(...piece)));
    this.shown = el("div.taken-apart");
    this.node = el(
      "section.panel",
      legendLine(t(
        "A dashed edge: a cut inside what people read as one character. The number is the " +
          "alternative that took the piece. Click a pattern to see its alternatives.",
      )),
      ...patterns.map((pattern, i) => this.pieces(pattern, i)),
      this.shown,
    );
    this.draw();
  }

  /** The text as one pattern cuts it. @param {Pattern} pattern @param {number} i */
  pieces({ name, cuts, more }, i) {
    const inside = cuts === 1
      ? t("{n} cut inside a character", { n: this.number(cuts) })
      : t("{n} cuts inside characters", { n: this.number(cuts) });
    const rest = more ? el("span.more", t("and {n} more", { n: this.number(more) })) : null;
    return el(
      "article.pattern",
      this.buttons[i],
      el(cuts ? "span.inside" : "span", inside),
      directed(scrollBox("pieces", { ariaLabel: name }, ...this.chips[i], rest)),
    );
  }

  /** @param {number} pattern */
  choose(pattern) {
    Object.assign(this.chosen, { pattern, alternative: null });
    this.draw();
  }

  draw() {
    const pattern = this.patterns[this.chosen.pattern];
    this.buttons.forEach((button, i) => {
      button.ariaPressed = String(i === this.chosen.pattern);
    });
    this.rows = pattern.alternatives.map((alternative, i) => this.row(alternative, i));
    const usedBy = t("Used by {models}", { models: pattern.used_by });
    const how = t("Click an alternative to see only its pieces.");
    this.shown.replaceChildren(
      el("h3", t("{name}: the alternatives, in the order they are tried", { name: pattern.name })),
      legendLine(`${usedBy} · ${how}`),
      el("ol", ...this.rows.map((row) => el("li", row))),
    );
    this.mark();
  }

  /** @param {[string, string, number]} alternative @param {number} i */
  row([expression, takes, count], i) {
    const counted = count === 1
      ? t("{n} piece", { n: this.number(count) })
      : t("{n} pieces", { n: this.number(count) });
    const choose = () => {
      this.chosen.alternative = this.chosen.alternative === i ? null : i;
      this.mark();
    };
    const row = el(
      count ? "button.alternative" : "button.alternative.none",
      { type: "button", onclick: choose },
      el("span.number-of", String(i + 1)),
      el("code", { dir: "ltr" }, expression.replaceAll(" ", "␣")),
      el("span.takes", takes),
      el("span.counted", counted),
    );
    row.style.setProperty("--hue", freeColour(i));
    return row;
  }

  /** Highlights the pieces of the chosen alternative, or all pieces when none is chosen. */
  mark() {
    const { alternative, pattern } = this.chosen;
    this.rows?.forEach((row, i) => (row.ariaPressed = String(i === alternative)));
    this.chips.forEach((chips, of) =>
      chips.forEach((node, i) => {
        const isOther = this.patterns[of].pieces[i][1] !== alternative;
        node.classList.toggle("other", alternative !== null && of === pattern && isOther);
      })
    );
  }
}

/**
 * A piece, with the number of its alternative.
 * @param {string} piece @param {number} which @param {boolean} cutsCharacter
 */
function chip(piece, which, cutsCharacter) {
  const node = el(
    cutsCharacter ? "bdi.chip.merged.cuts-character" : "bdi.chip.merged",
    cutsCharacter ? el("span.sr-only", t("begins inside a character")) : null,
    visible(piece),
    el("small.which", String(which + 1)),
  );
  node.style.setProperty("--hue", freeColour(which));
  return node;
}

/** Choices by their places, kept when the data change. @type {WeakMap<HTMLElement, Chosen>} */
const choices = new WeakMap();

/** @param {Drawing<Data>} drawing */
export default function mount(drawing) {
  const place = placeToDraw(drawing);
  if (!place) return;
  const chosen = choices.get(place) ?? { pattern: 0, alternative: null };
  choices.set(place, chosen);
  place.replaceChildren(el("div.stepper", new Patterns(drawing.data, chosen).node));
}
