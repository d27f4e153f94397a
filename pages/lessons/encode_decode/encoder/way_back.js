// The ids, what they decode to, and whether the result equals the text.

import { el, fill } from "../../../components/drawing/elements.js";
import { panel, scrollBox } from "../../../components/drawing/panel.js";
import { visible } from "../../../components/tokens/spelling.js";

/**
 * @import { Encoding, TextAgain } from "./payload.d.ts"
 * @import { Texts } from "../../../components/component/component.d.ts"
 */

/** The ids of the text, and the way back. */
export class WayBack {
  constructor() {
    this.node = el("div", {});
  }

  /** @param {Encoding} data @param {(n: number) => string} number */
  update(data, number) {
    const { text, back } = data;
    const shown = (/** @type {string} */ string) =>
      el("bdi", { className: "literal" }, visible(string));
    const ids = scrollBox("literal ids", { ariaLabel: text.encoded }, back.ids.join(" "));
    const decoded = scrollBox(
      "literal",
      { ariaLabel: text.decoded },
      el("bdi", {}, visible(back.decoded)),
    );
    const list = el(
      "dl",
      { className: "readings" },
      el("dt", {}, text.encoded),
      el("dd", {}, ids),
      el("dt", {}, text.decoded),
      el("dd", {}, decoded),
    );
    const verdict = el("p", {
      className: "check " + (back.is_equal ? "equal" : "differs"),
      role: "status",
    });
    const values = {
      n: number(back.given_bytes),
      m: number(back.decoded_bytes),
      before: shown(back.before || ""),
      given: this.there(back.given_there, text),
      back: this.there(back.decoded_there, text),
    };
    verdict.append(
      el("span", { className: "sign", ariaHidden: "true" }, back.is_equal ? "✓" : "✗"),
      " ",
      fill(back.is_equal ? text.equal : text.differs, values),
    );
    const causes = back.causes.map((/** @type {string} */ cause) =>
      el("li", {}, fill(text[`cause_${cause}`], { characters: this.unknown(back, text, number) }))
    );
    this.node.replaceChildren(
      panel(
        text.back_title,
        "back",
        null,
        list,
        verdict,
        causes.length ? el("ul", { className: "causes" }, ...causes) : null,
      ),
    );
  }

  /** @param {string} string @param {Texts} text */
  there(string, text) {
    return string ? el("bdi", { className: "literal" }, visible(string)) : el("em", {}, text.end);
  }

  /**
   * @param {TextAgain} back
   * @param {Texts} text
   * @param {(n: number) => string} number
   */
  unknown(back, text, number) {
    const characters = back.unknown.map((/** @type {string} */ character) =>
      el("bdi", { className: "literal" }, visible(character))
    );
    const more = back.unknown_total - back.unknown.length;
    const spaced = characters.flatMap((
      /** @type {Node} */ node,
      /** @type {number} */ i,
    ) => (i ? [" ", node] : [node]));
    return el("span", {}, ...spaced, more > 0 ? text.and_more.replace("{n}", number(more)) : null);
  }
}
