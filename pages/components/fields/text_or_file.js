// A text area with a button that sends its text, and one that takes a file instead.

import { button, el } from "../drawing/elements.js";
import { fileInput, takeDropped } from "./files.js";

/** Subclasses say what is sent, and what the buttons are called. */
export class TextOrFile {
  /** @param {HTMLElement} root @param {Record<string, unknown>} files what kind can be chosen */
  constructor(root, files) {
    this.area = el("textarea", { rows: 7, spellcheck: false, dir: "auto" });
    this.use = button("", () => this.sendText(), "use primary");
    const take = (/** @type {File[]} */ files) => this.sendFiles(files);
    this.file = fileInput(take, files);
    this.choose = el("label.choose");
    this.message = el("p.message", { role: "alert" });
    this.label = el("label.name");
    this.buttons = el("div.buttons", this.use, this.choose);
    this.node = el("div.own-text", this.label, this.buttons, this.message);
    root.querySelector(".mount")?.replaceChildren(this.node);
    this.area.onkeydown = (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.sendText();
    };
    takeDropped(this.node, take);
  }

  /** @param {{label: string, placeholder: string, use: string, choose: string}} names */
  name({ label, placeholder, use, choose }) {
    this.label.replaceChildren(label, this.area);
    this.area.placeholder = placeholder;
    this.use.textContent = use;
    this.choose.replaceChildren(choose, this.file);
  }

  sendText() {}

  /** @param {File[]} _files @returns {Promise<void>} */
  async sendFiles(_files) {}
}
