/**
 * A text with every change that normalization made, in its place, and as a table.
 *
 * A *piece* is a part that changed independently of the rest: [original, text, change], where
 * change is "same", "equivalent" or "lost". Text is only ever placed with textContent.
 */

import { takeColours } from "../../../components/drawing/colours.js";
import { el } from "../../../components/drawing/elements.js";
import { localeOf, wholeIn } from "../../../components/drawing/numbers.js";
import { scrollBox } from "../../../components/drawing/panel.js";
import { visible } from "../../../components/tokens/spelling.js";

/**
 * @import { Drawing, Texts } from "../../../components/component/component.d.ts"
 */

/**
 * A distinct change: what was written, what it became, the code points of both, and how often.
 * @typedef {{
 *   original: string, text: string, change: string, from: string, to: string, count: number
 * }} Change
 *
 * One normalization by itself.
 * @typedef {{
 *   name: string, changes: Change[], more: number, lost: number, equivalent: number,
 *   way: string|null
 * }} Each
 *
 * @typedef {{
 *   each?: Each[], names: Record<string, string>, pieces: [string, string, string][],
 *   changes: Change[], verdict: string, reversible: boolean, text: Texts, lang: string
 * }} Data
 */

const MARKS = /** @type {Record<string, string>} */ ({ lost: "×", equivalent: "≈", same: "" });

/**
 * A changed piece: what was written above what it became.
 * @param {string[]} piece
 * @param {Texts} text
 */
function changedPiece([original, became, change], text) {
  const after = became
    ? el("bdi", { className: "after" }, visible(became))
    : el("span", { className: "after none" }, text.nothing);
  const node = el(
    "span",
    { className: `change ${change}` },
    el("bdi", { className: "before" }, visible(original)),
    after,
    el("span", { className: "sign", ariaHidden: "true" }, MARKS[change]),
  );
  /** @param {string} name @param {string} told */
  const labelled = (name, told) =>
    text.labelled.replace("{name}", name).replace("{told}", () => told);
  const before = labelled(text.before, visible(original));
  const then = labelled(text.after, visible(became) || text.nothing);
  node.title = [before, then, text[change]].join(" · ");
  return node;
}

/** Text that did not change; its line ends are kept. @param {string} run */
function unchanged(run) {
  return run.split("\n").flatMap((line, i) =>
    (i ? [el("span", { className: "break" }, "↵"), el("br")] : []).concat(
      el(
        "bdi",
        { className: "run" },
        line && [...line].map((c) => (c === " " ? c : visible(c))).join(""),
      ),
    )
  );
}

/** @param {Data} data */
function changeTable({ changes, text, lang }) {
  const number = wholeIn(lang);
  const cell = (/** @type {string} */ shown, /** @type {string} */ code) =>
    el(
      "td",
      {},
      el("bdi", { className: "chip" }, visible(shown) || text.nothing),
      el("small", {}, code),
    );
  const rows = changes.map((change) =>
    el(
      "tr",
      {},
      cell(change.original, change.from),
      cell(change.text, change.to),
      el(
        "td",
        { className: `kind ${change.change}` },
        `${MARKS[change.change]} ${text[change.change]}`,
      ),
      el("td", { className: "count" }, number(change.count)),
    )
  );
  const head = [text.before, text.after, "", text.count].map((title) =>
    title ? el("th", { scope: "col" }, title) : el("td", {})
  );
  return el(
    "details",
    { className: "panel" },
    el("summary", {}, text.changes_title),
    el(
      "table",
      { className: "changes" },
      el("thead", {}, el("tr", {}, ...head)),
      el("tbody", {}, ...rows),
    ),
  );
}

/**
 * One normalization by itself: a summary of it, and its distinct changes.
 * @param {Each} each
 * @param {Data} data
 */
function row({ name, changes, more, lost, equivalent, way }, { names, text, lang }) {
  const number = wholeIn(lang);
  let said = way === null
    ? text.no_way_back
    : text.back.replace("{form}", (way ?? "").toUpperCase());
  if (lost) said = lost === 1 ? text.n_lost_once : text.n_lost.replace("{n}", number(lost));
  else if (!equivalent) said = text.unchanged;
  const boxes = changes.map((c) => changedPiece([c.original, c.text, c.change], text));
  return el(
    "article",
    { className: "cutting", "data-name": name },
    el("h3", {}, names[name]),
    el("p", { className: "said" }, el("span", { className: lost ? "loses" : "" }, said)),
    el(
      "div",
      { className: "parts", dir: "auto" },
      ...boxes,
      more ? el("span", { className: "more" }, text.more.replace("{n}", number(more))) : null,
    ),
  );
}

/** @param {Data} data */
function drawEach(data) {
  const { text, each = [] } = data;
  return el(
    "section",
    { className: "panel" },
    el("h2", {}, text.each_title),
    el("p", { className: "legend" }, text.each_legend),
    ...each.map((one) => row(one, data)),
  );
}

/** @param {Data} data */
function drawChain({ pieces, changes, verdict, reversible, text }) {
  const shown = pieces.flatMap((
    /** @type {string[]} */ piece,
  ) => (piece[2] === "same" ? unchanged(piece[0]) : [changedPiece(piece, text)]));
  const said = el(
    "p",
    { className: `verdict ${reversible ? "kept" : "gone"}`, role: "status" },
    `${reversible ? "✓" : "×"} ${verdict}`,
  );
  const legend = changes.length ? el("p", { className: "legend" }, text.legend) : null;
  return el(
    "section",
    { className: "panel" },
    el("h2", { id: "heading-normalized" }, text.title),
    legend,
    scrollBox("normalized", { dir: "auto", "aria-labelledby": "heading-normalized" }, ...shown),
    said,
  );
}

/** @param {Data} data */
function draw(data) {
  if (data.each) return el("div", { className: "stepper before-merges" }, drawEach(data));
  return el(
    "div",
    { className: "stepper before-merges" },
    drawChain(data),
    data.changes.length ? changeTable(data) : null,
  );
}

/** @param {Drawing<Data>} drawing */
export default function mount({ data, parentElement }) {
  const place = /** @type {HTMLElement} */ (parentElement.querySelector(".mount"));
  takeColours(place);
  place.lang = localeOf(data.lang);
  const open = place.querySelector("details")?.open;
  place.replaceChildren(draw(data));
  if (open) place.querySelector("details")?.setAttribute("open", "");
}
