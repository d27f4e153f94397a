/**
 * The encoder: a text as tokens, the way of one word to its tokens, and the way back from the ids.
 *
 * Python encodes and sends every state of the word, so stepping needs no request. A *rule* is a
 * merge, given as the number of the step that learned it.
 *
 * Text is only ever placed with textContent.
 */

import { el } from "../../../components/drawing/elements.js";
import { receivedData } from "../../../components/drawing/place_to_draw.js";
import { Mounted, Presenter } from "../../../components/stepper/walking/mounted.js";
import { wholeIn } from "../../../components/drawing/numbers.js";
import { OfferedRoom } from "../../../components/stepper/walking/offered_room.js";
import { TextTokens, TokenChips } from "./text_tokens.js";
import { WayBack } from "./way_back.js";
import { WordWalk } from "./word_walk.js";

/**
 * @import { Drawing, Tell } from "../../../components/component/component.d.ts"
 * @import { Encoding } from "./payload.d.ts"
 */

/** @typedef {{word(name: string): void, step(step: number): void, tell: Tell}} Send */

class Encoder {
  /** @param {HTMLElement} mount @param {Send} send */
  constructor(mount, send) {
    this.mount = mount;
    this.send = send;
    /** @type {WordWalk|undefined} */
    this.walk = undefined;
    /** @type {Presenter|undefined} */
    this.presenter = undefined;
    /** @type {OfferedRoom|undefined} */
    this.room = undefined;
    this.lang = ""; // the language of the presenter
    this.drawn = ""; // the data that the walk was drawn from
    this.visit = -1;
    this.tokens = new TextTokens((word) => this.send.word(word));
    this.back = new WayBack();
    this.place = el("div.place");
    this.node = el(
      "div.stepper.encoder",
      el("div.one-screen", this.tokens.node, this.place),
      this.back.node,
    );
    this.node.addEventListener("encoding-step", () => {
      this.cover();
      this.room?.update();
    });
    mount.replaceChildren(this.node);
  }

  /** Hides whatever gives a step away until the last step is predicted. */
  cover() {
    const { walk } = this;
    const isOpen = walk !== undefined && walk.prediction.on && walk.step < walk.model.steps;
    this.tokens.cover(isOpen ? walk.data.words[walk.data.chosen ?? 0][0] : undefined);
    this.back.node.hidden = isOpen;
  }

  /** @param {Encoding} data */
  update(data) {
    const number = wholeIn(data.lang);
    const chips = new TokenChips(data);
    this.tokens.update(data, chips, number);
    this.back.update(data, number);
    this.showWalk(data, chips);
    this.cover();
    this.present(data);
  }

  /** @param {Encoding} data */
  present({ classroom, lang }) {
    if (lang !== this.lang) {
      this.presenter?.node.remove();
      this.room?.remove();
      const tell = (/** @type {string} */ name, /** @type {unknown} */ value) =>
        this.send.tell(name, value);
      this.presenter = new Presenter(this, tell);
      this.node.prepend(this.presenter.node);
      this.room = new OfferedRoom(this.presenter, this.predicted());
      this.lang = lang;
    }
    this.presenter?.dress(classroom);
    this.room?.offer(classroom);
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
      go: (/** @type {number} */ step) => this.walk?.go(step),
    };
  }

  /**
   * Keeps a walk that is already on the screen where it is, unless the visitor went back.
   * @param {Encoding} data
   * @param {TokenChips} chips
   */
  showWalk(data, chips) {
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
    this.walk = data.walk
      ? new WordWalk(
        data,
        chips,
        step,
        (reached) => this.send.step(reached),
        (name, value) => this.send.tell(name, value),
      )
      : undefined;
    if (this.room?.isOpen) this.walk?.prediction.set(true);
    this.place.replaceChildren(this.walk?.node ?? "");
    if (step !== data.step) this.send.step(step);
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

/** @type {Mounted<{walk: Encoder}>} */
const mounted = new Mounted();

/** @param {Drawing<Uint8Array>} drawing what Python sent: JSON as bytes */
export default function mount(drawing) {
  const { parentElement, setTriggerValue, setStateValue } = drawing;
  /** @type {Encoding} */
  const data = receivedData(drawing);
  const place = /** @type {HTMLElement} */ (parentElement.querySelector(".mount"));
  const send = {
    word: (/** @type {string} */ word) => setTriggerValue("word", word),
    step: (/** @type {number} */ step) => setStateValue("step", [data.walk?.word ?? "", step]),
    tell: setTriggerValue,
  };
  const encoder = mounted.at(parentElement)?.walk ?? new Encoder(place, send);
  mounted.put(parentElement, { walk: encoder });
  encoder.send = send;
  encoder.update(data);
  return mounted.end(parentElement);
}
