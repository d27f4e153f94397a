/**
 * The lattice of a word: arcs over its units, the best segmentations, and Viterbi's table.
 *
 * Python sends the edges, the table and the best ways; stepping over the table needs no server. A
 * *position* is a place between units, from 0 to their number; an *edge* is a token between two
 * positions.
 *
 * Text is only ever placed with textContent.
 */

import { t } from "../../browser/sentences.js";
import { el } from "../../drawing/elements.js";
import { preparedPlace } from "../../drawing/place_to_draw.js";
import { localeOf, wholeIn } from "../../drawing/numbers.js";
import { wellFormed } from "../../browser/text.js";
import { WordView } from "./word_view.js";

/**
 * @import { Drawing } from "../../component/component.d.ts"
 * @import { Data } from "./payload.d.ts"
 */

/** The field for a word, and below it the view of the word at hand. */
class Lattice {
  /** @param {HTMLElement} mount */
  constructor(mount) {
    this.mount = mount;
    this.input = el("input", { type: "text", spellcheck: false, dir: "auto", autocomplete: "off" });
    this.button = el("button", { type: "submit", className: "show" });
    this.label = el("label");
    this.message = el("p.message", { role: "alert" });
    this.form = el("form.ask", this.label, this.button, this.message);
    this.place = el("div");
    /** @type {string|undefined} the word that was drawn last */
    this.shown = undefined;
    this.drawn = ""; // what the view was drawn from
    /** @type {WordView|undefined} */
    this.view = undefined;
    mount.replaceChildren(el("div.stepper.lattice", this.form, this.place));
  }

  /** @param {Data} data @param {(word: string) => void} send */
  update(data, send) {
    const { limit, lang } = data;
    this.mount.lang = localeOf(lang);
    this.label.replaceChildren(t("Any word, up to {limit} characters", { limit }), this.input);
    this.button.textContent = t("Show its lattice");
    if (this.shown !== data.word) this.input.value = this.shown = data.word;
    this.message.textContent = "";
    this.form.onsubmit = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.submit(data, send);
    };
    const key = JSON.stringify([data.lattice, lang]);
    if (key === this.drawn) return; // don't interrupt what the learner does here
    this.drawn = key;
    const { lattice } = data;
    const isSameWord = JSON.stringify(this.view?.lattice.units) === JSON.stringify(lattice?.units);
    const kept = isSameWord ? this.view?.position : undefined;
    this.view = lattice
      ? new WordView({ ...data, lattice }, this.mount.clientWidth - 36)
      : undefined;
    if (kept !== undefined) this.view?.go(kept);
    this.place.replaceChildren(this.view?.node ?? "");
  }

  /** @param {Data} data @param {(word: string) => void} send */
  submit({ limit, lang }, send) {
    const word = wellFormed(this.input.value).whole;
    const length = [...word].length;
    const number = wholeIn(lang);
    if (length > limit) {
      this.message.textContent = t(
        "This word has {n} characters; the limit is {limit}. Shorten it.",
        { n: number(length), limit: number(limit) },
      );
    } else this.message.textContent = length ? "" : t("Type a word first.");
    if (length && length <= limit) send(word);
  }
}

/** @type {WeakMap<HTMLElement, Lattice>} */
const lattices = new WeakMap();

/** @param {Drawing<Data>} drawing */
export default function mount({ data, parentElement, setTriggerValue }) {
  const place = preparedPlace({ data, parentElement });
  let lattice = lattices.get(parentElement);
  if (!lattice) lattices.set(parentElement, lattice = new Lattice(place));
  lattice.update(data, (word) => setTriggerValue("word", word));
}
