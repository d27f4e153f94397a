// Elements, and sentences with elements in their places: text is only ever a text node.

/**
 * An element with properties and children; strings become text nodes, never markup.
 * @param {string} tag
 * @param {Record<string, any>} [props]
 * @param {...(Node|string|null|undefined)} children
 * @returns {any}
 */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name in node) /** @type {any} */ (node)[name] = value;
    else node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/**
 * A translated template with nodes in its places: fill("{a} of {b}", {a: chip, b: "3"}).
 * @param {string} template
 * @param {Record<string, Node|string|number>} values
 */
export function fill(template, values) {
  const out = document.createDocumentFragment();
  for (const part of template.split(/(\{\w+\})/)) {
    const name = part.startsWith("{") ? part.slice(1, -1) : "";
    const value = name in values ? values[name] : part;
    out.append(value instanceof Node ? value : String(value));
  }
  return out;
}
