// A show of hands: the teacher counts them, and enters how many chose what.

import { t } from "../../browser/sentences.js";
import { el } from "../../drawing/elements.js";

/** A form that enters the hands of one choice after another. */
export class Hands {
  /** @param {(choice: number, count: number) => void} enter */
  constructor(enter) {
    this.drawn = "";
    this.choice = el("select", { ariaLabel: t("Choice") });
    this.count = el("input", {
      type: "number",
      min: "0",
      max: "1000",
      ariaLabel: t("Raised hands"),
    });
    const form = el(
      "form",
      {},
      this.choice,
      this.count,
      el("button", {}, t("Count them")),
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
      el("summary", {}, t("Show of hands")),
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
