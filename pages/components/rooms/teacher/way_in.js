// How a class comes into a room: the code, large before the first question, and then always in one
// line for those who come late.

import { el, fill } from "../../drawing/elements.js";

/**
 * @import { Texts } from "../../component/component.d.ts"
 * @import { Opened } from "./room_wire.js"
 */

export class WayIn {
  /** @param {Texts} text */
  constructor(text) {
    this.text = text;
    this.poster = el("div", { className: "where" });
    this.line = el("p", { className: "way-in" });
  }

  /** @param {Opened} opened */
  show({ code, address, qr, reach }) {
    const { host, pathname } = new URL(address);
    const place = host + pathname.slice(0, -code.length);
    const name = () => el("b", { translate: false }, code);
    this.line.replaceChildren(
      fill(this.text.way_in, { address: el("b", {}, place), code: name() }),
    );
    this.poster.replaceChildren(
      el("img", { src: qr, alt: this.text.qr_alt }),
      el("p", {}, fill(this.text.where, { address: el("b", {}, host + pathname) })),
      el("p", { className: "code", translate: false }, code),
      el("p", { className: "reach" }, reach ? this.text[`reach_${reach}`] : ""),
    );
  }

  clear() {
    this.poster.replaceChildren();
    this.line.replaceChildren();
  }
}
