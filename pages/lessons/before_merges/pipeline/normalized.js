/**
 * A text with every change that normalization made, in its place, and as a table.
 *
 * A *piece* is what was changed by itself: [original, text, change], where change is "same",
 * "equivalent" or "lost". Helpers are the stepper's. Text is only ever placed with textContent.
 */

import { takeColours } from "../../../components/drawing/colours.js";
import { el } from "../../../components/drawing/elements.js";
import { visible } from "../../../components/tokens/spelling.js";

const MARKS = /** @type {Record<string, string>} */ ({ lost: "×", equivalent: "≈", same: "" });

/** A changed piece: what was written above what it became. @param {string[]} piece @param {any} text */
function changedPiece([original, became, change], text) {
  const after = became ? el("bdi", { className: "after" }, visible(became)) : el("span", { className: "after none" }, text.nothing);
  const node = el("span", { className: `change ${change}` }, el("bdi", { className: "before" }, visible(original)), after, el("span", { className: "sign", ariaHidden: "true" }, MARKS[change]));
  node.title = `${text.before}: ${visible(original)} · ${text.after}: ${visible(became) || text.nothing} · ${text[change]}`;
  return node;
}

/** Text that stayed as it was; a line end stays one. @param {string} run */
function unchanged(run) {
  return run.split("\n").flatMap((line, i) => (i ? [el("span", { className: "break" }, "↵"), el("br")] : []).concat(el("bdi", { className: "run" }, line && [...line].map((c) => (c === " " ? c : visible(c))).join(""))));
}

/** @param {any} data */
function changeTable({ changes, text, lang }) {
  const number = new Intl.NumberFormat(lang === "zh" ? "zh-Hans" : "en");
  const cell = (/** @type {string} */ shown, /** @type {string} */ code) => el("td", {}, el("bdi", { className: "chip" }, visible(shown) || text.nothing), el("small", {}, code));
  const rows = changes.map((/** @type {any} */ change) =>
    el("tr", {}, cell(change.original, change.from), cell(change.text, change.to), el("td", { className: `kind ${change.change}` }, `${MARKS[change.change]} ${text[change.change]}`), el("td", { className: "count" }, number.format(change.count))),
  );
  const head = [text.before, text.after, "", text.count].map((title) => el("th", { scope: "col" }, title));
  return el("details", { className: "panel" }, el("summary", {}, text.changes_title), el("table", { className: "changes" }, el("thead", {}, el("tr", {}, ...head)), el("tbody", {}, ...rows)));
}

/** One normalization by itself: what can be said of it, and its different changes. @param {any} each @param {any} data */
function row({ name, changes, more, lost, equivalent, way }, { names, text, lang }) {
  const number = new Intl.NumberFormat(lang === "zh" ? "zh-Hans" : "en");
  let said = way === null ? text.no_way_back : text.back.replace("{form}", (way ?? "").toUpperCase());
  if (lost) said = lost === 1 ? text.n_lost_once : text.n_lost.replace("{n}", number.format(lost));
  else if (!equivalent) said = text.unchanged;
  const boxes = changes.map((/** @type {any} */ c) => changedPiece([c.original, c.text, c.change], text));
  return el("article", { className: "cutting", "data-name": name }, el("h4", {}, names[name]), el("p", { className: "said" }, el("span", { className: lost ? "loses" : "" }, said)), el("div", { className: "parts", dir: "auto" }, ...boxes, more ? el("span", { className: "more" }, text.more.replace("{n}", number.format(more))) : null));
}

/** @param {any} data */
function drawEach(data) {
  const { text, each } = data;
  return el("section", { className: "panel" }, el("h3", {}, text.each_title), el("p", { className: "legend" }, text.each_legend), ...each.map((/** @type {any} */ one) => row(one, data)));
}

/** @param {any} data */
function drawChain({ pieces, changes, verdict, reversible, text }) {
  const shown = pieces.flatMap((/** @type {string[]} */ piece) => (piece[2] === "same" ? unchanged(piece[0]) : [changedPiece(piece, text)]));
  const said = el("p", { className: `verdict ${reversible ? "kept" : "gone"}`, role: "status" }, `${reversible ? "✓" : "×"} ${verdict}`);
  const legend = changes.length ? el("p", { className: "legend" }, text.legend) : null;
  return el("section", { className: "panel" }, el("h3", {}, text.title), legend, el("div", { className: "normalized", dir: "auto" }, ...shown), said);
}

/** @param {any} data */
function draw(data) {
  if (data.each) return el("div", { className: "stepper before-merges" }, drawEach(data));
  return el("div", { className: "stepper before-merges" }, drawChain(data), data.changes.length ? changeTable(data) : null);
}

/** @param {any} component */
export default function mount({ data, parentElement }) {
  const place = parentElement.querySelector(".mount");
  takeColours(place);
  place.lang = data.lang === "zh" ? "zh-Hans" : "en";
  const open = place.querySelector("details")?.open;
  place.replaceChildren(draw(data));
  if (open) place.querySelector("details")?.setAttribute("open", "");
}
