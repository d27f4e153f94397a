import { deepStrictEqual as equal } from "node:assert/strict";

import { el } from "../../../pages/components/drawing/elements.js";
import firstDrawing, { showHeading } from "../../../pages/frame_parts/first_drawing.js";
import { showPage } from "../../../pages/components/browser/shown_page.js";
import { keepOneEntry, keepPresses } from "../../../pages/frame_parts/page_repairs.js";
import { componentOnPage, makeDocument } from "../components/plain_document.js";

Deno.test("a page is shown once all of it is drawn, and not before", () => {
  const { document, draw } = componentOnPage(firstDrawing);
  const [app, main, skeleton, chart] = ["App", "Main", "Skeleton", "VegaLiteChart"]
    .map((name) => el("div", { "data-testid": `st${name}` }));
  app.dataset.testScriptState = "notRunning";
  app.append(main);
  document.body.append(app);
  main.append(skeleton);
  /** @type {(() => void)[]} */
  const frames = [];
  Object.assign(globalThis, { requestAnimationFrame: (/** @type {any} */ f) => frames.push(f) });
  let now = 0;
  const value = { getEntriesByType: () => [{ name: "http://app/#sizes" }], now: () => now };
  Object.defineProperty(globalThis, "performance", { value, configurable: true });
  Object.assign(document, { fonts: { status: "loaded", load() {} } });
  const fold = el("details", el("summary"), el("h2", { id: "sizes" }));
  let opened = 0;
  /** @type {any} */ (fold.firstChild).onclick = () => opened++;
  document.getElementById = () => fold.children[1];
  /** @type {(() => void)[]} */
  const looks = [];
  Object.assign(globalThis, {
    MutationObserver: class {
      constructor(/** @type {() => void} */ look) {
        this.observe = () => looks.push(look);
      }
    },
  });
  for (const _ of ["drawn", "drawn again"]) {
    draw({});
    looks.forEach((look) => look());
    equal([opened, looks.length], [1, 1]);
  }
  const isShown = (meanwhile = () => {}) => {
    for (let i = 0; i < 9; i++, meanwhile()) frames.shift()?.();
    return "drawn" in document.documentElement.dataset;
  };
  equal(isShown(), false);
  skeleton.remove();
  main.append(chart);
  equal(isShown(), false); // a chart without its picture
  chart.append(document.createElement("svg"));
  document.documentElement.dataset.awaited = "file";
  equal(isShown(), false);
  delete document.documentElement.dataset.awaited;
  const answer = el("div.st-key-awaited_life");
  main.append(answer);
  equal(isShown(), false);
  now = 3000; // the answer is awaited no longer, but the font is
  document.fonts.status = "loading";
  equal(isShown(), false);
  document.fonts.status = "loaded";
  equal(isShown(() => main.append(el("p"))), false); // it still grows
  equal(isShown(), true);
});

/** A page whose content comes later; whether its changes are watched. */
function page(linked = "sizes") {
  const document = makeDocument();
  /** @type {any} */
  const watch = {};
  class Observer {
    constructor(/** @type {() => void} */ look) {
      watch.look = look;
    }
    observe() {
      watch.isOn = true;
    }
    disconnect() {
      watch.isOn = false;
    }
  }
  Object.assign(globalThis, { MutationObserver: Observer });
  document.getElementById = (/** @type {string} */ id) => document.querySelector(`#${id}`);
  showHeading(linked, document, () => {});
  return { document, watch };
}

Deno.test("the fold that a link names is opened when it comes, once", () => {
  const { document, watch } = page();
  let presses = 0;
  const summary = el("summary", { onclick: () => presses++ });
  document.body.append(el("details", {}, summary, el("h2", { id: "sizes" })));
  watch.look();
  watch.look();
  equal([presses, watch.isOn], [1, true]);
});

Deno.test("a heading is found by the name that it had once", () => {
  for (
    const [linked, now] of [
      ["then-it-is-cut-into-words", "how-text-is-cut-into-words"],
      ["from-here", "5-text-it-has-not-read"],
    ]
  ) {
    const { document, watch } = page(linked);
    const heading = el("h2", { id: now });
    let times = 0;
    heading.scrollIntoView = () => times++;
    document.body.append(heading);
    watch.look();
    equal(times, 1, linked);
  }
});

Deno.test("whatever the visitor does first, the page stays where they are", () => {
  for (const type of ["pointerdown", "keydown", "wheel"]) {
    const { document, watch } = page();
    document.body.dispatchEvent({ type });
    equal(watch.isOn, false, type);
  }
});

/** A press on a button that is drawn again meanwhile: how often the new one is clicked. */
function pressed(/** @type {string} */ label, /** @type {string} */ then, button = 0) {
  const document = makeDocument();
  Object.assign(globalThis, {
    MouseEvent: class {
      constructor(/** @type {string} */ type) {
        this.type = type;
      }
    },
  });
  keepPresses();
  const make = (/** @type {string} */ text) => {
    const made = /** @type {any} */ (el("button", text));
    document.body.replaceChildren(made);
    return made;
  };
  let clicks = 0;
  make(label).dispatchEvent({ type: "mousedown" });
  const again = make(then);
  again.onclick = () => clicks++;
  again.dispatchEvent({ type: "mouseup", init: { button } });
  return clicks;
}

Deno.test("a press on a button that is drawn again counts on the new one", () => {
  equal(pressed("Next", "Next"), 1);
  equal(pressed("Next", "Previous"), 0);
  equal(pressed("Next", "Next", 2), 0); // with the other button of the mouse
});

/** A walk as the server puts it into the page; it is trained as in the static edition. */
async function trained() {
  const scope = /** @type {any} */ (globalThis);
  /** @type {any[]} */
  const said = [];
  scope.self = scope;
  scope.postMessage = (/** @type {any} */ message) => said.push(message);
  await import("../../../pages/static_edition/trainer/worker.js");
  const settings = { unit: "char", marker: "", cut: "whitespace", numMerges: 3, minFrequency: 1 };
  const limits = { piece: 32, words: 9, units: 9, pairs: 9, sum: 9, changes: 9, bytes: 9 };
  const more = { tie: "first-seen", specials: [], choices: [], limits };
  const train = { ...settings, ...more, text: "hug hugs pug" };
  await scope.onmessage({ data: [1, { train }] });
  return said.at(-1)[1];
}

Deno.test("what is asked before there is a session is told to it, once", async () => {
  const classroom = { present: false, hidden: [], place: 1, notes: [] };
  const usual = { key: "k", step: 0, visit: 0, lang: "en", predict: false, seed: 1, text: {} };
  const data = JSON.stringify({ ...await trained(), ...usual, translations: {}, classroom });
  sessionStorage.clear();
  const document = makeDocument();
  const shadowRoot = el("div", el("div.mount"));
  const walk = Object.assign(el("div.walk"), { shadowRoot });
  const place = el("div", { id: "first-walk", "data-led": "" }, walk, el("script", data));
  walk.append(shadowRoot);
  const page = /** @type {any} */ (el("div", { id: "root", "data-testid": "stMain" }));
  page.scrolled = [];
  page.scrollTo = (/** @type {number[]} */ ...to) => page.scrolled.push(to);
  document.body.append(place, page);
  await import("../../../pages/frame_parts/first_walk.js");
  /** @type {any} */ (shadowRoot.querySelector(".all-panels")).click();
  equal(["ready", "led"].map((name) => place.hasAttribute(`data-${name}`)), [true, false]);

  const parentElement = el("div", el("div.mount"));
  document.body.append(parentElement);
  /** @type {unknown[][]} */
  const told = [];
  const tell = (/** @type {unknown[]} */ ...news) => told.push(news);
  const drawing = { parentElement, setTriggerValue: tell, setStateValue: tell };
  const draw = () =>
    /** @type {any} */ (globalThis).firstWalk({ ...drawing, data: new TextEncoder().encode(data) });
  draw();
  draw();
  /** @type {any} */ (document.querySelector(".what-if")).click();
  equal(told.map(([name]) => name), ["place", "fork"]);
  place.scrollTop = 40;
  const next = /** @type {any} */ (shadowRoot.querySelector("button.next"));
  next.focus();
  showPage();
  equal([place.isConnected, page.inert, page.scrolled], [false, false, [[0, 40]]]);
  equal([next.isConnected, /** @type {any} */ (document.activeElement) === next], [true, true]);
  draw();
  equal(told.filter(([name]) => name === "place"), [["place", [0, 0]]]);
});

makeDocument();
/** Tells a page what has changed on it. @type {(changes: object[]) => void} */
let tellChanges = () => {};
Object.assign(globalThis, {
  MutationObserver: class {
    constructor(/** @type {(changes: object[]) => void} */ look) {
      tellChanges = look;
    }
    observe() {}
  },
});
const { default: pageLanguage } = await import("../../../pages/frame_parts/page_language.js");

Deno.test("what Streamlit names in English is named in the learner's language, also what comes later", () => {
  const { document, draw } = componentOnPage(pageLanguage);
  Object.assign(history, { pushState() {} });
  const make = () => [
    ...["Close", "Help for Tie rule", "Cloud"].map((ariaLabel) => el("button", { ariaLabel })),
    ...["SkipToContent", "TooltipContent", "Mine"].map((name) =>
      el("div", { "data-testid": `st${name}` }, el("p", "Copied"), "Close")
    ),
  ];
  const there = make();
  document.body.append(...there);
  draw({
    lang: "zh-CN",
    names: { "Close": "关闭", "Help for {}": "{}：说明", "Copied": "已复制" },
  });
  const [added, inside, renamed] = [make(), make(), make()];
  renamed.forEach((target) => tellChanges([{ type: "attributes", target }]));
  tellChanges([{ type: "childList", addedNodes: [...added, el("div", ...inside)] }]);
  const named = (/** @type {HTMLElement[]} */ nodes) =>
    nodes.map((node) => node.ariaLabel || node.textContent);
  const [labels, texts] = [["关闭", "Tie rule：说明", "Cloud"], ["已复制关闭", "已复制关闭"]];
  for (const nodes of [there, added, inside]) {
    equal(named(nodes), [...labels, ...texts, "CopiedClose"]);
  }
  equal(named(renamed).slice(0, 3), labels);
  equal(document.documentElement.lang, "zh-CN");
});

/** What the visitor does in a lesson, or draws the page again, between the addresses it is given. */
const [ACT, AGAIN] = ["the visitor acts", "the page is drawn again"];
/** Before an address that the page itself writes, as its lesson is left. */
const WRITTEN = "written ";

/** What happens on a page, and the entries of its history then. @type {[string, string[], string[]][]} */
const HISTORIES = [
  [
    "a lesson has one entry, with what is written into its address",
    ["/?corpus=hug", ACT, "/bytes", "/bytes?corpus=hug", "/quiz", "/quiz?step=1", "/quiz?step=2"],
    ["/?corpus=hug", "/bytes?corpus=hug", "/quiz?step=2"],
  ],
  [
    "what a visitor changes in a lesson can be undone by going back",
    ["/?corpus=hug", ...[1, 3].flatMap((k) => [ACT, `/?step=${k}`, `/?step=${k + 1}`])],
    ["/?corpus=hug", "/?step=2", "/?step=4"],
  ],
  [
    "a step that a slow server writes after the lesson was left makes no entry",
    ["/bytes", ACT, `${WRITTEN}/bytes?step=3`, "/bytes?step=1", "/bytes?step=3", "/?lang=en"],
    ["/", "/bytes?step=3", "/?lang=en"],
  ],
  [
    "a page that is drawn again takes this over once",
    [AGAIN, ACT, "/bytes", "/bytes?step=1", ACT, "/bytes?step=2"],
    ["/", "/bytes?step=1", "/bytes?step=2"],
  ],
  [
    "parameters that come before the next lesson's path have no entry of their own",
    [
      ...["/bytes?step=1", ACT, "/bytes?step=1&corpus=hug", "/languages?corpus=hug"],
      ...["/languages?corpus=hug&step=0", ACT, "/languages?corpus=low", ACT, "/quiz"],
    ],
    ["/", "/bytes?step=1", "/languages?corpus=hug&step=0", "/languages?corpus=low", "/quiz"],
  ],
  [
    "a step that the page has written makes no second entry when Python writes it",
    [
      ...["/bytes", ACT, `${WRITTEN}/bytes?view=ids&step=3`, "/bytes?step=3&view=ids"],
      ...["/bytes?lang=en", "/?lang=en"], // the next lesson's parameters, before its path
    ],
    ["/", "/bytes?step=3&view=ids", "/?lang=en"],
  ],
];

for (const [name, happens, expected] of HISTORIES) {
  Deno.test(name, () => {
    const entries = ["/"];
    const location = new URL("http://app/");
    /** @param {number} by @returns {History["pushState"]} */
    const writes = (by) => (_state, _title, url) => {
      entries.splice(entries.length - by, by, String(url));
      location.href = new URL(String(url), location).href;
    };
    const history = { pushState: writes(0), replaceState: writes(1) };
    const page = new EventTarget();
    keepOneEntry(history, location, page);
    for (const each of happens) {
      if (each === ACT) page.dispatchEvent(new Event("pointerdown"));
      else if (each === AGAIN) keepOneEntry(history, location, page);
      else if (each.startsWith(WRITTEN)) {
        history.replaceState(null, "", each.slice(WRITTEN.length));
      } else history.pushState(null, "", each);
    }
    equal(entries, expected);
  });
}

/** What is watched, and what is to be done later, in milliseconds: a test holds the clock. */
const watched = new Map();
/** @type {Map<number, [() => void, number]>} */
const later = new Map();
let timers = 0;

const REPLACED = "{n} half characters (lone surrogates) in this field were replaced by �.";

/** A page with Streamlit's state of its connection, whose changes are told. */
async function noticed() {
  const document = makeDocument();
  const app = document.createElement("div");
  Object.assign(app.dataset, { testid: "stApp", testScriptState: "notRunning" });
  document.body.append(app);
  const { setTimeout, clearTimeout } = globalThis;
  Object.assign(globalThis, {
    MutationObserver: class {
      constructor(/** @type {() => void} */ look) {
        this.look = look;
        this.name = "";
      }
      observe(/** @type {any} */ _node, { attributeFilter: [name] = ["content"] }) {
        watched.set(this.name = name, this.look);
      }
      disconnect() {
        watched.delete(this.name);
      }
    },
    setTimeout: (/** @type {() => void} */ act, /** @type {number} */ ms) => {
      const number = ++timers;
      later.set(number, [act, ms]);
      return number;
    },
    clearTimeout: (/** @type {number} */ number) => later.delete(number),
  });
  const { default: notices } = await import("../../../pages/frame_parts/page_notices.js");
  /** @type {unknown[]} */
  const told = [];
  return {
    document,
    told,
    draw: (drawn = 1) =>
      notices(
        /** @type {any} */ ({
          data: { drawn, translations: { [REPLACED]: "换了 {n} 个" } },
          setTriggerValue: (/** @type {string} */ name) => told.push(name),
        }),
      ),
    delays: () => [...later.values()].map(([, ms]) => ms),
    go: (/** @type {number} */ ms) => {
      for (const [number, [act, at]] of [...later]) if (at === ms && later.delete(number)) act();
    },
    turn: (/** @type {string} */ state) => {
      app.dataset.testConnectionState = state;
      watched.get("data-test-connection-state")?.();
    },
    draws: (/** @type {string} */ state) => app.dataset.testScriptState = state,
    line: () => document.querySelector("p[role=status]")?.textContent ?? "",
    release: () => Object.assign(globalThis, { setTimeout, clearTimeout }),
  };
}

Deno.test("a lost connection is told after a while, and a server that is back draws the page", async () => {
  const { document, draw, told, turn, go, line, delays, draws, release } = await noticed();
  turn("CONNECTED");
  draw();
  turn("CONNECTED");
  equal([line(), delays(), told], ["", [], []]);
  for (let times = 0; times < 2; times++) turn("DISCONNECTED");
  equal([line(), delays()], ["", [1200]]);
  let closed = 0;
  const dialog = el("div", { role: "dialog" }, el("button", { onclick: () => closed++ }));
  document.body.append(dialog);
  watched.get("content")?.();
  draw(2); // what was on its way as the connection was lost
  go(1200);
  equal([closed, line().startsWith("The connection to the server is lost.")], [1, true]);
  draws("running");
  turn("CONNECTED");
  equal([line(), told, delays()], ["", [], [3000]]); // it draws, and is asked once it has
  watched.get("content")?.();
  equal(closed, 1);
  draws("notRunning");
  go(3000);
  equal([told, delays()], [["back"], [3000]]);
  draw(2);
  equal(delays(), [3000]);
  const end = draw(3);
  end();
  equal([delays(), watched.size, document.heard("input", true)], [[], 0, []]);
  release();
});

Deno.test("a half character in any field but our own is replaced, and said for a while", async () => {
  const { document, draw, go, line, turn, delays, release } = await noticed();
  turn("CONNECTED");
  draw();
  const field = document.createElement("input");
  const own = document.createElement("textarea");
  const value = {
    get() {
      return /** @type {any} */ (this).typed;
    },
    set(/** @type {string} */ value) {
      Object.assign(this, { typed: value });
    },
    configurable: true,
  };
  Object.defineProperty(Object.getPrototypeOf(field), "value", value);
  // What is set past the framework's own setter counts as typed.
  const set = () => {
    throw new Error("It would count as the framework's own.");
  };
  for (const each of [field, own]) Object.defineProperty(each, "value", { ...value, set });
  document.body.append(field, el("div.own-text", own));
  const type = (/** @type {any} */ into, /** @type {string} */ text) => {
    into.typed = text;
    into.dispatchEvent({ type: "input" });
    return into.typed;
  };
  equal([type(field, "hug"), line()], ["hug", ""]);
  equal([type(own, "\ud83d"), line()], ["\ud83d", ""]);
  equal([type(field, "a\ud83d"), line()], [
    "a\ufffd",
    "A half character (a lone surrogate) in this field was replaced by �.",
  ]);
  type(field, "\ud83da\ud83d");
  equal([line(), delays()], ["换了 2 个", [12_000]]);
  go(12_000);
  equal(line(), "");
  release();
});
