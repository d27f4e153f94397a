/**
 * A text with every change that normalization made, in its place, and as a table.
 *
 * A *piece* is a part that changed independently of the rest: [original, text, change], where
 * change is "same", "equivalent" or "lost". Text is only ever placed with textContent.
 */

import { t } from "../../components/browser/sentences.js";
import { el, tableOf } from "../../components/drawing/elements.js";
import { preparedPlace } from "../../components/drawing/place_to_draw.js";
import { wholeIn } from "../../components/drawing/numbers.js";
import { legendLine, scrollBox } from "../../components/drawing/panel.js";
import { directed } from "../../components/tokens/chips.js";
import { visible } from "../../components/tokens/spelling.js";

/**
 * @import { Drawing } from "../../components/component/newest_drawing.js"
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
 *   changes: Change[], verdict: string, reversible: boolean, lang: string
 * }} Data
 */

const MARKS = /** @type {Record<string, string>} */ ({ lost: "×", equivalent: "≈", same: "" });

/** A change in words. @param {string} change */
const inWords = (change) => change === "lost" ? t("lost") : t("written differently");

/**
 * A changed piece: what was written above what it became.
 * @param {string[]} piece
 */
function changedPiece([original, became, change]) {
  const after = became ? el("bdi.after", visible(became)) : el("span.after.none", t("nothing"));
  const node = el(
    `span.change.${change}`,
    el("bdi.before", visible(original)),
    after,
    el("span.sign", { ariaHidden: "true" }, MARKS[change]),
  );
  const before = { name: t("you wrote"), told: visible(original) };
  const then = { name: t("result"), told: visible(became) || t("nothing") };
  const told = [before, then].map((values) => t("{name}: {told}", values));
  node.title = [...told, inWords(change)].join(" · ");
  return node;
}

/** Text that did not change; its line ends are kept. @param {string} run */
function unchanged(run) {
  return run.split("\n").flatMap((line, i) =>
    (i ? [el("span.break", "↵"), el("br")] : []).concat(
      el("bdi.run", line && [...line].map((c) => (c === " " ? c : visible(c))).join("")),
    )
  );
}

/** @param {Data} data */
function changeTable({ changes, lang }) {
  const number = wholeIn(lang);
  const cell = (/** @type {string} */ shown, /** @type {string} */ code) =>
    el("td", el("bdi.chip", visible(shown) || t("nothing")), el("small", code));
  const rows = changes.map((change) =>
    el(
      "tr",
      cell(change.original, change.from),
      cell(change.text, change.to),
      el(`td.kind.${change.change}`, `${MARKS[change.change]} ${inWords(change.change)}`),
      el("td.count", number(change.count)),
    )
  );
  return el(
    "details.panel",
    el("summary", t("The changes, one by one")),
    tableOf([t("you wrote"), t("result"), "", t("times")], rows, "changes"),
  );
}

/**
 * One normalization by itself: a summary of it, and its distinct changes.
 * @param {Each} each
 * @param {Data} data
 */
function row({ name, changes, more, lost, equivalent, way }, { names, lang }) {
  const number = wholeIn(lang);
  let summary = way === null
    ? t("the same text for Unicode, but not byte for byte")
    : t("reversible here, with {form}", { form: (way ?? "").toUpperCase() });
  if (lost) {
    summary = lost === 1
      ? t("not reversible: lost once")
      : t("not reversible: lost {n} times", { n: number(lost) });
  } else if (!equivalent) summary = t("changes nothing here");
  const boxes = changes.map((c) => changedPiece([c.original, c.text, c.change]));
  const rest = more ? el("span.more", t("and {n} more", { n: number(more) })) : null;
  return el(
    "article.cutting",
    { "data-name": name },
    el("h3", names[name]),
    el("p.said", el(lost ? "span.loses" : "span", summary)),
    directed(el("div.parts", ...boxes, rest)),
  );
}

/** @param {Each[]} each @param {Data} data */
function eachByItself(each, data) {
  return el(
    "section.panel",
    el("h2", t("Each normalization by itself")),
    legendLine(t("Solid: just written differently. Dashed with ×: something is lost.")),
    ...each.map((one) => row(one, data)),
  );
}

/** @param {Data} data */
function changesInPlace({ pieces, changes, verdict, reversible }) {
  const shown = pieces.flatMap((piece) =>
    piece[2] === "same" ? unchanged(piece[0]) : [changedPiece(piece)]
  );
  const [look, sign] = reversible ? ["kept", "✓"] : ["gone", "×"];
  const legend = changes.length
    ? legendLine(t(
      "Above: what you wrote. Below: the result. Solid: just written differently. Dashed " +
        "with ×: something is lost.",
    ))
    : null;
  return el(
    "section.panel",
    el("h2", { id: "heading-normalized" }, t("What the normalizations did")),
    legend,
    directed(scrollBox("normalized", { "aria-labelledby": "heading-normalized" }, ...shown)),
    el(`p.verdict.${look}`, { role: "status" }, `${sign} ${verdict}`),
  );
}

/** @param {Drawing<Data>} drawing */
export default function mount({ data, parentElement }) {
  const place = preparedPlace({ data, parentElement });
  const open = place.querySelector("details")?.open;
  const parts = data.each
    ? [eachByItself(data.each, data)]
    : [changesInPlace(data), data.changes.length ? changeTable(data) : null];
  place.replaceChildren(el("div.stepper.before-merges", ...parts));
  if (open) place.querySelector("details")?.setAttribute("open", "");
}
