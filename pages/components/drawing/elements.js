// Elements, and sentences with elements in their placeholders: text is only ever a text node. With
// icons, and files that are saved.

/**
 * An element with its classes, properties and children: `el("p.more", { lang: "en" }, "text")`. No
 * properties need no place. Strings become text nodes, never markup.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T|`${T}.${string}`} name
 * @param {Record<string, any>|Node|string|null} [props]
 * @param {...(Node|string|null|undefined)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(name, props = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const node = document.createElement(/** @type {T} */ (tag));
  if (classes.length) node.className = classes.join(" ");
  if (props?.constructor !== Object) children.unshift(/** @type {Node} */ (props));
  else {
    for (const [name, value] of Object.entries(props)) {
      if (name in node) /** @type {any} */ (node)[name] = value;
      else node.setAttribute(name, value);
    }
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/**
 * A button.
 * @param {Node|string} label
 * @param {() => void} onclick
 * @param {string} [className]
 * @param {Record<string, any>} [more] properties
 */
export function button(label, onclick, className = "", more = {}) {
  return el("button", { type: "button", onclick, className, ...more }, label);
}

/**
 * A checkbox, which has its label around it.
 * @param {string} label
 * @param {(isChecked: boolean) => void} onchange
 */
export function checkbox(label, onchange) {
  const box = el("input", { type: "checkbox", onchange: () => onchange(box.checked) });
  el("label", box, " ", label);
  return box;
}

/**
 * An element of a drawing in SVG, with attributes.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string|number>} attributes
 * @returns {SVGElementTagNameMap[T]}
 */
export function svg(tag, attributes) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  return node;
}

/**
 * The closest element around an event's target that matches a selector.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement|null}
 */
export function closest({ target }, selector) {
  return target instanceof Element ? target.closest(selector) : null;
}

/**
 * Removes the focus that a mouse click gives a button, so that Space still plays the steps.
 * @param {HTMLElement} node
 */
export function leaveNoFocus(node) {
  node.addEventListener("click", (event) => {
    if (event.detail > 0) closest(event, "button")?.blur();
  });
}

/** A placeholder with the punctuation that must not be parted from it at the end of a line. */
const PLACEHOLDER = /([\p{Ps}\p{Pi}]*\{\w+\}[\p{Pe}\p{Pf},.;:!?，。、；：！？]*)/u;

/**
 * A translated template with nodes in its placeholders: fill("{a} of {b}", {a: chip, b: "3"}).
 * Where a sentence names a node again, that is a copy of it.
 * @param {string} template
 * @param {Record<string, Node|string|number>} values
 */
export function fill(template, values) {
  const out = document.createDocumentFragment();
  for (const part of template.split(PLACEHOLDER)) {
    const [before, name, after] = part.split(/\{(\w+)\}/);
    if (!(name in values)) {
      out.append(part);
      continue;
    }
    const named = values[name];
    const value = named instanceof Node && out.contains(named) ? named.cloneNode(true) : named;
    const nodes = [before, value instanceof Node ? value : String(value), after];
    const breaks = value instanceof Element && (before || after);
    out.append(...(breaks ? [el("span.unbroken", ...nodes)] : nodes));
  }
  return out;
}

/**
 * @param {string[]} columns the headings; "" for none
 * @param {Node[]} [rows]
 * @param {string} [className]
 */
export function tableOf(columns, rows = [], className = "") {
  const head = columns.map((name) => name ? el("th", { scope: "col" }, name) : el("td"));
  return el("table", { className }, el("thead", el("tr", ...head)), el("tbody", ...rows));
}

/** The outlines, in a square of 24 by 24. */
const PATHS = {
  first: "M6 5h2.5v14H6zM19 5v14L9.5 12z",
  previous: "M16.5 5v14L7 12z",
  play: "M8 4.5v15l12-7.5z",
  pause: "M6.5 5h4v14h-4zM13.5 5h4v14h-4z",
  more:
    "M5 10a2 2 0 100 4 2 2 0 000-4zM12 10a2 2 0 100 4 2 2 0 000-4zM19 10a2 2 0 100 4 2 2 0 000-4z",
  settings: "M4 7h9M17 7h3M13 4.5v5M4 17h3M11 17h9M8 14.5v5",
  unfold: "M6 9l6 6 6-6",
  last: "M15.5 5H18v14h-2.5zM5 5v14l9.5-7z",
};

/**
 * An icon. It is hidden from screen readers, because the button that holds it has a name.
 * @param {keyof typeof PATHS} name
 */
export function icon(name) {
  const drawn = svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" });
  drawn.append(svg("path", { d: PATHS[name] }));
  return drawn;
}

/** @param {Blob} blob @param {string} name */
export function saveFile(blob, name) {
  const link = el("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  // Some browsers read the file only after asking where to save it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
