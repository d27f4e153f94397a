// Writes down what is drawn, a line for each part: its kind, what is said of it, and its text.

/** What is nothing to readers, keys and screen readers, or is told in other words. */
const UNTOLD =
  /^(class|id|aria-(labelledby|describedby)|data-(byte|moves)|viewBox|preserveAspectRatio)$/;
/** Parts of a sentence, which stand in its line. */
const INLINE = new Set("BDI SPAN B SMALL CODE STRONG EM I S SUP SUB BR".split(" "));
/** What goes without saying. */
const USUAL = /=(null|ltr)$|^scope=col$|^type=button$|^(title|dir|d|aria-label)$/;

/** @param {any} node @returns {boolean} */
const isInLine = (node) =>
  node.nodeType === 3 || (INLINE.has(node.tagName) && node.childNodes.every(isInLine));

/** What the stylesheet heeds of some parts only. @type {Record<string, string>} */
const HEEDED = { "data-id": ".show-ids .chip", "data-place": ".show-places .chip, .led" };

/** @param {any} node @returns {(attribute: [string, string]) => boolean} */
const isTold = (node) => ([name]) =>
  name in HEEDED ? node.matches(HEEDED[name]) : !UNTOLD.test(name);

/** What was said last where screen readers listen: its text, and its parts. */
const heard = new WeakMap();

/** Whether a screen reader is told once more what it was told before. @param {any} node */
function isSaidAgain(node) {
  const { textContent, childNodes } = node;
  const before = heard.get(node);
  heard.set(node, { textContent, parts: [...childNodes] });
  return textContent && before?.textContent === textContent &&
    before.parts.some((/** @type {any} */ part) => !childNodes.includes(part));
}

/** @param {any} node */
function about(node) {
  const said = [...node.attributes].filter(isTold(node))
    .map(([name, value]) => value === "" ? name : `${name}=${value}`)
    .filter((each) => !USUAL.test(each));
  for (const by of ["aria-labelledby", "aria-describedby"]) {
    const id = node.getAttribute(by);
    if (id) said.push(`${by}=${node.getRootNode().querySelector(`#${id}`)?.textContent}`);
  }
  if (/^(INPUT|TEXTAREA)$/.test(node.tagName) && node.value !== "") {
    said.push(`holds ${String(node.value).slice(0, 200)}`);
  }
  if (node.tagName === "SELECT") said.push(`of ${node.children.map(nameOf).join(" | ")}`);
  if (node.checked) said.push("checked");
  if (node.getAttribute("role") === "status" && isSaidAgain(node)) said.push("said again");
  const icon = node.childNodes.find((/** @type {any} */ each) => classes(each) === "icon");
  const isDrawn = icon?.getAttribute("viewBox") === "0 0 24 24";
  if (isDrawn && icon.getAttribute("aria-hidden") === "true") {
    said.push(`icon ${icon.childNodes[0].getAttribute("d").slice(0, 9)}`);
  }
  if (node === document.activeElement) {
    said.push("has the focus");
    if (/** @type {any} */ (document).isScrolled) said.push("scrolled to");
  }
  if (node === /** @type {any} */ (document).selected) said.push("selected");
  if (node.scrollTop) said.push(`scrolled ${node.scrollTop}`);
  for (const move of node.moves.splice(0)) said.push(`moves ${move}`);
  const { style, styles } = node;
  if (typeof style === "string") said.push(style);
  else {
    const own = Object.entries(style).filter(([, value]) => typeof value === "string" && value);
    for (const [name, value] of [...styles, ...own]) said.push(`${name}: ${value}`);
  }
  return said.length ? ` {${said.join(", ")}}` : "";
}

/** @param {any} option */
const nameOf = ({ textContent, value }) =>
  textContent === value ? value : `${textContent}: ${value}`;

/** @param {any} node */
const classes = (node) => String(node.className ?? "").split(/\s+/).filter(Boolean).join(".");

/** A part of a sentence in its line. @param {any} node @returns {string} */
function inLine(node) {
  const text = node.own + node.childNodes.map(inLine).join("");
  if (node.nodeType === 3) return text;
  const head = classes(node) + about(node);
  return head ? `‹${head.trim()}: ${text}›` : text;
}

/** Lines for a part; what is hidden is named, and no more. @param {any} node */
export const outline = (node) => linesOf(node).map((line) => line.replaceAll("\n", "⏎"));

/** @param {any} node @param {string} [indent] @returns {string[]} */
function linesOf(node, indent = "") {
  if (node.nodeType === 3) return node.own.trim() ? [`${indent}“${node.own.trim()}”`] : [];
  const name = [node.tagName.toLowerCase(), classes(node)].filter(Boolean).join(".");
  if (name === "svg.icon" || name === "option") return [];
  const head = `${indent}${name}${about(node)}`;
  if (node.hidden) return [head];
  if (node.childNodes.every(isInLine)) {
    return [`${head} ${node.own}${node.childNodes.map(inLine).join("")}`.trimEnd()];
  }
  const inside = node.childNodes.flatMap((/** @type {any} */ each) => linesOf(each, indent + " "));
  return [head, ...inside];
}
