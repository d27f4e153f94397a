/**
 * A text that arrives token by token, and what two programs have printed of it after each: one
 * decodes each token by itself, the other waits until a character is complete.
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
 * A token that arrives, by its bytes, and its effect: nothing yet, whole characters, a part, or the
 * last part. `alone` is the output so far of a program that decodes each token by itself, token by
 * token, `waiting` that of one that waits for whole characters, and `kept` the bytes that it keeps.
 * @typedef {"start"|"whole"|"part"|"complete"} Says
 * @typedef {{says: Says, token: string, alone: string[], waiting: string[], kept: string}} Step
 * @typedef {{lang: string, steps: Step[]}} ArrivingData
 */

const REPLACEMENT = "\ufffd";

/** @extends {TableWalk<Step>} */
class Arriving extends TableWalk {
  /** @param {ArrivingData} data */
  constructor(data) {
    const columns = [t("Program"), t("on the screen"), t("bytes that it keeps")];
    super(data, t("Walk through the tokens that arrive"), columns);
  }

  /** @override @param {Step} step */
  sentence({ says, token }) {
    return fill(sentence(says), { token: el("bdi.chip", token) });
  }

  /** @override @param {Step} step */
  rows({ alone, waiting, kept }) {
    return [
      row(t("decodes each token by itself"), printed(alone), "–"),
      row(t("waits for whole characters"), printed(waiting), kept ? keptBytes(kept) : "–"),
    ];
  }
}

/** The sentence about a token that arrives. @param {Says} says */
function sentence(says) {
  return {
    start: t("No token has arrived yet."),
    whole: t("{token} arrives: whole characters, which both programs print."),
    part: t(
      "{token} arrives and ends inside a character. One program prints �, the other keeps the " +
        "bytes of the part.",
    ),
    complete: t(
      "{token} arrives and completes a character. The program that has kept its beginning prints " +
        "it; the other has only � to show.",
    ),
  }[says];
}

/** @param {string} name @param {Node[]} shown @param {Node|string} kept */
function row(name, shown, kept) {
  const onScreen = el("td.printed", ...shown);
  return el("tr", el("th", { scope: "row" }, name), onScreen, el("td", kept));
}

/** The screen of a program: the text of each token. @param {string[]} texts */
function printed(texts) {
  return texts.map((text) => el(text.includes(REPLACEMENT) ? "bdi.wrong" : "bdi", text));
}

/** @param {string} bytes */
const keptBytes = (bytes) => el("bdi.chip.kept", bytes);

/** @param {Drawing<ArrivingData>} drawing */
export default function mount(drawing) {
  return mountWalk(drawing, (data) => new Arriving(data));
}
