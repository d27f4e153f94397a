// As much of a document as our elements need, for code that is read from without being shown.

class PlainNode {
  /** @param {string} tagName @param {number} nodeType @param {string} own */
  constructor(tagName, nodeType, own = "") {
    this.tagName = tagName.toUpperCase();
    this.nodeType = nodeType;
    this.own = own;
    this.className = "";
    /** @type {PlainNode[]} */
    this.childNodes = [];
    /** @type {Map<string, string>} */
    this.attributes = new Map();
    /** @type {Map<string, string>} */
    this.styles = new Map();
    this.style = {
      setProperty: (/** @type {string} */ name, /** @type {string} */ value) =>
        this.styles.set(name, value),
      getPropertyValue: (/** @type {string} */ name) => this.styles.get(name) ?? "",
    };
    this.classList = {
      contains: (/** @type {string} */ name) => this.className.split(" ").includes(name),
      add: (/** @type {string} */ name) => (this.className += ` ${name}`),
      toggle: (/** @type {string} */ name, /** @type {boolean} */ is) => {
        if (is) this.className += ` ${name}`;
      },
    };
  }

  get children() {
    return this.childNodes.filter(({ nodeType }) => nodeType === 1);
  }

  /** @returns {string} */
  get textContent() {
    return this.own + this.childNodes.map((node) => node.textContent).join("");
  }

  set textContent(text) {
    this.replaceChildren(text);
  }

  /** @param {...(PlainNode|string)} nodes */
  append(...nodes) {
    for (const node of nodes) {
      if (typeof node === "string") this.childNodes.push(new PlainNode("", 3, node));
      else if (node.nodeType === 11) this.childNodes.push(...node.childNodes);
      else this.childNodes.push(node);
    }
  }

  /** @param {...(PlainNode|string)} nodes */
  replaceChildren(...nodes) {
    this.own = "";
    this.childNodes = [];
    this.append(...nodes);
  }

  /** @param {string} name @param {unknown} value */
  setAttribute(name, value) {
    this.attributes.set(name, String(value));
  }

  /** @param {string} name */
  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }

  cloneNode() {
    const copy = new PlainNode(this.tagName, this.nodeType, this.own);
    copy.className = this.className;
    copy.attributes = new Map(this.attributes);
    copy.styles = new Map(this.styles);
    copy.childNodes = this.childNodes.map((node) => node.cloneNode());
    return copy;
  }
}

/** Puts it where the browser's would be. */
export function makeDocument() {
  Object.assign(globalThis, {
    Node: PlainNode,
    Element: { [Symbol.hasInstance]: (/** @type {PlainNode} */ node) => node.nodeType === 1 },
    document: {
      createElement: (/** @type {string} */ tag) => new PlainNode(tag, 1),
      createTextNode: (/** @type {string} */ text) => new PlainNode("", 3, text),
      createDocumentFragment: () => new PlainNode("", 11),
    },
  });
}
