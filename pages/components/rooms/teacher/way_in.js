// Shows the way into a room: the code, large before the first question, and then always in one
// line for those who come late.

import { t } from "../../browser/sentences.js";
import { el, fill } from "../../drawing/elements.js";

/**
 * @import { Opened } from "./room_wire.js"
 */

export class WayIn {
  constructor() {
    this.address = "";
    this.poster = el("div", { className: "where" });
    this.line = el("p", { className: "way-in" });
  }

  /** @param {Opened} opened */
  show({ code, address, qr, reach }) {
    this.address = address;
    const { host, pathname } = new URL(address);
    const place = host + pathname.slice(0, -code.length);
    const name = () => el("b", { translate: false }, code);
    this.line.replaceChildren(
      fill(t("Join: {address} with the code {code}"), {
        address: el("b", {}, place),
        code: name(),
      }),
    );
    this.poster.replaceChildren(
      el("img", { src: qr, alt: t("QR code of the room") }),
      el("p", {}, fill(t("Scan, or open {address}"), { address: el("b", {}, host + pathname) })),
      el("p", { className: "code", translate: false }, code),
      el("p", { className: "reach" }, reach),
    );
  }

  clear() {
    this.poster.replaceChildren();
    this.line.replaceChildren();
  }
}
