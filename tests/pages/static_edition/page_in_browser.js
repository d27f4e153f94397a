// A page of the static edition, drawn without a browser, for test_pages.py.

import { answerLines } from "../components/answer_lines.js";
import { outline } from "../components/outline.js";
import { makeDocument } from "../components/plain_document.js";

const PAGES = { "walk.js": "stepper_page.js", "model.js": "model_page.js" };
const realTimeout = setTimeout;
/** The files of the edition, by their names. @type {Record<string, string>} */
let files = {};
/** What is to be done later: a test holds the clock. @type {(() => void)[]} */
let later = [];
const scope = /** @type {any} */ (globalThis);
/** What the page around this one was told. @type {string[]} */
let around = [];
scope.delivered = {};

/** Whether the trainer takes long: it tells its steps, and never comes to an end. */
let isSlow = false;
/** A file that comes when it is told to, and the script that asks for it. */
let late = "";
/** @type {any} */
let lateScript;

/** @param {any} script that asks for a file, which has it at once, or not at all */
function deliver(script) {
  const file = files[script.src];
  if (file) new Function(file)();
  return file ? script.onload() : script.onerror();
}

/** The trainer, within this process. */
class Worker {
  /** @param {any} message */
  postMessage(message) {
    scope.postMessage = (/** @type {any} */ answer) => {
      const isStep = answer[1] === undefined;
      if (isStep === isSlow) /** @type {any} */ (this).onmessage({ data: answer });
    };
    scope.onmessage({ data: message });
  }
}

Object.assign(globalThis, {
  Worker,
  setTimeout: (/** @type {() => void} */ act) => later.push(act),
  clearTimeout: (/** @type {number} */ number) => delete later[number - 1],
  Option: function (/** @type {string} */ text, /** @type {string} */ value) {
    return Object.assign(document.createElement("option"), { textContent: text, value });
  },
});
let time = 0;
Object.defineProperty(performance, "now", { value: () => time += 1000 });
URL.createObjectURL = () => "";
await import("../../../pages/static_edition/trainer/worker.js");

/** Puts a page's body into the document: as much HTML as our pages have. @param {string} html */
function write(html) {
  /** @type {any[]} */
  const open = [document.body];
  for (const [, end, tag, named, text] of html.matchAll(/<(\/?)(\w+)([^>]*)>|([^<]+)/g)) {
    if (text) open[0].append(text.trim());
    else if (end) { while (open.shift().tagName !== tag.toUpperCase()); // an option has no end
     } else {
      const node = document.createElement(tag);
      for (const [, name, value = ""] of named.matchAll(/([\w-]+)(?:="([^"]*)")?/g)) {
        node.setAttribute(name, value);
      }
      node.className = node.getAttribute("class") ?? "";
      if (tag === "a") {
        Object.defineProperty(node, "href", {
          get: () => new URL(node.getAttribute("href") ?? "", "http://a.example/").href,
          set: (to) => node.setAttribute("href", to),
        });
      }
      open[0].append(node);
      if (tag !== "input") open.unshift(node);
    }
  }
}

/** What can be done there. @type {Record<string, (...how: any[]) => any>} */
const DOING = {
  site: (site) => files = site,
  slow: (/** @type {boolean} */ how) => isSlow = how,
  late: (/** @type {string} */ name) => late = name,
  arrive() {
    late = "";
    deliver(lateScript);
  },
  async open(/** @type {string} */ name, /** @type {string} */ search) {
    const document = makeDocument();
    later = [];
    scope.ResizeObserver = class {
      constructor(/** @type {() => void} */ see) {
        this.observe = (/** @type {any} */ node) => node === document.body && see();
      }
      disconnect() {}
    };
    for (const key of Object.keys(scope.delivered)) delete scope.delivered[key];
    new Function(files["samples.js"])();
    const location = { pathname: `/${name}`, search, href: `http://a.example/${name}${search}` };
    const history = {
      replaceState: (/** @type {any} */ _s, /** @type {string} */ _t, /** @type {string} */ url) =>
        location.href = url,
    };
    around = [];
    const postMessage = (/** @type {any} */ message) => around.push(JSON.stringify(message));
    const parent = search.includes("embed") ? { postMessage } : globalThis;
    for (const [key, value] of Object.entries({ location, history, parent })) {
      Object.defineProperty(globalThis, key, { value, configurable: true });
    }
    const prototype = Object.getPrototypeOf(document.body);
    Object.defineProperty(prototype, "innerHTML", {
      set(html) {
        this.textContent = html ? "The idea." : "";
      },
      configurable: true,
    });
    document.head = {
      append: (/** @type {any} */ script) =>
        script.src === late ? lateScript = script : deliver(script),
    };
    const html = files[name];
    const [, first] = /data-first="([^"]*)"/.exec(html) ?? [];
    const [, algorithm] = /data-algorithm="(\w+)"/.exec(html) ?? [];
    Object.assign(document.documentElement.dataset, {
      ...{ first: first?.replaceAll("&quot;", '"'), algorithm, drawn: "" },
      lang: new URLSearchParams(search).get("lang") ?? "en",
    });
    write(/<body>(.*)<\/body>/s.exec(html)?.[1] ?? "");
    const [, page] = /src="(walk\.js|model\.js)"/.exec(html) ?? [];
    const entry = PAGES[/** @type {keyof PAGES} */ (page)];
    if (entry) await import(`../../../pages/static_edition/${entry}?${Math.random()}`);
  },
  choose(/** @type {string} */ selector, /** @type {string} */ value) {
    const field = Object.assign(/** @type {any} */ (document.querySelector(selector)), { value });
    field.dispatchEvent({ type: "change" });
  },
  press: (/** @type {string} */ selector, n = 0) =>
    /** @type {any} */ (document.querySelectorAll(selector)[n]).click(),
};
/** Parts of a walk by which it is known. */
const WALK = [".headline", ".words", ".fork h2", ".arrival h2", ".turn", "#corpus option"];
const FIELDS = ["lang", "corpus", "text", "unit", "pre", "marker", "tie", "merges", "min"];

answerLines(async ([what, ...how]) => {
  await DOING[what](...how);
  if (what === "site") return [];
  // Nothing here waits for anything but the turns of this process.
  const isWaiting = () => !isSlow && !late && document.querySelector(".waiting");
  for (let turn = 0; turn < 40; turn += Number(!isWaiting())) {
    await new Promise((done) => realTimeout(done));
    for (const act of later.splice(0)) act?.();
  }
  const part = (
    /** @type {string} */ selector,
  ) => /** @type {any} */ (document.querySelector(selector));
  // The walk itself is compared elsewhere.
  const mount = part(".mount") ?? {};
  const walk = mount.childNodes;
  mount.childNodes = [];
  const lines = [...document.body.children].flatMap(outline);
  mount.childNodes = walk;
  const texts = (/** @type {string} */ selector) =>
    [...document.querySelectorAll(selector)].map((each) => each.textContent).join(" | ");
  const shown = FIELDS.filter((name) => part(`#${name}`));
  return [
    ...lines,
    ...WALK.map((selector) => `${selector}: ${texts(selector)}`),
    ...shown.map((name) => `${name}: ${part(`#${name}`).value}`),
    `title: ${document.title}, language: ${document.documentElement.lang}`,
    `at: ${location.href}`,
    `the page around it: ${
      document.documentElement.style.getPropertyValue("--frame-height")
    } ${around}`,
  ];
});
