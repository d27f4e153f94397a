// The ids, what they decode to, and whether the result equals the text.

import { t } from "../../../components/browser/sentences.js";
import { el, fill } from "../../../components/drawing/elements.js";
import { panel, scrollBox } from "../../../components/drawing/panel.js";
import { visible } from "../../../components/tokens/spelling.js";

/**
 * @import { Encoding, TextAgain } from "./payload.d.ts"
 */

/** The ids of the text, and the way back. */
export class WayBack {
  constructor() {
    this.node = el("div");
  }

  /** @param {Encoding} data @param {(n: number) => string} number */
  update(data, number) {
    const { back } = data;
    const shown = (/** @type {string} */ string) => el("bdi.literal", visible(string));
    const ids = scrollBox("literal ids", { ariaLabel: t("ids") }, back.ids.join(" "));
    const decoded = scrollBox(
      "literal",
      { ariaLabel: t("decoded") },
      el("bdi", visible(back.decoded)),
    );
    const list = el(
      "dl.readings",
      el("dt", t("ids")),
      el("dd", ids),
      el("dt", t("decoded")),
      el("dd", decoded),
    );
    const verdict = el("p", {
      className: "check " + (back.is_equal ? "equal" : "differs"),
      role: "status",
    });
    const values = {
      n: number(back.given_bytes),
      m: number(back.decoded_bytes),
      before: shown(back.before || ""),
      given: this.there(back.given_there),
      back: this.there(back.decoded_there),
    };
    verdict.append(
      el("span.sign", { ariaHidden: "true" }, back.is_equal ? "✓" : "✗"),
      " ",
      fill(
        back.is_equal ? t("Identical, byte for byte. Bytes in: {n}, bytes out: {n}.") : t(
          "Not identical. Bytes in: {n}, bytes out: {m}. They agree up to {before}; then the " +
            "text continues with {given}, and the decoded text with {back}.",
        ),
        values,
      ),
    );
    const causes = back.causes.map((/** @type {string} */ cause) =>
      el("li", fill(causeInWords(cause), { characters: this.unknown(back, number) }))
    );
    this.node.replaceChildren(
      panel(
        t("Token ids and back"),
        "back",
        null,
        list,
        verdict,
        causes.length ? el("ul.causes", ...causes) : null,
      ),
    );
  }

  /** @param {string} string */
  there(string) {
    return string ? el("bdi.literal", visible(string)) : el("em", t("nothing"));
  }

  /**
   * @param {TextAgain} back
   * @param {(n: number) => string} number
   */
  unknown(back, number) {
    const characters = back.unknown.map((/** @type {string} */ character) =>
      el("bdi.literal", visible(character))
    );
    const more = back.unknown_total - back.unknown.length;
    const spaced = characters.flatMap((
      /** @type {Node} */ node,
      /** @type {number} */ i,
    ) => (i ? [" ", node] : [node]));
    return el("span", ...spaced, more > 0 ? t(" and {n} more", { n: number(more) }) : null);
  }
}

/** A cause for a text that has changed on its way. @param {string} cause */
function causeInWords(cause) {
  switch (cause) {
    case "unknown":
      return t(
        "Not in the vocabulary: {characters}. Each became the unknown token. With bytes as " +
          "the unit, nothing is unknown.",
      );
    case "normalization":
      return t("Normalization changed the text before it was encoded.");
    case "white-space":
      return t(
        "Whitespace: the text was cut there, and the whitespace was dropped. Decoding can " +
          "only put one space after each end-of-word marker, or none at all without a marker.",
      );
    default:
      return t(
        "The text itself contains a Ġ, which represents a space here, so it comes back as a space.",
      );
  }
}
