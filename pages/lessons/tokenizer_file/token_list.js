/**
 * Tokens of a file, one per row. Consecutive long tokens are folded into one line.
 *
 * Text is only ever placed with textContent.
 */

import { t } from "../../components/browser/sentences.js";
import { button, el } from "../../components/drawing/elements.js";
import { wholeIn } from "../../components/drawing/numbers.js";
import { drawOnce } from "../../components/drawing/place_to_draw.js";
import { hex } from "../../components/tokens/spelling.js";
import { bytesIn, TokenViews } from "../../components/vocabularies/token_views.js";

/**
 * @import { Drawing } from "../../components/component/newest_drawing.js"
 * @import { TokenView } from "../../components/vocabularies/token_views.js"
 */

/**
 * @typedef {{
 *   token: TokenView, script: string, remark: string, instead: TokenView[], folded: boolean
 * }} RowData
 *
 * @typedef {{rows: RowData[], lang: string}} Data
 */

/**
 * @param {RowData} row @param {boolean} explains @param {Data} data
 * @param {(id: number) => void} open
 */
function rowNode({ token, script, remark, instead }, explains, { lang }, open) {
  const number = wholeIn(lang);
  const opens = button(new TokenViews([token]).chip(0), () => open(token.id), "token");
  const bytes = bytesIn(token.bytes).map(hex);
  const shown = bytes.slice(0, 12).join(" ") + (bytes.length > 12 ? " …" : "");
  const why = explains
    ? [el("td", remark), el("td", ...new TokenViews(instead).all())]
    : [el("td", script), el("td.bytes", shown)];
  return el(
    "tr",
    el("td", opens),
    el("td.amount", String(token.id)),
    el("td.amount", token.rank === null ? "" : number(token.rank)),
    ...why,
  );
}

/** @param {Data} data @param {(id: number) => void} open */
function tableNode(data, open) {
  const { rows } = data;
  const explains = rows.some((row) => row.remark);
  const more = explains ? [t("why"), t("what comes out instead")] : [t("script"), t("bytes")];
  const names = [t("token"), t("id"), t("rank"), ...more];
  const head = names.map((name, i) =>
    el(i === 1 || i === 2 ? "th.amount" : "th", { scope: "col" }, name)
  );
  const bodies = stretches(rows).map(({ folded, items }) => {
    const drawn = items.map((row) => rowNode(row, explains, data, open));
    if (!folded) return el("tbody", ...drawn);
    const label = t(
      "Long tokens, folded away: {n}. Some vocabularies learned spam, and worse, from the web.",
      { n: wholeIn(data.lang)(items.length) },
    );
    const unfold = button(label, () => body.replaceChildren(...drawn), "unfold");
    const body = el("tbody", el("tr", el("td", { colSpan: names.length }, unfold)));
    return body;
  });
  return el("table", el("thead", el("tr", ...head)), ...bodies);
}

/** @param {Drawing<Data>} drawing */
export default function mount(drawing) {
  drawOnce(drawing, (data, tell) => {
    const table = tableNode(data, (id) => tell("token", id));
    return [el("div.stepper.scroll.vocabulary-tokens", table)];
  });
}

/**
 * @template {{folded: boolean}} Row
 * @param {Row[]} rows
 * @returns {{folded: boolean, items: Row[]}[]}
 */
function stretches(rows) {
  /** @type {{folded: boolean, items: Row[]}[]} */
  const found = [];
  for (const row of rows) {
    const last = found.at(-1);
    if (last?.folded === row.folded) last.items.push(row);
    else found.push({ folded: row.folded, items: [row] });
  }
  return found;
}
