// Small parts of a room on the projector: the way in, raised hands, and the time that is left.

import { t } from "../../browser/sentences.js";
import { el, fill } from "../../drawing/elements.js";

/**
 * @import { Opened } from "./room_wire.js"
 */

// Shows the way into a room: the code, large before the first question, and then always in one
// line for those who come late.

export class WayIn {
  constructor() {
    this.address = "";
    this.poster = el("div.where");
    this.line = el("p.way-in");
  }

  /** @param {Opened} opened */
  show({ code, address, qr, reach }) {
    this.address = address;
    const { host, pathname } = new URL(address);
    const place = host + pathname.slice(0, -code.length);
    const name = () => el("b", { translate: false }, code);
    this.line.replaceChildren(
      fill(t("Join: {address} with the code {code}"), {
        address: el("b", place),
        code: name(),
      }),
    );
    this.poster.replaceChildren(
      el("img", { src: qr, alt: t("QR code of the room") }),
      el("p", fill(t("Scan, or open {address}"), { address: el("b", host + pathname) })),
      el("p.code", { translate: false }, code),
      el("p.reach", reach),
    );
  }

  clear() {
    this.poster.replaceChildren();
    this.line.replaceChildren();
  }
}

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
    const form = el("form", this.choice, this.count, el("button", t("Count them")));
    form.onsubmit = (event) => {
      event.preventDefault();
      if (this.count.value !== "") enter(Number(this.choice.value), Number(this.count.value));
      this.count.value = "";
      this.choice.focus();
    };
    this.node = el("details.hands", { hidden: true }, el("summary", t("Show of hands")), form);
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

/** @param {number} seconds */
export const clockText = (seconds) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/**
 * Whole seconds until a moment, both in milliseconds; none when it is over.
 * @param {number} end
 * @param {number} now
 */
export const secondsUntil = (end, now) => Math.max(0, Math.ceil((end - now) / 1_000));

export class Countdown {
  /** @param {() => void} atEnd */
  constructor(atEnd) {
    this.atEnd = atEnd;
    this.end = 0; // when it is over, in milliseconds
    this.node = el("b.countdown", { role: "timer", hidden: true });
  }

  /** @param {number} seconds */
  start(seconds) {
    this.stop();
    this.end = Date.now() + 1_000 * seconds;
    this.node.hidden = false;
    this.ticking = setInterval(() => this.tick(), 200);
    this.tick();
  }

  stop() {
    clearInterval(this.ticking);
    this.node.hidden = true;
  }

  tick() {
    const left = secondsUntil(this.end, Date.now());
    this.node.textContent = clockText(left);
    if (left) return;
    this.stop();
    this.atEnd();
  }
}
