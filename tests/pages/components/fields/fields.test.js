// The fields: a text of one's own on its way, a text to encode, a file, and what is handed in.

import { deepStrictEqual as equal } from "node:assert/strict";

import { keepInTab, savedInTab } from "../../../../pages/components/browser/tab_memory.js";
import fileField from "../../../../pages/components/fields/file_field.js";
import inputText from "../../../../pages/components/fields/input_text.js";
import ownText from "../../../../pages/components/fields/own_text.js";
import { HANDED_OVER, handOver } from "../../../../pages/components/browser/text.js";
import transfer from "../../../../pages/components/fields/own_text_transfer.js";
import handIn from "../../../../pages/lessons/your_own_bpe/hand_in.js";
import { componentOnPage, makeDocument } from "../plain_document.js";

/** @param {() => unknown} act on a page that was reloaded */
function afterReload(act) {
  const { getEntriesByType } = performance;
  performance.getEntriesByType = () => /** @type {any} */ ([{ type: "reload" }]);
  act();
  performance.getEntriesByType = getEntriesByType;
}

const HAS = { digest: "", session: "1", id: "", parts: 0, part_bytes: 4, state: "open" };
const BYTES = new TextEncoder().encode("hug pug");

Deno.test("a text goes part by part, and again to a session that has none, which is told so", () => {
  const { draw, found, told, texts } = componentOnPage(transfer);
  keepInTab("merge-by-merge: own text", { told: {}, data: btoa("of an earlier address") });
  draw(HAS);
  equal(told, []);
  const isShown = () => !found(".sending")[0].hidden;
  equal(isShown(), false);
  handOver({ name: "a.txt" }, BYTES);
  const [[, { id, data, ...first }]] = /** @type {any[]} */ (told);
  equal([atob(data), first], ["hug ", { part: 0, name: "a.txt", size: 7 }]);
  draw({ ...HAS, id, parts: 1 });
  equal(told[1], ["part", { id, part: 1, data: btoa("pug") }]);
  equal([texts("label"), isShown()], [["Sending your text: 50%"], true]);
  draw({ ...HAS, id, parts: 2, state: "used", digest: "d" });
  const kept = savedInTab("merge-by-merge: own text", () => true); // for a reload
  equal(kept, { told: { name: "a.txt", size: 7 }, data: btoa("hug pug") });
  draw({ ...HAS, session: "2" });
  const offer = /** @type {any} */ (told[2][1]);
  equal([told.length, offer.name, offer.again], [3, "a.txt", true]);
  draw({ ...HAS, session: "2" }); // which has been offered it
  draw({ ...HAS, session: "2", id: offer.id, state: "refused" });
  equal(told.length, 3);
  draw({ ...HAS, session: "2", digest: "d" }); // which has a text, and loses it
  draw({ ...HAS, session: "2" });
  equal(told.length, 4);
  equal(savedInTab("merge-by-merge: own text", () => true), kept);
});

Deno.test("a text that is taken back is sent no further", () => {
  const { draw, told, press, texts } = componentOnPage(transfer);
  draw({ ...HAS, digest: "d" });
  handOver({}, BYTES);
  const { id } = /** @type {any} */ (told.at(-1))[1];
  equal(texts("button"), ["Cancel"]);
  press("button");
  const cancelled = ["part", { id, cancelled: true }];
  equal(told.at(-1), cancelled);
  draw({ ...HAS, digest: "d", id, parts: 1 });
  equal(told.at(-1), cancelled);
});

Deno.test("a part that is under way when the page is drawn elsewhere is sent there again", () => {
  const { draw } = componentOnPage(transfer);
  const end = /** @type {any} */ (draw({ ...HAS, digest: "d" }));
  handOver({}, BYTES);
  const elsewhere = componentOnPage(transfer);
  elsewhere.draw({ ...HAS, digest: "d" });
  end();
  equal(elsewhere.found(".sending").length, 1);
  equal(/** @type {any[]} */ (elsewhere.told).map(([, { part }]) => part), [0]);
});

Deno.test("a part is lost if a run has ended since it was sent, and it is still lacking", () => {
  const { setTimeout, clearTimeout } = globalThis;
  /** Sends a part while the page draws or rests; then it does so in turn, and time goes by. */
  let connection = "CONNECTED", isReceived = false;
  const isLost = (/** @type {string} */ first, /** @type {string[]} */ ...then) => {
    const { document, draw, told } = componentOnPage(transfer);
    const app = document.createElement("div");
    Object.assign(app.dataset, { testid: "stApp", testConnectionState: "CONNECTED" });
    app.dataset.testScriptState = first;
    document.body.append(app);
    /** @type {Record<string, () => void>} by the attribute that is watched */
    const changed = {};
    Object.assign(globalThis, {
      MutationObserver: class {
        constructor(/** @type {() => void} */ see) {
          this.see = see;
        }
        observe(/** @type {unknown} */ _node, /** @type {any} */ { attributeFilter: [name] }) {
          changed[name] = this.see;
        }
        disconnect() {}
      },
    });
    draw({ ...HAS, digest: "d" });
    handOver({}, BYTES);
    const sent = told.length;
    /** @type {(() => void)|undefined} */
    let later;
    Object.assign(globalThis, {
      setTimeout: (/** @type {() => void} */ call) => later = call,
      clearTimeout: () => later = undefined,
    });
    for (const state of then) {
      app.dataset.testScriptState = state;
      changed["data-test-script-state"]();
    }
    app.dataset.testConnectionState = connection;
    const { id } = /** @type {any} */ (told.at(-1))[1];
    if (isReceived) draw({ ...HAS, digest: "d", id, parts: 1 });
    later?.();
    Object.assign(globalThis, { setTimeout, clearTimeout });
    return told.length - sent;
  };
  equal(isLost("notRunning", "running", "notRunning"), 1);
  equal(isLost("running", "notRunning"), 1);
  equal(isLost("notRunning", "running"), 0);
  equal(isLost("running", "notRunning", "running"), 0);
  isReceived = true; // so that the next one goes, once
  equal(isLost("running", "notRunning"), 1);
  [connection, isReceived] = ["DISCONNECTED", false]; // it goes once that is over
  equal(isLost("running", "notRunning"), 0);
});

const TYPED = { content: "hug", limit: 5, label: "Text", lang: "en" };

Deno.test("a text is sent at once when its field is left, but no more than the limit, and once", () => {
  const { draw, found, told, texts } = componentOnPage(inputText);
  draw(TYPED);
  const [area] = found("textarea");
  area.onblur();
  const warned = ["pugs!", "🍜🍜🍜🍜", "pun 🍜🍜", "pun 🍜 bun"].map((typed) => {
    area.value = typed;
    area.oninput();
    area.onblur();
    area.onblur();
    return texts(".message")[0];
  });
  equal(told, ["pugs!", "🍜🍜🍜🍜", "pun 🍜"].map((text) => ["text", text]));
  const warning = "Only the first 5 characters are used.";
  equal(warned, ["", "", warning, warning]);
});

Deno.test("a file outlives a reload, but not another address, and a choice that is given up is none", async () => {
  const { draw, found, told } = componentOnPage(fileField);
  const name = "merge-by-merge: tokenizer_file_field";
  keepInTab(name, "that of an earlier address");
  draw({ digest: "", session: "1", lang: "en", limit: 3 });
  equal(savedInTab(name, () => true), null);
  found("input")[0].files = [];
  await found("input")[0].onchange();
  equal(told, []);
  const file = { name: "a.json", file: "e30=" };
  keepInTab(name, file);
  afterReload(() => draw({ digest: "", session: "after a reload", lang: "en", limit: 3 }));
  equal(told, [["sent", file]]);
});

const HANDED_IN = { kind: "merges", digest: "", session: "1", lang: "en", limit: 9 };

Deno.test("a file that is handed in keeps its name, and can be chosen again at once", async () => {
  const { draw, found, told } = componentOnPage(handIn);
  draw({ ...HANDED_IN, digest: "d" });
  const arrayBuffer = () => new TextEncoder().encode("h u");
  const files = [{ name: "merges\ud83d.txt", size: 3, arrayBuffer }];
  const input = Object.assign(found("input[type=file]")[0], { files, value: "C:\\merges.txt" });
  await input.onchange();
  equal(told, [["sent", { name: "merges\ufffd.txt", file: btoa("h u") }]]);
  equal(input.value, "");
});

Deno.test("what was handed in before a reload is shown and sent again, in its own field", () => {
  const fields = ["merges", "ids"].map((kind) => {
    const page = componentOnPage(handIn);
    keepInTab("merge-by-merge: handed in, merges", { name: "", file: btoa("h u") });
    keepInTab("merge-by-merge: handed in, ids", { file: btoa("of another version") });
    afterReload(() => page.draw({ ...HANDED_IN, kind }));
    return [page.found("textarea")[0].value, page.told.length];
  });
  equal(fields, [["h u", 1], ["", 0]]);
});

Deno.test("a text that nobody takes is handed over again", async () => {
  makeDocument();
  const bytes = new Uint8Array([104]);
  /** @type {any[]} */
  const handed = [];
  await new Promise((done) => {
    document.addEventListener(HANDED_OVER, (/** @type {any} */ event) => {
      handed.push(event.detail);
      if (handed.length < 2) return;
      event.preventDefault();
      done(null);
    });
    handOver({ name: "a.txt" }, bytes);
  });
  equal(handed, Array(2).fill({ metadata: { name: "a.txt" }, bytes }));
});

/** The field for a text of one's own: what was handed over, as its metadata and its text. */
function ownField(/** @type {object} */ data = {}) {
  const page = componentOnPage(ownText);
  const usual = { content: "", lang: "en", is_parallel: false, paste_limit: 5, upload_limit: 6 };
  page.draw({ ...usual, ...data });
  /** @type {unknown[]} */
  const handed = [];
  document.addEventListener(HANDED_OVER, (/** @type {any} */ event) => {
    event.preventDefault();
    const { metadata, bytes } = event.detail;
    handed.push([metadata, new TextDecoder().decode(bytes)]);
  });
  const [area] = page.found("textarea");
  const choose = async (/** @type {any[]} */ ...files) => {
    const [input] = page.found("input");
    Object.assign(input, { files, value: "chosen" });
    await input.onchange();
    return input.value;
  };
  return { ...page, area, choose, handed, said: () => page.texts(".message")[0] };
}

const LONG = "This text has 6 bytes; the limit is 5. Shorten it. Your previous text is unchanged.";

Deno.test("a text of one's own is handed over by a press or a key, if it is not too long", () => {
  const { area, handed, press, said } = ownField({ content: "hug" });
  equal(area.value, "hug");
  area.value = "哈哈";
  press("button.use");
  equal([handed, said()], [[], LONG]);
  area.value = "a\ud83d";
  press("button.use");
  equal([handed.at(-1), said()], [[{ replaced: 1 }, "a\ufffd"], ""]);
  const keys = [{ key: "Enter" }, { key: "Enter", ctrlKey: true }, { key: "Enter", metaKey: true }];
  const counts = [...keys, { key: "a", ctrlKey: true }].map((init) => {
    area.dispatchEvent({ type: "keydown", init });
    return handed.length;
  });
  equal(counts, [1, 2, 3, 3]);
});

Deno.test("a file is handed over by its name, and parallel texts one after another", async () => {
  const file = (/** @type {string} */ name, /** @type {string} */ text) => new File([text], name);
  const files = [file("en.txt", "hug"), file("de.txt", "Arm")];
  /** Drops a text, which the browser takes, and both files. @param {any} field */
  const drop = async (field) => {
    const before = field.handed.length;
    for (const dropped of [[], files]) {
      const init = { dataTransfer: { files: dropped } };
      equal(field.area.dispatchEvent({ type: "drop", init }), !dropped.length);
    }
    while (field.handed.length === before) await new Promise((done) => setTimeout(done));
    return field.handed.at(-1);
  };
  const one = ownField();
  await one.choose(file("long.txt", "hug pug"));
  equal([one.handed, one.said().includes("7 bytes; the limit is 6")], [[], true]);
  // The same file can be chosen again.
  equal(await one.choose(file(`${"n".repeat(80)}.txt`, "hug pu")), "");
  equal(one.handed, [[{ name: `${"n".repeat(76)}.txt` }, "hug pu"]]);
  equal(await drop(one), [{ name: "en.txt" }, "hug"]);
  const elsewhere = { type: "drop", init: { dataTransfer: { files: [] } } }; // a link, say
  equal(one.found(".buttons")[0].dispatchEvent(elsewhere), false);
  await one.choose(); // a choice that is given up
  await one.choose({ name: "folder", size: 1, arrayBuffer: () => Promise.reject(new Error()) });
  equal([one.handed.length, one.said().split(".")[0]], [2, "Your browser cannot read this"]);

  const many = ownField({ is_parallel: true });
  many.area.value = "a\tb";
  many.press("button.use");
  equal(many.handed, [[{ files: [["", 3]] }, "a\tb"]]);
  const told = { name: "en.txt", files: [["en.txt", 3], ["de.txt", 3]] };
  await many.choose(...files);
  equal([many.handed.at(-1), await drop(many)], Array(2).fill([told, "hugArm"]));
  await many.choose(...files, file("large.txt", "."));
  equal([many.handed.length, many.said().includes("7 bytes; the limit is 6")], [3, true]);
});
