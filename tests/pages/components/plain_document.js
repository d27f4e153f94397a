// As much of a document as our components need: they are drawn in it, pressed and read, without a
// browser. It lays nothing out and shows nothing; every box is empty, and no step moves. Once
// `layOut` was called, every letter is 10 pixels wide, every line 20 pixels high, and steps move.

/** Properties that are written as attributes, as a browser does. @type {Record<string, string>} */
const REFLECTED = { className: "class" };
for (const name of "id title dir lang type role href src alt name placeholder".split(" ")) {
  REFLECTED[name] = name;
}
for (const name of "Label Current Expanded Hidden Pressed Selected".split(" ")) {
  REFLECTED[`aria${name}`] = `aria-${name.toLowerCase()}`;
}
const FLAGS = ["hidden", "disabled", "open", "readOnly", "multiple"];
const HANDLERS =
  ("click change input submit keydown pointerdown pointerup pointermove pointerover pointerenter " +
    "pointerleave pointerout focus focusin focusout blur scroll toggle close cancel drop dragover " +
    "mouseover mouseleave mouseenter").split(" ");

/** What can have the focus. */
const FOCUSABLE = "button:not(:disabled), input, select, textarea, summary, a[href], [tabindex]";

/** What a browser keeps. Deno keeps it in a file, which all processes of a checkout share. */
class Kept {
  /** @param {string} name @returns {string|null} */
  getItem(name) {
    return Object.entries(this).find(([each]) => each === name)?.[1] ?? null;
  }

  /** @param {string} name @param {string} text */
  setItem(name, text) {
    Object.assign(this, { [name]: text });
  }

  clear() {
    for (const name of Object.keys(this)) Reflect.deleteProperty(this, name);
  }
}
Object.defineProperty(globalThis, "localStorage", { value: new Kept(), configurable: true });

/** What a pressed key is told by. */
class Press {}

/** What hears events. */
class Hearing {
  /** @param {string} type @param {any} listener @param {any} [options] */
  addEventListener(type, listener, options) {
    const isFirst = options === true || Boolean(options?.capture);
    const hear = options?.once
      ? (/** @type {any} */ event) => {
        this.removeEventListener(type, hear);
        listener.call(this, event);
      }
      : listener;
    if (!this.heard(type, isFirst).includes(hear)) this.heard(type, isFirst).push(hear);
  }

  /** @param {string} type @param {any} listener */
  removeEventListener(type, listener) {
    for (const isFirst of [true, false]) {
      const heard = this.heard(type, isFirst);
      if (heard.includes(listener)) heard.splice(heard.indexOf(listener), 1);
    }
  }

  /** @param {string} type @param {boolean} isFirst whether before what is inside @returns {any[]} */
  heard(type, isFirst) {
    const all = /** @type {any} */ (this).listeners ??= {};
    return all[`${type} ${isFirst}`] ??= [];
  }

  /**
   * Says that something has happened here, and whether its usual effect is still wanted.
   * @param {any} event
   */
  dispatchEvent(event) {
    const path = [/** @type {any} */ (this)];
    while (path[0].parentNode) path.unshift(path[0].parentNode);
    if (path[0] !== document) path.unshift(document);
    const outwards = path.toReversed();
    const told = Object.assign(event.type.startsWith("key") ? new Press() : {}, {
      target: this,
      type: event.type,
      detail: event.detail ?? 0,
      composedPath: () => outwards,
      stopPropagation() {
        this.isStopped = true;
      },
      preventDefault() {
        this.defaultPrevented = event.cancelable !== false;
      },
      ...event.init,
      isStopped: false,
      defaultPrevented: false,
    });
    const hear = (/** @type {any} */ each, /** @type {boolean} */ isFirst) => {
      const own = isFirst ? null : each[`on${event.type}`];
      const all = own
        ? [own, ...each.heard(event.type, false)]
        : [...each.heard(event.type, isFirst)];
      for (const listener of all) listener.call(each, told);
    };
    for (const each of path) if (!told.isStopped) hear(each, true);
    const above = event.bubbles ?? true ? outwards : [this];
    for (const each of above) if (!told.isStopped) hear(each, false);
    return !told.defaultPrevented;
  }
}

class PlainNode extends /** @type {any} */ (Hearing) {
  static TEXT_NODE = 3;

  /** @param {string} tagName @param {number} nodeType @param {string} own */
  constructor(tagName, nodeType, own = "") {
    super();
    this.tagName = tagName.toUpperCase();
    this.nodeType = nodeType;
    this.own = own;
    /** @type {any} */
    this.parentNode = null;
    /** @type {any[]} */
    this.childNodes = [];
    /** @type {Map<string, string>} */
    this.attributes = new Map();
    /** @type {Map<string, string>} */
    this.styles = new Map();
    /** @type {any} */
    this.style = {
      setProperty: (/** @type {string} */ name, /** @type {string} */ value) =>
        this.styles.set(name, value),
      getPropertyValue: (/** @type {string} */ name) => this.styles.get(name) ?? "",
    };
    this.className = "";
    this.value = "";
    this.checked = false;
    this.scrollTop = this.scrollHeight = 0;
    /** @type {string[]} how it has moved since it was looked at */
    this.moves = [];
  }

  // What is in it

  /** @returns {string} */
  get textContent() {
    return this.own + this.childNodes.map((node) => node.textContent).join("");
  }

  set textContent(text) {
    if (this.nodeType === 3) this.own = text;
    else this.replaceChildren(text);
  }

  /** @param {...any} nodes */
  append(...nodes) {
    this.insert(this.childNodes.length, nodes);
  }

  /** @param {...any} nodes */
  prepend(...nodes) {
    this.insert(0, nodes);
  }

  /** @param {...any} nodes */
  before(...nodes) {
    this.parentNode.insert(this.parentNode.childNodes.indexOf(this), nodes);
  }

  /** @param {...any} nodes */
  after(...nodes) {
    this.parentNode.insert(this.parentNode.childNodes.indexOf(this) + 1, nodes);
  }

  /** @param {any} node @param {any} next */
  insertBefore(node, next) {
    if (next) next.before(node);
    else this.append(node);
  }

  /** @param {number} place @param {any[]} nodes */
  insert(place, nodes) {
    const next = this.childNodes[place];
    const all = nodes.flatMap((node) =>
      node instanceof PlainNode
        ? node.nodeType === 11 ? node.childNodes : [node]
        : [new PlainNode("", 3, String(node))]
    );
    for (const node of all) {
      if (node.parentNode) node.remove();
      node.parentNode = this;
    }
    const at = next && !all.includes(next) ? this.childNodes.indexOf(next) : this.childNodes.length;
    this.childNodes.splice(at, 0, ...all);
  }

  /** @param {...any} nodes */
  replaceChildren(...nodes) {
    for (const node of this.childNodes) node.leave();
    this.own = "";
    this.childNodes = [];
    this.append(...nodes.filter((node) => node !== ""));
  }

  remove() {
    const parent = this.parentNode;
    this.leave();
    if (parent) {
      parent.childNodes = parent.childNodes.filter((/** @type {any} */ each) => each !== this);
    }
  }

  /** What leaves the page, or its place there, loses the focus. */
  leave() {
    if (this.contains(document.activeElement)) Object.assign(document, { activeElement: null });
    this.parentNode = null;
  }

  /** @param {any} node */
  contains(node) {
    while (node && node !== this) node = node.parentNode;
    return node === this;
  }

  cloneNode(isDeep = false) {
    const copy = new PlainNode(this.tagName, this.nodeType, this.own);
    copy.attributes = new Map(this.attributes);
    copy.styles = new Map(this.styles);
    if (isDeep) copy.append(...this.childNodes.map((node) => node.cloneNode(true)));
    return copy;
  }

  getRootNode() {
    return document;
  }

  // What it is called

  /** @param {string} name @param {unknown} value */
  setAttribute(name, value) {
    if (value === null && name.startsWith("aria")) return;
    this.attributes.set(name, String(value));
  }

  /** @param {string} name */
  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }

  /** @param {string} name */
  hasAttribute(name) {
    return this.attributes.has(name);
  }

  /** @param {string} name */
  removeAttribute(name) {
    this.attributes.delete(name);
  }

  /** @param {string} name @param {boolean} is */
  toggleAttribute(name, is) {
    if (is) this.attributes.set(name, "");
    else this.attributes.delete(name);
  }

  get dataset() {
    const { attributes } = this;
    const named = (/** @type {any} */ name) =>
      `data-${name.replace(/[A-Z]/g, (/** @type {string} */ c) => `-${c.toLowerCase()}`)}`;
    return new Proxy({}, {
      has: (_, name) => attributes.has(named(name)),
      get: (_, name) => attributes.get(named(name)),
      set: (_, name, value) => Boolean(attributes.set(named(name), String(value))),
      deleteProperty: (_, name) => attributes.delete(named(name)) || true,
    });
  }

  get classList() {
    const names = () => this.className.split(/\s+/).filter(Boolean);
    const put = (/** @type {string[]} */ all) => (this.className = [...new Set(all)].join(" "));
    const list = {
      contains: (/** @type {string} */ name) => names().includes(name),
      add: (/** @type {string[]} */ ...more) => put([...names(), ...more]),
      remove: (/** @type {string[]} */ ...less) => put(names().filter((n) => !less.includes(n))),
      toggle: (/** @type {string} */ name, is = !names().includes(name)) => {
        if (is) list.add(name);
        else list.remove(name);
        return is;
      },
      [Symbol.iterator]: () => names()[Symbol.iterator](),
    };
    return list;
  }

  // Where it is found

  /** @param {string} selector @returns {any[]} */
  querySelectorAll(selector) {
    /** @type {any[]} */
    const found = [];
    const look = (/** @type {any} */ node) => {
      for (const each of node.childNodes) {
        if (each.nodeType !== 1) continue;
        if (each.matches(selector)) found.push(each);
        look(each);
      }
    };
    look(this);
    return found;
  }

  /** @param {string} selector */
  querySelector(selector) {
    return this.querySelectorAll(selector)[0] ?? null;
  }

  /** @param {string} selector @returns {any} */
  closest(selector) {
    return this.matches(selector) ? this : this.parentElement?.closest(selector) ?? null;
  }

  /** @param {string} selector @returns {boolean} */
  matches(selector) {
    return pathsOf(selector).some((path) => this.isAt(path));
  }

  /** @param {any[]} path of tests, with + and > between them @returns {boolean} */
  isAt(path) {
    const [last, how] = [path.at(-1), path.at(-2)];
    if (!last.every((/** @type {any} */ test) => test(this))) return false;
    if (path.length === 1) return true;
    if (how === "+") return Boolean(this.previousElementSibling?.isAt(path.slice(0, -2)));
    if (how === ">") return Boolean(this.parentElement?.isAt(path.slice(0, -2)));
    let above = this.parentElement;
    while (above && !above.isAt(path.slice(0, -1))) above = above.parentElement;
    return Boolean(above);
  }

  // What can be done with it

  click(held = {}) {
    if (this.getAttribute("disabled") !== null) return;
    if (this.getAttribute("type") === "checkbox") {
      this.checked = !this.checked;
      this.dispatchEvent({ type: "change" });
    }
    const form = this.closest("form");
    this.dispatchEvent({ type: "click", init: held });
    if (form && this.tagName === "BUTTON" && this.getAttribute("type") === "submit") {
      form.dispatchEvent({ type: "submit" });
    }
  }

  focus({ preventScroll = false } = {}) {
    if (!this.isConnected || this.closest("[hidden]") || !this.matches(FOCUSABLE)) return;
    /** @type {any} */
    const before = document.activeElement;
    if (before !== this) before?.blur(this);
    Object.assign(document, { activeElement: this, isScrolled: !preventScroll });
    /** @type {any} */ (this).onfocus?.(); // unlike the next, nobody else hears it
    this.dispatchEvent({ type: "focusin" });
  }

  /** @param {any} [relatedTarget] what has the focus next */
  blur(relatedTarget = null) {
    /** @type {any} */
    const focused = document.activeElement;
    if (focused !== this) return;
    Object.assign(document, { activeElement: null });
    focused.onblur?.();
    this.dispatchEvent({ type: "focusout", init: { relatedTarget } });
  }

  select() {
    Object.assign(document, { selected: this });
  }
  scrollTo() {}
  scrollIntoView() {}

  animate(/** @type {any[]} */ looks, /** @type {any} */ { delay, duration }) {
    this.moves.push(`${delay.toFixed()}+${duration.toFixed()} ${JSON.stringify(looks)}`);
    return { cancel() {}, finished: Promise.resolve() };
  }

  checkVisibility() {
    return !this.closest("[hidden]");
  }

  showModal() {
    this.toggleAttribute("open", true);
  }

  close() {
    this.toggleAttribute("open", false);
    this.dispatchEvent({ type: "close" });
  }

  getBoundingClientRect() {
    const laidOut = /** @type {any} */ (this);
    const { offsetLeft: x, offsetTop: y, offsetWidth: width, offsetHeight: height } = laidOut;
    return { top: y, bottom: y + height, left: x, right: x + width, width, height, x, y };
  }
}

for (const type of HANDLERS) Object.assign(PlainNode.prototype, { [`on${type}`]: null });

/** What was read of each selector. @type {Map<string, any[][]>} */
const PATHS = new Map();

/** The alternatives of a selector: what each of its parts asks of a node. @param {string} selector */
function pathsOf(selector) {
  const paths = PATHS.get(selector) ??
    selector.split(/\s*,\s*/).map((path) =>
      (path.match(/(\[.*?\]|[^\s])+/g) ?? [""]).map((each) =>
        /^[+>]$/.test(each)
          ? each
          : (each.match(/\[.*?\]|:not\(.*?\)|[.#:]?[\w-]+|\*/g) ?? []).map(testOf)
      )
    );
  PATHS.set(selector, paths);
  return paths;
}

/** @param {string} part @returns {(node: any) => boolean} */
function testOf(part) {
  const name = part.slice(1);
  if (part === "*") return () => true;
  if (part.startsWith(":not")) return (node) => !node.matches(part.slice(5, -1));
  if (part === ":checked") return (node) => node.checked;
  if (part === ":disabled") return (node) => node.getAttribute("disabled") !== null;
  if (part === ":empty") return (node) => !node.childNodes.length;
  if (part === ":focus") return (node) => document.activeElement === node;
  if (part.startsWith(".")) return (node) => node.className.split(/\s+/).includes(name);
  if (part.startsWith("#")) return (node) => node.getAttribute("id") === name;
  if (!part.startsWith("[")) return (node) => node.tagName === part.toUpperCase();
  const [, attribute, how, value] = /\[([\w-]+)(?:([*^]?)=['"]?(.*?)['"]?)?\]/.exec(part) ?? [];
  return (node) => {
    const own = node.getAttribute(attribute);
    if (own === null || value === undefined) return own !== null;
    return how === "*" ? own.includes(value) : how === "^" ? own.startsWith(value) : own === value;
  };
}

/** Whether what is drawn has places and sizes. */
let isLaidOut = false;
const IN_LINE = new Set(["SPAN", "BDI", "B", "S", "SMALL", "I", "STRONG", "BUTTON", "LABEL"]);

/** @param {any} node whether it stands beside others, and not below them */
const isInLine = (node) => node.nodeType === 3 || IN_LINE.has(node.tagName);

/** @param {any[]} nodes @param {"offsetWidth"|"offsetHeight"} size @returns {number} */
const sumOf = (nodes, size) => nodes.reduce((sum, each) => sum + each[size], 0);

/** Where a node is, and how large. @type {Record<string, (node: any) => number>} */
const LAYOUT = {
  offsetWidth: (node) => {
    const share = String(node.style.width ?? "").match(/^([\d.]+)%$/);
    if (share) return 2 * Number(share[1]);
    if (node.nodeType === 3) return 10 * node.own.length;
    return isInLine(node) ? sumOf(node.childNodes, "offsetWidth") : 1000;
  },
  offsetHeight: (node) => {
    if (node.hidden) return 0;
    const inside = node.childNodes.filter((/** @type {any} */ each) => !isInLine(each));
    return isInLine(node) ? 20 : Math.max(20, sumOf(inside, "offsetHeight"));
  },
  offsetLeft: (node) =>
    (node.parentNode?.offsetLeft ?? 0) +
    (isInLine(node) ? sumOf(before(node).filter(isInLine), "offsetWidth") : 0),
  offsetTop: (node) =>
    (node.parentNode?.offsetTop ?? 0) +
    sumOf(before(node).filter((each) => !isInLine(each)), "offsetHeight"),
};
LAYOUT.clientWidth = LAYOUT.offsetWidth;
LAYOUT.clientHeight = LAYOUT.offsetHeight;

/** Those before a node in its parent. @param {any} node @returns {any[]} */
function before(node) {
  const all = node.parentNode?.childNodes ?? [];
  return all.slice(0, all.indexOf(node));
}

/** Who is beside a node, or in it. @type {Record<string, (node: any) => any>} */
const AROUND = {
  children: (node) => node.childNodes.filter((/** @type {any} */ each) => each.nodeType === 1),
  parentElement: ({ parentNode }) => parentNode?.nodeType === 1 ? parentNode : null,
  isConnected: (node) => document.documentElement.contains(node),
  tBodies: (node) => node.querySelectorAll("tbody"),
  firstChild: ({ childNodes }) => childNodes[0] ?? null,
  nextSibling: (node) => beside(node, "childNodes", 1),
  childElementCount: ({ children }) => children.length,
  firstElementChild: ({ children }) => children[0] ?? null,
  nextElementSibling: (node) => beside(node, "children", 1),
  previousElementSibling: (node) => beside(node, "children", -1),
};

/** @param {any} node @param {"childNodes"|"children"} those @param {number} by */
function beside(node, those, by) {
  const all = node.parentNode?.[those] ?? [];
  return all[all.indexOf(node) + by] ?? null;
}

/**
 * Gives each node a property.
 * @param {string} name
 * @param {(node: any) => unknown} get
 * @param {(node: any, value: any) => void} [set]
 */
function define(name, get, set) {
  Object.defineProperty(PlainNode.prototype, name, {
    get() {
      return get(this);
    },
    set(value) {
      set?.(this, value);
    },
  });
}

for (const [name, get] of Object.entries(AROUND)) define(name, get);
for (const [name, attribute] of Object.entries(REFLECTED)) {
  define(name, (node) => node.attributes.get(attribute) ?? "", ({ attributes }, value) => {
    if (value === null) attributes.delete(attribute);
    else attributes.set(attribute, String(value));
  });
}
for (const flag of FLAGS) {
  const attribute = flag.toLowerCase();
  const set = (/** @type {any} */ node, /** @type {unknown} */ is) =>
    node.toggleAttribute(attribute, Boolean(is));
  define(flag, (node) => node.attributes.has(attribute), set);
}
for (const [name, laidOut] of Object.entries(LAYOUT)) {
  define(
    name,
    (node) => isLaidOut ? laidOut(node) : 0,
    (node, value) => Object.defineProperty(node, name, { value, writable: true }),
  );
}
define(
  "tabIndex",
  ({ attributes, tagName }) =>
    Number(attributes.get("tabindex") ?? (/^(A|BUTTON|INPUT)$/.test(tagName) ? 0 : -1)),
  (node, index) => node.setAttribute("tabindex", index),
);

/** Later than all that was drawn before, also for the page before this one. */
let seconds = 1e6;

/** Lays out what is drawn from now on; each step is taken a second after the one before. */
export function layOut() {
  isLaidOut = true;
  Object.assign(globalThis, { matchMedia: () => ({ matches: false, addEventListener() {} }) });
  Object.defineProperty(performance, "now", { value: () => 1000 * seconds++, configurable: true });
}

/** An observer that sees nothing: nothing is laid out. */
class Blind {
  observe() {}
  disconnect() {}
}

/** Stands for a connection: what is sent on it, and all that were opened. */
export class Wire {
  static OPEN = 1;
  /** @type {any[]} */
  static all = [];
  /** @param {string} address */
  constructor(address) {
    Wire.all.push(this);
    this.address = address;
    this.readyState = 0;
    /** @type {any[]} */
    this.sent = [];
  }
  /** The newest one. @returns {any} */
  static get last() {
    return Wire.all.at(-1);
  }
  send(/** @type {string} */ text) {
    if (!this.readyState) throw new Error("It is not open yet.");
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.readyState = 3;
  }
  lose(/** @type {number} */ code) {
    this.close();
    /** @type {any} */ (this).onclose({ code });
  }
  /** Says that it is open, or a message. @param {any} [message] */
  say(message) {
    this.readyState = 1;
    const { onopen, onmessage } = /** @type {any} */ (this);
    if (message) onmessage({ data: JSON.stringify(message) });
    else onopen();
  }
}

/**
 * Presses a key where the focus is, and says whether it is left to the browser: held with another
 * one, it has to be.
 * @param {string} key
 * @param {(event: any) => void} [hear] on the page, after all others
 */
export function pressKey(key, hear = () => {}) {
  const press = (held = {}) =>
    /** @type {any} */ (document.activeElement ?? document.body)
      .dispatchEvent({ type: "keydown", init: { key, ...held } });
  for (const held of ["altKey", "ctrlKey", "metaKey"]) {
    if (document.querySelector("dialog[open]")) break; // a dark screen takes any key
    if (!press({ [held]: true })) throw new Error(`${key} is taken from the browser with ${held}.`);
  }
  document.addEventListener("keydown", hear);
  const isLeft = press();
  document.removeEventListener("keydown", hear);
  return isLeft;
}

/** Puts it where the browser's would be. @returns {any} */
export function makeDocument() {
  isLaidOut = false;
  const documentElement = new PlainNode("html", 1);
  const body = new PlainNode("body", 1);
  documentElement.append(body);
  documentElement.setAttribute("lang", "en");
  const document = Object.assign(new PlainNode("", 9), {
    documentElement,
    body,
    activeElement: null,
    cookie: "",
    hidden: false,
    fonts: { status: "loaded" },
    createElement: (/** @type {string} */ tag) => new PlainNode(tag, 1),
    createElementNS: (/** @type {string} */ _space, /** @type {string} */ tag) =>
      new PlainNode(tag, 1),
    createTextNode: (/** @type {string} */ text) => new PlainNode("", 3, text),
    createDocumentFragment: () => new PlainNode("", 11),
  });
  const location = new URL("http://app/");
  /** @param {any} _state @param {string} _title @param {any} to */
  const replaceState = (_state, _title, to) => (location.href = String(to));
  const history = { state: null, replaceState };
  for (const [name, value] of Object.entries({ location, history })) {
    Object.defineProperty(globalThis, name, { value, configurable: true });
  }
  Object.assign(globalThis, {
    document,
    Node: PlainNode,
    Element: { [Symbol.hasInstance]: (/** @type {any} */ node) => node?.nodeType === 1 },
    HTMLElement: { [Symbol.hasInstance]: (/** @type {any} */ node) => node?.nodeType === 1 },
    ShadowRoot: class {},
    KeyboardEvent: Press,
    ResizeObserver: Blind,
    MutationObserver: Blind,
    IntersectionObserver: Blind,
    getComputedStyle: () => ({ fontSize: "16px", getPropertyValue: () => "" }),
    matchMedia: () => ({ matches: true, addEventListener() {} }),
    innerWidth: 1280,
    innerHeight: 720,
    // A frame is drawn at once.
    requestAnimationFrame: (/** @type {() => void} */ draw) => (draw(), 0),
    cancelAnimationFrame() {},
  });
  document.append(documentElement);
  return document;
}

/**
 * A place on a page for a component, what is found in it, and what Python was told by it.
 * @param {(drawing: any) => unknown} mount
 */
export function componentOnPage(mount) {
  sessionStorage.clear();
  const document = makeDocument();
  const parentElement = document.createElement("div");
  const inside = document.createElement("div");
  inside.className = "mount";
  parentElement.append(inside);
  document.body.append(parentElement);
  /** @param {string} selector @returns {any[]} */
  const found = (selector) => parentElement.querySelectorAll(selector);
  /** @type {unknown[][]} */
  const told = [];
  const tell = (/** @type {unknown[]} */ ...news) => told.push(news);
  return {
    document,
    parentElement,
    told,
    draw: (/** @type {any} */ data) =>
      mount({ data, parentElement, setTriggerValue: tell, setStateValue: tell }),
    found,
    texts: (/** @type {string} */ selector) => found(selector).map((each) => each.textContent),
    /** A press, of a mouse, brings the focus along, or takes it away. */
    press: (/** @type {string} */ selector, n = 0, held = {}) => {
      const node = found(selector).at(n);
      node.dispatchEvent({ type: "pointerdown", init: held });
      /** @type {any} */
      const focused = document.activeElement;
      const next = node.closest(FOCUSABLE);
      if (next) next.focus({ preventScroll: true });
      else focused?.blur();
      node.click(held);
    },
  };
}
