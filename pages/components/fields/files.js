// Files that a field takes: chosen or dropped, and no larger than its limit.

import { t } from "../browser/sentences.js";
import { closest, el } from "../drawing/elements.js";
import { wholeIn } from "../drawing/numbers.js";

/** @typedef {(files: File[]) => unknown} Take */

/**
 * An input for files, hidden in the label that stands for it.
 * @param {Take} take
 * @param {Record<string, unknown>} [kinds] what kind can be chosen, and whether several can
 */
export function fileInput(take, kinds = {}) {
  const input = el("input", { type: "file", className: "file", ...kinds });
  input.onchange = () => {
    const files = [...input.files ?? []];
    input.value = ""; // the same files can be chosen again
    return take(files);
  };
  return input;
}

/** Takes files that are dropped on an element. @param {HTMLElement} node @param {Take} take */
export function takeDropped(node, take) {
  node.ondragover = (event) => event.preventDefault();
  node.ondrop = (event) => {
    const files = [...event.dataTransfer?.files ?? []];
    if (!files.length && closest(event, "textarea")) return; // a text, which goes into it
    event.preventDefault();
    take(files);
  };
}

/**
 * Why something is not taken: it is too large; "" if it is not.
 * @param {number} size in bytes
 * @param {{limit: number, lang: string}} data
 */
export function tooLarge(size, { limit, lang }) {
  const number = wholeIn(lang);
  const values = { size: number(size), limit: number(limit) };
  return size > limit ? t("This file has {size} bytes; the limit is {limit}.", values) : "";
}
