/**
 * One text on four rulers that line up byte by byte: as people count, code points, bytes, tokens.
 *
 * A mark is [what, start, end] in bytes. A line holds as many bytes as fit, and if possible ends
 * where a character ends. Text is only ever placed with textContent.
 */

import { t } from "../../components/browser/sentences.js";
import { el } from "../../components/drawing/elements.js";
import { preparedPlace } from "../../components/drawing/place_to_draw.js";
import { wholeIn } from "../../components/drawing/numbers.js";
import { legendLine } from "../../components/drawing/panel.js";
import { codePoint, direction, hex, visible } from "../../components/tokens/spelling.js";

/**
 * @import { Drawing } from "../../components/component/newest_drawing.js"
 */

/**
 * Something from a start byte up to, not including, an end byte. A token also says whether a merge
 * made it.
 * @typedef {[string, number, number]} Mark
 * @typedef {[number, number, number, boolean]} TokenMark
 *
 * `totals` has the number of marks on each ruler; null if there is no tokenizer.
 * @typedef {{
 *   clusters: Mark[], points: Mark[], bytes: number[], tokens: TokenMark[],
 *   totals: (number|null)[], is_cut: boolean, lang: string
 * }} Data
 */

const COLUMN = 34; // width of a byte in pixels

class Rulers {
  /** @param {Data} data @param {number} width */
  constructor(data, width) {
    this.data = data;
    this.columns = Math.max(6, Math.floor(width / COLUMN));
    const number = wholeIn(data.lang);
    const rulers = /** @type {const} */ ([
      ["li.clusters", t("characters as people see them")],
      ["li.points", t("code points")],
      ["li.bytes", t("bytes in UTF-8")],
      ["li.tokens", t("tokens, by their ids")],
    ]);
    const sums = rulers.map(([item, told], i) => {
      const total = data.totals[i];
      return total === null ? null : el(item, el("strong", number(total)), " ", told);
    });
    const cut = data.is_cut
      ? el("p.more", t("Only the start is drawn. The totals are for the whole text."))
      : null;
    const body = data.bytes.length ? this.lines() : [el("p.more", t("Type some text above."))];
    this.node = el(
      "div.stepper.bytes",
      el(
        "section.panel",
        el("h2", t("One text on four rulers")),
        el("ul.sums", ...sums),
        legendLine(t(
          "Everything in one column is the same part of the text. A cell with a dotted end " +
            "continues on the next line. Whitespace that pre-tokenization drops has no " +
            "token.",
        )),
        ...body,
        cut,
      ),
    );
  }

  /** The lines, each of which ends, if possible, after a whole character. */
  lines() {
    const { bytes, clusters } = this.data;
    const lines = [];
    let start = 0;
    while (start < bytes.length) {
      const last = Math.min(start + this.columns, bytes.length);
      const ends = clusters.map((mark) => mark[2]).filter((end) => end <= last);
      const whole = Math.max(...ends);
      const end = whole > start ? whole : last;
      lines.push(this.line(start, end));
      start = end;
    }
    return lines;
  }

  /** @param {number} start @param {number} end */
  line(start, end) {
    const { clusters, points, bytes, tokens } = this.data;
    const cells = [
      ...this.row(clusters, 1, start, end, this.cluster),
      ...this.row(points, 2, start, end, this.point),
      ...bytes.slice(start, end).map((byte, i) => this.place(this.byte(byte), 3, i + 1, i + 2)),
      ...this.row(tokens, 4, start, end, this.token),
    ];
    const dir = direction(clusters.map(([text]) => text).join(""));
    const node = el("div.line", { dir }, ...cells);
    node.style.gridTemplateColumns = `repeat(${end - start}, ${COLUMN}px)`;
    return node;
  }

  /**
   * The cells of one ruler in one line. A mark that continues on the next line has an open end.
   * @template {Mark|TokenMark} M
   * @param {M[]} marks
   * @param {number} row
   * @param {number} start
   * @param {number} end
   * @param {(mark: M) => HTMLElement} make
   */
  row(marks, row, start, end, make) {
    return marks.filter((mark) => mark[1] < end && mark[2] > start).map((mark) => {
      const cell = make(mark);
      cell.classList.toggle("came", mark[1] < start);
      cell.classList.toggle("goes", mark[2] > end);
      const [from, to] = [Math.max(mark[1], start), Math.min(mark[2], end)];
      return this.place(cell, row, from - start + 1, to - start + 1);
    });
  }

  /** @param {HTMLElement} cell @param {number} row @param {number} from @param {number} to */
  place(cell, row, from, to) {
    cell.style.gridArea = `${row} / ${from} / ${row + 1} / ${to}`;
    return cell;
  }

  /** @param {Mark} mark */
  cluster([cluster]) {
    const shown = visible(cluster);
    return el("bdi.cell.cluster", { title: shown }, shown);
  }

  /** @param {Mark} mark */
  point([character, start, end]) {
    const code = codePoint(character).slice(1, -1);
    const shown = visible(character);
    // A narrow cell has no room for both; a character without a shape already shows as its code.
    const small = el("small", code);
    const parts = shown.includes(code) ? [small] : [shown, end - start > 1 ? small : null];
    return el("bdi.cell.point", { title: `${shown} ${code}` }, ...parts);
  }

  /** @param {number} byte */
  byte(byte) {
    const kind = byte < 0x80 ? "ascii" : byte < 0xc0 ? "goes-on" : "begins";
    return el(`span.cell.byte.${kind}`, hex(byte));
  }

  /** @param {TokenMark} mark */
  token([id, , , merged]) {
    return el(merged ? "span.cell.token.merged" : "span.cell.token", String(id));
  }
}

/** @type {WeakMap<HTMLElement, () => void>} */
const redraw = new WeakMap();

/** @param {Drawing<Data>} drawing */
export default function mount({ data, parentElement }) {
  const place = preparedPlace({ data, parentElement });
  let width = 0;
  const draw = () => {
    if (place.clientWidth === width) return;
    width = place.clientWidth;
    place.replaceChildren(new Rulers(data, width - 36).node);
  };
  const first = !redraw.has(parentElement);
  redraw.set(parentElement, draw);
  draw();
  if (first) new ResizeObserver(() => redraw.get(parentElement)?.()).observe(place);
}
