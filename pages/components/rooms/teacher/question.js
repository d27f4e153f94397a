// Shows a question to a class, in the largest type that fits on the projector.

import { t } from "../../browser/sentences.js";
import { el } from "../../drawing/elements.js";
import { directed } from "../../tokens/chips.js";
import { askedInWords, chip, inOwnLanguage, labelsOf } from "../phone/labels.js";

/**
 * @import { Word } from "../phone/choosing.js"
 */

/** From the largest, in rem. The smallest can still be read from the middle of a hall. */
const SIZES = [3.6, 3.2, 2.8, 2.4, 2.1, 1.8, 1.5];

export class AskedQuestion {
  constructor() {
    this.drawn = "";
    this.talk = el("p.talk", { hidden: true });
    this.title = el("h2");
    this.body = el("div.asked-body");
    this.node = el("div.asked-large", { hidden: true }, this.talk, this.title, this.body);
    new ResizeObserver(() => fitType(this.body, SIZES)).observe(this.body);
  }

  /**
   * Draws a ballot once; null for none.
   * @param {any} ballot
   * @param {Node|null} scene what a written question is about
   * @param {boolean} isTalkedAbout whether the class talks before it votes again
   */
  show(ballot, scene, isTalkedAbout) {
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
