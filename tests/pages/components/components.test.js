import { deepStrictEqual as equal } from "node:assert/strict";
import { Buffer } from "node:buffer";

import { speak, t } from "../../../pages/components/browser/sentences.js";
import { hasTexts, keepInTab, savedInTab } from "../../../pages/components/browser/tab_memory.js";
import { base64, bytesOf, wellFormed } from "../../../pages/components/browser/text.js";
import mount from "../../../pages/components/charts/chart_menu.js";
import { el } from "../../../pages/components/drawing/elements.js";
import { keepNewest } from "../../../pages/components/component/newest_drawing.js";
import { savedRoom } from "../../../pages/components/rooms/teacher/room_wire.js";
import settingsButton from "../../../pages/components/sidebar/settings_button.js";
import copyField from "../../../pages/teaching/lesson_link.js";
import { Answers } from "../../../pages/components/stepper/walking/turn.js";
import { componentOnPage } from "./plain_document.js";

/** A component that shows its data, and Streamlit, which calls it for drawings in any order. */
class Loading {
  constructor() {
    this.element = { isConnected: true };
    this.shown = "";
    this.ends = this.drawn = 0;
    this.mount = keepNewest(({ data }) => {
      this.shown = data;
      this.drawn++;
      return () => this.ends++;
    });
  }

  /** @param {string} data */
  draw(data) {
    const drawing = /** @type {any} */ ({ data, parentElement: this.element });
    return /** @type {() => void} */ (this.mount(drawing));
  }
}

const ORDERS = ["abc", "acb", "bac", "bca", "cab", "cba"];
const later = () => new Promise((resolve) => setTimeout(resolve));

Deno.test("the newest of the drawings stays, whether older ones end before it comes or after", async () => {
  for (const order of ORDERS) {
    const [waited, ended] = [new Loading(), new Loading()];
    const ends = Object.fromEntries([...order].map((data) => [data, waited.draw(data)]));
    for (const older of [...order].filter((data) => data !== "c")) ends[older]();
    equal([waited.shown, waited.ends], ["c", 0], order);
    if (order.endsWith("c")) equal(waited.drawn, 3); // it is not drawn again for nothing
    for (const data of order) {
      const end = ended.draw(data);
      if (data !== "c") end();
      await later();
    }
    equal(ended.shown, "c", order);
  }
});

Deno.test("a component ends once its element has left the page", async () => {
  const loading = new Loading();
  const end = loading.draw("a");
  loading.element.isConnected = false;
  end();
  equal(loading.ends, 1);
  await later();
});

const CHART = {
  ...{ within: "chart", name: "Tokens", words: "From 9 to 3." },
  columns: ["step", "Tokens"],
  rows: [["0", "9"], ["1", "3"]],
};

Deno.test("the sheet of a chart has its words and figures; Escape closes it and keeps the focus", () => {
  const { document, draw, press, texts, found } = componentOnPage(mount);
  draw(CHART);
  const button = found("button.more")[0];
  equal(texts(".sheet")[0], "");
  press("button.more");
  press(".words"); // as to select them
  equal([texts(".words"), texts("tr")], [["From 9 to 3."], ["stepTokens", "09", "13"]]);
  found(".figures")[0].focus();
  let heard = 0; // elsewhere, where Escape closes other things
  document.addEventListener("keydown", () => heard++);
  const escape = () => {
    document.activeElement.dispatchEvent({ type: "keydown", init: { key: "Escape" } });
    return [button.getAttribute("aria-expanded"), found(".sheet")[0].hidden, heard];
  };
  equal(escape(), ["false", true, 0]);
  equal(document.activeElement, button);
  equal(escape(), ["false", true, 1]); // there is nothing to close here
  press("button.more");
  const other = el("button");
  document.body.append(other);
  other.focus();
  equal(found(".sheet")[0].hidden, true);
});

Deno.test("each half character is replaced and counted", () => {
  const cases = /** @type {[string, string, number][]} */ ([
    ["hug 😀", "hug 😀", 0],
    ["\ud83d", "\ufffd", 1],
    ["\ude00\ud83d", "\ufffd\ufffd", 2],
    ["a\ud83d😀b", "a\ufffd😀b", 1],
    ["", "", 0],
  ]);
  for (const [text, whole, replaced] of cases) {
    equal(wellFormed(text), { whole, replaced });
    equal(whole, text.toWellFormed());
  }
});

Deno.test("bytes come back as they went, also where a browser cannot write them at once", () => {
  for (const length of [0, 1, 2, 3, 100_000]) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 7919) % 256);
    const expected = Buffer.from(bytes).toString("base64");
    equal(base64(bytes), expected);
    equal(bytesOf(expected), bytes);
    Object.defineProperty(bytes, "toBase64", { value: undefined });
    equal(base64(bytes), expected);
  }
});

/** Values that another version, or somebody else, may have left under a name. */
const STRANGE = ["null", "", "{", "[]", "[null]", "7", '"text"', "true", "{}", '{"walk": null}'];

/** @param {any} value */
const isFile = (value) => hasTexts(value, "name", "file");

Deno.test("a value of another form counts as nothing kept", () => {
  for (const left of [...STRANGE, '{"name": 1, "file": "x"}']) {
    sessionStorage.setItem("file", left);
    equal(savedInTab("file", isFile), null, left);
  }
  keepInTab("file", { name: "a", file: "b" });
  equal(savedInTab("file", isFile), { name: "a", file: "b" });
});

Deno.test("a value for which there is no room leaves nothing of an older one", () => {
  keepInTab("text", "short");
  keepInTab("text", "x".repeat(30_000_000));
  equal(savedInTab("text", () => true), null);
});

Deno.test("strange answers are no answers, and those of other walks stay", () => {
  const answer = { step: 1, pick: [1, 2], outcome: "right", hints: 0 };
  const parts = [{ pick: null }, { outcome: "maybe" }, { step: "1" }, { hints: 0.5 }, {
    pick: ["a"],
  }];
  const strange = [null, 7, {}, ...parts.map((part) => ({ ...answer, ...part }))];
  for (const left of [...STRANGE, JSON.stringify({ walk: strange })]) {
    sessionStorage.setItem("merge-by-merge-predictions", left);
    equal(new Answers("walk").score().n, 0, left);
  }
  sessionStorage.setItem("merge-by-merge-predictions", JSON.stringify({ walk: [answer, null] }));
  new Answers("other").add({ ...answer, step: 0, outcome: "right" });
  equal(new Answers("walk").score().right, 1);
});

Deno.test("a strange room is no room", () => {
  for (const left of STRANGE) {
    sessionStorage.setItem("merge-by-merge.room", left);
    equal(savedRoom(), null, left);
  }
});

Deno.test("what has no translation is said in English, with its values", () => {
  speak({ "Step {k}": "第 {k} 步" });
  equal(t("Step {k}", { k: 3 }), "第 3 步");
  equal(t("{n} of {n}", { n: 2 }), "2 of 2");
  speak();
  equal(t("Step {k}", { k: 3 }), "Step 3");
});

Deno.test("a value is put in as it is, and a place without one stays for a node", () => {
  equal(t("{a} {b} {c} {n}", { a: "{b}", b: "$&", n: 0 }), "{b} $& {c} 0");
  equal(t("{token}"), "{token}");
});

/** A picture of 20 × 10, which is drawn three times as large. */
class Picture {
  width = 20;
  height = 10;
  src = "";
  async decode() {}
}

Deno.test("a chart is saved under its name, as it is drawn, on the page's background", async () => {
  const { document, draw, found, press } = componentOnPage(mount);
  const make = /** @type {any} */ (el);
  const text = Object.assign(make("text", "tokens"), { getComputedTextLength: () => 42 });
  const viewBox = { baseVal: { width: 300, height: 150 } };
  const chart = Object.assign(make("svg.marks", text), { viewBox });
  document.body.append(el("div.st-key-chart", chart));
  Object.assign(globalThis, {
    getComputedStyle: () => ({ color: "black" }),
    XMLSerializer: class {
      serializeToString(/** @type {any} */ node) {
        return JSON.stringify(
          [node, ...node.children].map(({ tagName, attributes, textContent }) => [
            tagName,
            Object.fromEntries([...attributes].filter(([name]) => name !== "class")),
            textContent,
          ]),
        );
      }
    },
  });
  /** @type {Blob[]} */
  const saved = [];
  const { createObjectURL } = URL;
  URL.createObjectURL = (/** @type {any} */ blob) => `blob:${saved.push(blob)}`;
  draw(CHART);
  press("button.more");
  const [button] = found("button").filter(({ textContent }) => textContent.includes("SVG"));
  button.click();
  chart.append(make("g.role-title"));
  chart.style.backgroundColor = "navy";
  button.click();
  await later();
  const [named, titled] = await Promise.all(
    saved.map(async (blob) => JSON.parse(await blob.text())),
  );
  /** @type {number[]} */
  let box = [];
  const canvas = Object.assign(make("canvas"), {
    ...{ width: 0, height: 0, toBlob: (/** @type {any} */ done) => done(new Blob(["a picture"])) },
    getContext: () => ({
      drawImage: (/** @type {any} */ _, /** @type {number[]} */ ...drawn) => box = drawn,
    }),
  });
  const { createElement } = document;
  document.createElement = (/** @type {string} */ tag) =>
    tag === "canvas" ? canvas : createElement(tag);
  Object.assign(globalThis, { Image: Picture });
  found("button").find(({ textContent }) => textContent.includes("PNG")).click();
  for (let turn = 0; turn < 9; turn++) await later();
  URL.createObjectURL = createObjectURL;
  equal([await saved.at(-1)?.text(), box], ["a picture", [0, 0, 60, 30]]);
  const font = { "font-family": "sans-serif", "font-size": "16px", "font-weight": "600" };
  equal(named, [
    ["SVG", { viewBox: "0 -32 300 182", height: "182" }, "Tokenstokens"],
    ["RECT", { y: "-32", width: "300", height: "182", fill: "white" }, ""],
    ["TEXT", { x: "4", y: "-10", fill: "black", ...font }, "Tokens"],
    ["TEXT", { textLength: "42", lengthAdjust: "spacingAndGlyphs" }, "tokens"],
  ]);
  equal([titled[0][2], titled[1][1].fill], ["tokens", "navy"]); // a title of its own is the name
  equal(saved[0].type, "image/svg+xml");
});

Deno.test("the sheet stays where the same chart is drawn again, and a press elsewhere closes it", () => {
  const { document, draw, found, press } = componentOnPage(mount);
  draw(CHART);
  press("button.more");
  const [sheet] = found(".sheet");
  draw(CHART);
  equal([found(".sheet")[0] === sheet, sheet.hidden], [true, false]);
  const other = draw({ ...CHART, name: "Other" });
  press("button.more");
  const [now] = found(".sheet");
  const at = (/** @type {any} */ node) => node.dispatchEvent({ type: "pointerdown" });
  at(now);
  equal(now.hidden, false);
  at(document.body);
  equal(now.hidden, true);
  press("button.more");
  /** @type {any} */ (other)();
  at(document.body);
  equal(now.hidden, false);
});

Deno.test("a link is copied at a press, and selected where a page may not copy", async () => {
  const { draw, found, press, texts } = componentOnPage(copyField);
  /** @type {string[]} */
  const copied = [];
  let mayCopy = true;
  const clipboard = {
    writeText: (/** @type {string} */ text) =>
      mayCopy ? Promise.resolve(copied.push(text)) : Promise.reject(new Error("no")),
  };
  Object.defineProperty(navigator, "clipboard", { value: clipboard, configurable: true });
  const selected = () => /** @type {any} */ (globalThis.document).selected.value;
  Object.assign(globalThis.document, {
    execCommand: (/** @type {string} */ command) => copied.push(`${command} ${selected()}`),
  });
  const { setTimeout } = globalThis;
  /** @type {(() => void)[]} */
  const later = [];
  Object.assign(globalThis, { setTimeout: (/** @type {any} */ act) => later.push(act) });
  draw({ value: "http://a.example/", rows: 1, label: "Link", copy: "Copy" });
  equal(texts("button"), ["Copy"]);
  const turn = () => new Promise((done) => setTimeout(done));
  press("button.primary");
  await turn();
  equal([copied, texts("button")], [["http://a.example/"], ["Copied"]]);
  later[0]();
  equal(texts("button"), ["Copy"]);
  mayCopy = false;
  press("button");
  await turn();
  equal([copied.at(-1), found("textarea").length], ["copy http://a.example/", 0]);
  draw({ value: "<iframe>", rows: 6, label: "Code", copy: "Copy" });
  found("textarea")[0].focus();
  equal([found("input").length, selected()], [0, "<iframe>"]);
  Object.assign(globalThis, { setTimeout });
});

Deno.test("the page around a frame is told how high all is that is in it", async () => {
  /** @type {unknown[][]} */
  const told = [];
  const parent = { postMessage: (/** @type {unknown[]} */ ...message) => told.push(message) };
  Object.defineProperty(globalThis, "parent", { value: parent, configurable: true });
  const { default: frameHeight } = await import("../../../pages/teaching/frame_height.js");
  const { document, draw, parentElement } = componentOnPage(frameHeight);
  Object.assign(globalThis, {
    getComputedStyle: () => ({ paddingTop: "20px", paddingBottom: "5px" }),
    ResizeObserver: class {
      constructor(/** @type {() => void} */ see) {
        this.observe = see;
      }
      disconnect() {}
    },
  });
  parentElement.setAttribute("data-testid", "stMainBlockContainer");
  parentElement.children[0].getBoundingClientRect = () => ({ height: 100.5 });
  draw({ type: "height" });
  equal(told, [[{ type: "height", height: 126 }, "*"]]);
  Object.assign(globalThis, { innerHeight: 900 }); // by then the page around has made room
  draw({ type: "height" });
  equal(document.documentElement.style.getPropertyValue("--frame-height"), "720px");
  equal(globalThis.parent, globalThis); // to which Streamlit would report the address
});

Deno.test("the settings button opens the sidebar, where the focus goes, and closes it", () => {
  const { document, draw, press } = componentOnPage(settingsButton);
  const [sidebar, expand, collapse] = ["section", "button", "button"].map((tag) =>
    document.createElement(tag)
  );
  const place = document.createElement("div");
  place.append(collapse);
  place.setAttribute("data-testid", "stSidebarCollapseButton");
  sidebar.setAttribute("data-testid", "stSidebar");
  expand.setAttribute("data-testid", "stExpandSidebarButton");
  document.body.append(sidebar, expand, place);
  const pressed = /** @type {string[]} */ ([]);
  expand.onclick = () => (pressed.push("open"), expand.remove());
  collapse.onclick = () => pressed.push("close");
  draw({ label: "" });
  press("button");
  equal([pressed, document.activeElement], [["open"], sidebar]);
  press("button");
  equal(pressed, ["open", "close"]);
});
