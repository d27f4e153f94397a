import { keepOneEntry } from "../../../pages/frame_parts/one_history_entry.js";
import { componentOnPage, makeDocument } from "../components/plain_document.js";
import { deepEqual as equal } from "node:assert/strict";

makeDocument();
const { default: mount } = await import(
  "../../../pages/frame_parts/page_language.js"
);

Deno.test("Streamlit's own buttons are named in the learner's language, and so is the page", () => {
  const { document, draw } = componentOnPage(mount);
  Object.assign(history, { pushState() {} });
  const names = ["Close", "Help for Tie rule", "Mine"].map((name) => {
    const button = document.createElement("button");
    button.ariaLabel = name;
    document.body.append(button);
    return button;
  });
  draw({ lang: "zh-CN", names: { "Close": "关闭", "Help for {}": "{}：说明" } });
  equal(names.map((node) => node.ariaLabel), ["关闭", "Tie rule：说明", "Mine"]);
  equal(document.documentElement.lang, "zh-CN");
});

/** A browser's history at an address, and what a visitor does. */
class Tab {
  constructor() {
    /** @type {string[]} */
    this.entries = ["/"];
    this.page = new EventTarget();
    this.history = {
      pushState: (/** @type {any} */ _s, /** @type {string} */ _u, /** @type {any} */ url) => {
        this.entries.push(url);
      },
      replaceState: (/** @type {any} */ _s, /** @type {string} */ _u, /** @type {any} */ url) => {
        this.entries[this.entries.length - 1] = url;
      },
    };
    keepOneEntry(this.history, this, this.page);
  }

  get href() {
    return new URL(this.entries[this.entries.length - 1], "http://app").href;
  }

  get pathname() {
    return new URL(this.href).pathname;
  }

  open(/** @type {string} */ url) {
    this.history.pushState(null, "", url);
  }

  act() {
    this.page.dispatchEvent(new Event("pointerdown"));
  }
}

Deno.test("a lesson has one entry, with what is written into its address", () => {
  const tab = new Tab();
  tab.open("/?corpus=hug");
  tab.act();
  tab.open("/bytes");
  tab.open("/bytes?corpus=hug");
  equal(tab.entries, ["/?corpus=hug", "/bytes?corpus=hug"]);
});

Deno.test("what a visitor changes in a lesson can be undone by going back", () => {
  const tab = new Tab();
  tab.open("/?corpus=hug");
  for (const step of [1, 3]) {
    tab.act();
    tab.open(`/?corpus=hug&step=${step}`);
    tab.open(`/?corpus=hug&step=${step + 1}`);
  }
  equal(tab.entries, ["/?corpus=hug", "/?corpus=hug&step=2", "/?corpus=hug&step=4"]);
});

Deno.test("a step that a slow server writes after the lesson was left makes no entry", () => {
  const tab = new Tab();
  tab.open("/bytes");
  tab.act();
  tab.history.replaceState(null, "", "/bytes?step=3"); // on leaving
  tab.open("/bytes?step=1");
  tab.open("/bytes?step=3");
  tab.open("/?lang=en");
  equal(tab.entries, ["/", "/bytes?step=3", "/?lang=en"]);
});

Deno.test("a page that is drawn again takes this over once", () => {
  const tab = new Tab();
  keepOneEntry(tab.history, tab, tab.page);
  tab.act();
  tab.open("/bytes");
  tab.open("/bytes?step=1");
  tab.act();
  tab.open("/bytes?step=2");
  equal(tab.entries, ["/", "/bytes?step=1", "/bytes?step=2"]);
});

Deno.test("parameters that come before the next lesson's path have no entry of their own", () => {
  const tab = new Tab();
  tab.open("/bytes?step=1");
  tab.act();
  tab.open("/bytes?step=1&corpus=hug");
  tab.open("/languages?corpus=hug");
  tab.open("/languages?corpus=hug&step=0");
  tab.act();
  tab.open("/languages?corpus=low");
  tab.act();
  tab.open("/quiz");
  equal(tab.entries, [
    "/",
    "/bytes?step=1",
    "/languages?corpus=hug&step=0",
    "/languages?corpus=low",
    "/quiz",
  ]);
});

Deno.test("a step that the page has written makes no second entry when Python writes it", () => {
  const tab = new Tab();
  tab.open("/bytes");
  tab.act();
  tab.history.replaceState(null, "", "/bytes?view=ids&step=3"); // on leaving
  tab.open("/bytes?step=3&view=ids"); // the report was heard
  tab.open("/bytes?lang=en"); // the next lesson's parameters, before its path
  tab.open("/?lang=en");
  equal(tab.entries, ["/", "/bytes?step=3&view=ids", "/?lang=en"]);
});
