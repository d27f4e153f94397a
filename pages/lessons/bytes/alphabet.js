/**
 * The 256 bytes as GPT-2 writes them. One byte is shown in detail: how its character is chosen,
 * what the byte does in UTF-8, and how often the text has it.
 *
 * Text is only ever placed with textContent.
 */

import { t } from "../../components/browser/sentences.js";
import {
  closest,
  el,
  fill,
  inARow,
  isBrowsers,
  tableOf,
} from "../../components/drawing/elements.js";
import { keepFocus, legendLine, scrollBox } from "../../components/drawing/panel.js";
import { placeToDraw } from "../../components/drawing/place_to_draw.js";
import { wholeIn } from "../../components/drawing/numbers.js";
import { hex, sequenceLength, visible } from "../../components/tokens/spelling.js";

/**
 * @import { Drawing } from "../../components/component/newest_drawing.js"
 */

/**
 * For each byte: the character that GPT-2 writes, its index among the moved bytes or -1, and how
 * often the byte is used. `listed` holds the distinct characters of the text.
 * @typedef {{
 *   characters: string[], moved: number[], used: number[], listed: Listed[], spelled: string,
 *   lang: string
 * }} Data
 *
 * A character with its code points, its first bytes, and how many more it has.
 * @typedef {{text: string, points: string[], bytes: number[], more: number}} Listed
 */

/** Whether a byte goes on with a character, in UTF-8. @param {number} byte */
const isContinuation = (byte) => byte >= 0x80 && byte < 0xc0;

class Alphabet {
  /** @param {Data} data @param {number} byte shown in detail */
  constructor(data, byte) {
    this.data = data;
    this.number = wholeIn(data.lang);
    this.cells = data.characters.map((character, i) => this.cell(character, i));
    /** @type {HTMLElement|undefined} */
    this.looked = undefined;
    this.about = el("p.about", { role: "status" });
    const title = t("GPT-2's character for every byte");
    const grid = el("div.alphabet", { role: "group", ariaLabel: title }, ...this.cells);
    const look = (/** @type {Event} */ event) => this.look(closest(event, "button"));
    for (const kind of ["click", "focusin", "pointerover"]) grid.addEventListener(kind, look);
    grid.onkeydown = (/** @type {KeyboardEvent} */ event) => this.walk(event);
    const panel = el(
      "section.panel",
      el("h2", title),
      legendLine(t(
        "Filled: in your text. Plain frame: the byte is written as itself. Dashed frame: " +
          "the byte can't be displayed, so another character is used. Crossed out: it never " +
          "occurs in UTF-8.",
      )),
      grid,
      this.about,
    );
    this.node = el("div.stepper.bytes", panel, this.list());
    this.look(this.cells[byte]);
  }

  /** @param {string} character @param {number} byte */
  cell(character, byte) {
    const { moved, used } = this.data;
    const kinds = [
      "letter",
      moved[byte] < 0 ? "itself" : "moved",
      used[byte] ? "used" : "",
      isContinuation(byte) || sequenceLength(byte) ? "" : "never",
    ];
    const className = kinds.filter(Boolean).join(" ");
    const ariaLabel = t("Byte {hex}", { hex: hex(byte) }) + `: ${character}`;
    const about = { type: "button", className, tabIndex: -1, "data-byte": byte, ariaLabel };
    return el("button", about, el("span", character), el("small", hex(byte)));
  }

  /** Tell what a byte does in UTF-8. @param {number} byte */
  role(byte) {
    if (isContinuation(byte)) return t("In UTF-8 it continues a character.");
    const n = sequenceLength(byte);
    if (!n) return t("In UTF-8 it never occurs.");
    if (n === 1) return t("In UTF-8 it is a whole character: ASCII.");
    return t("In UTF-8 it begins a character of {n} bytes.", { n });
  }

  /** @param {HTMLElement|null} cell */
  look(cell) {
    if (!cell || cell === this.looked) return;
    this.looked?.classList.remove("looked");
    if (this.looked) this.looked.tabIndex = -1;
    this.looked = cell;
    cell.classList.add("looked");
    cell.tabIndex = 0;
    const byte = Number(cell.dataset.byte);
    const { characters, moved, used } = this.data;
    const sum = 256 + moved[byte];
    const values = {
      hex: el("strong", hex(byte)),
      number: String(byte),
      i: String(moved[byte]),
      sum: String(sum),
      point: `U+${sum.toString(16).toUpperCase().padStart(4, "0")}`,
    };
    const sentence = moved[byte] < 0
      ? t(
        "Byte {hex} is {number}, and character {number} of Unicode can be displayed: {char}. " +
          "So the byte is shown as {char}.",
      )
      : t(
        "Byte {hex} is {number}, and character {number} of Unicode can't be displayed. It is " +
          "number {i}, counted from 0, of the 68 bytes like that. So it is shown as character " +
          "256 + {i} = {sum}, which is {point}: {char}.",
      );
    const parts = sentence.split("{char}").flatMap((part, i) => [
      i ? el("bdi.chip", characters[byte]) : "",
      fill(part, values),
    ]);
    const uses = !used[byte]
      ? t("It does not occur in your text.")
      : used[byte] === 1
      ? t("It occurs once in your text.")
      : t("It occurs {n} times in your text.", { n: this.number(used[byte]) });
    this.about.replaceChildren(inARow(el("span", ...parts), this.role(byte), uses));
  }

  /** Arrow keys move around the grid. @param {KeyboardEvent} event */
  walk(event) {
    const way = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 16, ArrowUp: -16 }[event.key];
    const next = way && this.cells[Number(closest(event, "button")?.dataset.byte) + way];
    if (!next || isBrowsers(event)) return;
    event.preventDefault();
    next.focus();
  }

  /** Each distinct character with its bytes, and how GPT-2 writes them. */
  list() {
    const { listed, spelled, characters } = this.data;
    const rows = listed.map((one) => {
      const more = one.more ? " " + t("and {n} more", { n: this.number(one.more) }) : "";
      const written = one.bytes.map((byte) => el("bdi.chip", characters[byte]));
      return el(
        "tr",
        el("td", el("bdi.chip", visible(one.text))),
        el("td.codes", one.points.join(" ")),
        el("td.codes", one.bytes.map(hex).join(" ") + more),
        el("td", ...written),
      );
    });
    const table = scrollBox(
      "listed",
      { "aria-labelledby": "heading-listed" },
      tableOf([t("character"), t("code points"), t("bytes"), t("GPT-2 writes")], rows),
    );
    const start = t("So other tools show the start of your text as");
    return el(
      "section.panel",
      el("h2", { id: "heading-listed" }, t("Your characters, byte by byte")),
      table,
      el("p.spelled", start, " ", el("bdi.literal", spelled)),
    );
  }
}

/** @param {Drawing<Data>} drawing */
export default function mount(drawing) {
  const place = placeToDraw(drawing);
  if (!place) return;
  const looked = place.querySelector(/** @type {"button"} */ (".looked"));
  const alphabet = new Alphabet(drawing.data, Number(looked?.dataset.byte ?? 0x20));
  keepFocus(place, () => place.replaceChildren(alphabet.node));
}
