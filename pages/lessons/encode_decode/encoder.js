/**
 * The encoder: a text as tokens, the way of one word to its tokens, and the way back from the ids.
 *
 * Python encodes and sends every state of the word, so stepping needs no request. A *rule* is a
 * merge, given as the number of the step that learned it.
 *
 * Text is only ever placed with textContent.
 */

import { t } from "../../components/browser/sentences.js";
import { el, fill } from "../../components/drawing/elements.js";
import { panel, scrollBox } from "../../components/drawing/panel.js";
import { receivedData } from "../../components/drawing/place_to_draw.js";
import { Presenter, putWalk, walkAt } from "../../components/stepper/walking/mounted.js";
import { offerRoom } from "../../components/stepper/walking/offered_room.js";
import { reportSeen } from "../../components/stepper/walking/trace_source.js";
import { visible } from "../../components/tokens/spelling.js";
import { TextTokens, TokenChips } from "./text_tokens.js";
import { WordWalk } from "./word_walk.js";

/**
 * @import { Drawing, Tell } from "../../components/component/newest_drawing.js"
 * @import { TeachersRoom } from "../../components/rooms/teacher/room.js"
 * @import { Encoding } from "./word_walk.js"
 */

class Encoder {
  /**
   * @param {string} lang
   * @param {Drawing<Uint8Array>} drawing the newest
   * @param {Encoder} [before] in another language, in whose place it is drawn
   */
  constructor(lang, drawing, before) {
    this.lang = lang;
    this.drawing = drawing;
    /** @type {WordWalk|undefined} */
    this.walk = before?.walk;
    /** @type {string} */
    this.drawn = before?.drawn ?? ""; // the data that the walk was drawn from
    /** @type {number} */
    this.visit = before?.visit ?? -1;
    /** @type {Tell} */
    this.tell = (name, value) => this.drawing.setTriggerValue(name, value);
    /** @type {TextTokens} */
    this.tokens = new TextTokens((word) => this.tell("word", word));
    if (before) this.tokens.showIds(before.tokens.ids.checked);
    /** Where the ids and their text are drawn. */
    this.back = el("div");
    this.place = el("div.place");
    this.presenter = new Presenter(this, this.tell);
    /** @type {HTMLElement} */
    this.node = el(
      "div.stepper.encoder",
      this.presenter.node,
      el("div.one-screen", this.tokens.node, this.place),
      this.back,
    );
    before?.room?.leave();
    /** @type {TeachersRoom|undefined} */
    this.room = undefined;
  }

  /** Hides whatever gives a step away until the last step is predicted. */
  cover() {
    const { walk } = this;
    const isOpen = walk !== undefined && walk.prediction.on && walk.step < walk.model.steps;
    this.tokens.cover(isOpen ? walk.data.words[walk.data.chosen ?? 0][0] : undefined);
    this.back.hidden = isOpen;
  }

  /** @param {Encoding} data */
  update(data) {
    const chips = new TokenChips(data);
    this.tokens.update(chips);
    this.back.replaceChildren(textAgain(chips));
    this.showWalk(chips);
    this.cover();
    this.presenter.dress(data.classroom);
    this.room ??= offerRoom(this.presenter, this.predicted(), data.classroom);
    this.room?.update();
  }

  /** Lets a room ask about each step of the word that is walked now. */
  predicted() {
    return {
      node: this.node,
      asks: "encode",
      question: () => this.walk?.question() ?? null,
      isPredicted: () => this.walk?.prediction.on ?? false,
      predict: (/** @type {boolean} */ isOn) => this.walk?.prediction.set(isOn),
      carryOut: (/** @type {number} */ step) => this.walk?.go(step),
    };
  }

  /**
   * Keeps a walk that is already on the screen where it is, unless the visitor went back.
   * @param {TokenChips} chips
   */
  showWalk(chips) {
    const { data } = chips;
    const drawn = JSON.stringify([data.key, data.walk, data.lang]);
    const same = drawn === this.drawn;
    if (same && data.visit !== this.visit) {
      this.walk?.prediction.set(data.predict);
      this.walk?.go(data.step);
    }
    const isFirst = !this.drawn || data.visit !== this.visit;
    this.visit = data.visit;
    if (same) return;
    const here = this.walk && JSON.stringify(this.walk.data.walk) === JSON.stringify(data.walk)
      ? this.walk.step
      : 0;
    const step = isFirst ? data.step : here;
    this.walk?.stop();
    this.drawn = drawn;
    reportSeen(data.key);
    const reached = (/** @type {number} */ step) => this.report(step);
    this.walk = data.walk ? new WordWalk(chips, step, reached, this.tell) : undefined;
    if (this.walk) {
      this.walk.onStep = () => {
        this.cover();
        this.room?.update();
      };
    }
    if (this.node.classList.contains("in-room")) this.walk?.prediction.set(true);
    this.place.replaceChildren(this.walk?.node ?? "");
    if (step !== data.step) this.report(step);
  }

  /** Tells Python which step of which word is seen. @param {number} step */
  report(step) {
    this.drawing.setStateValue("step", [this.walk?.model.word.word ?? "", step]);
  }

  stop() {
    this.walk?.stop();
    this.room?.leave();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.room?.key(event)) this.walk?.key(event);
  }
}

/**
 * The ids of the text, what they decode to, and whether that equals the text.
 * @param {TokenChips} chips
 */
function textAgain({ data: { back }, number }) {
  const ids = scrollBox("literal ids", { ariaLabel: t("ids") }, back.ids.join(" "));
  const text = el("bdi", visible(back.decoded));
  const decoded = scrollBox("literal", { ariaLabel: t("decoded") }, text);
  const list = el(
    "dl.readings",
    ...[el("dt", t("ids")), el("dd", ids)],
    ...[el("dt", t("decoded")), el("dd", decoded)],
  );
  const literal = (/** @type {string} */ string) => el("bdi.literal", visible(string));
  const there = (/** @type {string} */ string) => string ? literal(string) : el("em", t("nothing"));
  const values = {
    n: number(back.given_bytes),
    m: number(back.decoded_bytes),
    before: literal(back.before),
    given: there(back.given_there),
    back: there(back.decoded_there),
  };
  const said = back.is_equal ? t("Identical, byte for byte. Bytes in: {n}, bytes out: {n}.") : t(
    "Not identical. Bytes in: {n}, bytes out: {m}. They agree up to {before}; then the " +
      "text continues with {given}, and the decoded text with {back}.",
  );
  const verdict = el(
    `p.check.${back.is_equal ? "equal" : "differs"}`,
    { role: "status" },
    el("span.sign", { ariaHidden: "true" }, back.is_equal ? "✓" : "✗"),
    " ",
    fill(said, values),
  );
  const more = back.unknown_total - back.unknown.length;
  const characters = el(
    "span",
    ...back.unknown.flatMap((character, i) => [i ? " " : "", literal(character)]),
    more > 0 ? t(" and {n} more", { n: number(more) }) : null,
  );
  const sentences = causesInWords();
  const causes = back.causes.map((cause) => el("li", fill(sentences[cause], { characters })));
  const why = causes.length ? el("ul.causes", ...causes) : null;
  return panel(t("Token ids and back"), "back", null, list, verdict, why);
}

/** Causes for a text that has changed on its way. @returns {Record<string, string>} */
const causesInWords = () => ({
  unknown: t(
    "Not in the vocabulary: {characters}. Each became the unknown token. With bytes as " +
      "the unit, nothing is unknown.",
  ),
  normalization: t("Normalization changed the text before it was encoded."),
  "white-space": t(
    "Whitespace: the text was cut there, and the whitespace was dropped. Decoding can " +
      "only put one space after each end-of-word marker, or none at all without a marker.",
  ),
  "space-sign": t(
    "The text itself contains a Ġ, which represents a space here, so it comes back as a space.",
  ),
});

/** @param {Drawing<Uint8Array>} drawing what Python sent: JSON as bytes */
export default function mount(drawing) {
  const { parentElement } = drawing;
  /** @type {Encoding} */
  const data = receivedData(drawing);
  /** @type {Encoder|undefined} */
  const before = walkAt(parentElement);
  const encoder = before?.lang === data.lang ? before : new Encoder(data.lang, drawing, before);
  if (encoder !== before) parentElement.querySelector(".mount")?.replaceChildren(encoder.node);
  encoder.drawing = drawing;
  encoder.update(data);
  return putWalk(parentElement, encoder);
}
