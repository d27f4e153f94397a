// A show of hands: the teacher counts them, and enters how many chose what.

import { el } from "../../drawing/elements.js";

/**
 * @import { Texts } from "../../component/component.d.ts"
 */

/** A form that enters the hands of one choice after another. */
export class Hands {
  /** @param {Texts} text @param {(choice: number, count: number) => void} enter */
  constructor(text, enter) {
    this.text = text;
    this.drawn = "";
    this.choice = el("select", { ariaLabel: text.choice });
    this.count = el("input", {
      type: "number",
      min: "0",
      max: "1000",
      ariaLabel: text.hands_count,
    });
    const form = el(
      "form",
      {},
      this.choice,
      this.count,
      el("button", {}, text.hands_enter),
    );
    form.onsubmit = (event) => {
      event.preventDefault();
      if (this.count.value !== "") enter(Number(this.choice.value), Number(this.count.value));
      this.count.value = "";
      this.choice.focus();
    };
    this.node = el(
      "details",
      { className: "hands", hidden: true },
      el("summary", {}, text.hands),
      form,
    );
  }

  /** @param {string[]|null} names of the choices that can be voted for now */
  show(names) {
    this.node.hidden = !names;
    const drawn = JSON.stringify(names);
    if (!names || this.drawn === drawn) return;
    this.drawn = drawn;
    this.node.removeAttribute("open");
    this.choice.replaceChildren(
      ...names.map((name, i) => el("option", { value: String(i) }, name)),
    );
  }
}
