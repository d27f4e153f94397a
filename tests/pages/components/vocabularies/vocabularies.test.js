import { deepStrictEqual as equal } from "node:assert/strict";

import mount from "../../../../pages/components/vocabularies/tokenizer_upload.js";
import {
  expired,
  forgetOthers,
  keepFile,
  savedFile,
  stayOpen,
} from "../../../../pages/components/vocabularies/saved_files.js";
import { componentOnPage } from "../plain_document.js";

const HAS = {
  ...{ held: [], lacking: [], opening: false, digest: "", limit: 8, lang: "en" },
  ...{ session: "1", id: "", parts: 0, part_bytes: 100, state: "open" },
};
const file = (/** @type {string} */ name, /** @type {string} */ text) => new File([text], name);

const HOUR = 60 * 60 * 1000;

/** A browser's database with one store, whose keys are lists. */
class Database {
  constructor() {
    /** @type {Map<string, any>} */
    this.files = new Map();
  }

  close() {}

  /** @param {string} store */
  createObjectStore(store) {
    this.store = store;
  }

  /** @param {string} store @param {string} mode */
  transaction(store, mode) {
    equal(store, this.store);
    const { files } = this;
    const writes = (/** @type {() => void} */ act) => (equal(mode, "readwrite"), act(), {});
    /** @type {any} */
    const transaction = {
      objectStore: () => ({
        put: (/** @type {any} */ file, /** @type {any} */ key) =>
          writes(() => files.set(JSON.stringify(key), file)),
        delete: (/** @type {any} */ key) => writes(() => files.delete(JSON.stringify(key))),
        get: (/** @type {any} */ key) => ({ result: files.get(JSON.stringify(key)) }),
        getAllKeys: () => ({ result: [...files.keys()].map((key) => JSON.parse(key)) }),
      }),
    };
    queueMicrotask(() => transaction.oncomplete());
    return transaction;
  }
}

/** A browser with that database, in a tab of this name, and the open tabs. */
function tabOf(/** @type {Database|null} */ database, /** @type {string[]} */ ...held) {
  const opening = () => {
    /** @type {any} */
    const request = { result: database };
    queueMicrotask(() => {
      if (!database) return request.onerror();
      if (!database.store) request.onupgradeneeded();
      request.onsuccess();
    });
    return request;
  };
  Object.defineProperty(globalThis, "indexedDB", { value: { open: opening }, configurable: true });
  /** @type {string[]} */
  const asked = [];
  const locks = {
    request: (/** @type {string} */ name) => asked.push(name),
    query: () => Promise.resolve({ held: held.map((name) => ({ name })) }),
  };
  Object.defineProperty(navigator, "locks", { value: locks, configurable: true });
  return asked;
}

Deno.test("a file is kept as it was sent, for its tab alone, until the tab has no use for it", async () => {
  const { now } = Date;
  const database = new Database();
  Date.now = () => 40 * HOUR;
  const asked = tabOf(database);
  stayOpen();
  stayOpen();
  equal(asked.length, 1);
  const own = asked[0];
  const sent = { metadata: { name: "a.json" }, bytes: new Uint8Array([1, 2]) };
  await keepFile("one", sent);
  await keepFile("two", sent);
  equal(await savedFile("one"), sent);
  equal(await savedFile("other"), undefined);
  const [tab] = JSON.parse([...database.files.keys()][0]);
  equal(own.endsWith(tab), true);
  const others = [["open", "one", 39 * HOUR], ["closed", "one", 39 * HOUR], ["open", "old", HOUR]];
  for (const key of others) database.files.set(JSON.stringify(key), { told: {}, bytes: [] });
  tabOf(database, own, own.replace(tab, "open"));
  await forgetOthers(["two"]);
  const left = [...database.files.keys()].map((key) => JSON.parse(key).slice(0, 2));
  equal(left, [[tab, "two"], ["open", "one"]]);
  tabOf(null); // a browser that stores nothing
  await keepFile("three", sent);
  equal(await savedFile("three"), undefined);
  await forgetOthers([]);
  Date.now = now;
});

Deno.test("files go as one, which says where the first ends; too many, or too large ones, do not", async () => {
  const { draw, told, found, texts } = componentOnPage(mount);
  const { CompressionStream } = globalThis;
  Reflect.deleteProperty(globalThis, "CompressionStream"); // as in an older browser
  draw(HAS);
  const choose = async (/** @type {any[]} */ ...files) => {
    const input = found("input[type=file]")[0];
    input.files = files;
    await input.onchange();
    for (let i = 0; i < 20; i++) await new Promise((done) => setTimeout(done));
    return texts(".message")[0];
  };
  for (const large of [[file("a", "123456789")], [file("a", "12345"), file("b", "6789")]]) {
    equal(await choose(...large), "This file has 9 bytes; the limit is 8.");
  }
  const many = [file("a", "1"), file("b", "2"), file("c", "3")];
  equal(await choose(...many), "Choose one file, or vocab.json and merges.txt together.");
  equal(told.length, 0);
  const files = [file("large", "123456789")];
  const dropped = { type: "drop", init: { dataTransfer: { files } } };
  equal(found(".files")[0].dispatchEvent(dropped), false);
  equal(texts(".message"), ["This file has 9 bytes; the limit is 8."]);
  equal(await choose(file(`${"x".repeat(60)}vocab.json`, "123"), file("merges.txt", "45678")), "");
  const { name, packed, whole, first, data } = /** @type {any} */ (told[0][1]);
  equal([name, whole, first], [`${"x".repeat(50)}vocab.json + merges.txt`, 8, 3]);
  equal([packed, atob(data)], [false, "12345678"]);
  await choose(file("empty", ""));
  draw({ ...HAS, id: /** @type {any} */ (told[1][1]).id, parts: 1 });
  equal(texts(".bar"), ["Sending the file: 100%"]);
  Object.assign(globalThis, { CompressionStream });
});

const there = { now: 30 * HOUR, tab: "mine", digests: ["used"], tabs: new Set(["mine", "other"]) };

Deno.test("a file is kept while its tab is there and uses it, for a day", () => {
  const cases = /** @type {[string, string, number, boolean][]} */ ([
    ["mine", "used", 29, false],
    ["other", "whatever", 29, false],
    ["mine", "no longer used", 29, true],
    ["ended", "used", 29, true],
    ["mine", "used", 6, true],
  ]);
  for (const [tab, digest, hour, is] of cases) {
    equal(expired([tab, digest, hour * HOUR], there), is);
  }
  // Where nobody tells which tabs are there, a day decides.
  const unknown = { ...there, tabs: undefined };
  equal([29, 6].map((hour) => expired(["ended", "used", hour * HOUR], unknown)), [false, true]);
});

Deno.test("the server is sent what it has lost, and told what the tab remembers", async () => {
  const database = new Database();
  tabOf(database);
  const { draw, told, texts, found } = componentOnPage(mount);
  const turns = async () => {
    for (let i = 0; i < 20; i++) await new Promise((done) => setTimeout(done));
  };
  const [one, two] = ["one", "two"].map((digest) => ({ digest, name: `${digest}.json` }));
  draw({ ...HAS, session: "2", part_bytes: 2 });
  await found("input")[0].onchange.call(null);
  const input = found("input")[0];
  input.files = [file("one.json", "123")];
  await input.onchange();
  await turns();
  const [, { id }] = /** @type {any} */ (told.at(-1));
  equal([texts(".bar"), found(".bar")[0].hidden], [["Sending the file: 0%"], false]);
  draw({ ...HAS, session: "2", part_bytes: 2, id, parts: 1 });
  equal(texts(".bar"), ["Sending the file: 50%"]);
  equal(told.at(-1), ["part", { id, part: 1, data: btoa("3") }]);
  const used = { parts: 2, state: "used", digest: "one", held: [one] };
  draw({ ...HAS, session: "2", part_bytes: 2, id, ...used });
  await turns();
  equal(found(".bar")[0].hidden, true);
  draw({ ...HAS, session: "3" });
  equal(told.at(-1), ["kept", [one]]);
  draw({ ...HAS, session: "3", held: [one], opening: true });
  equal(document.documentElement.dataset.awaited, "file");
  draw({ ...HAS, session: "3", lacking: [two, one] });
  await turns();
  equal(texts(".message"), [
    "two.json is no longer stored on the server or in your browser. Choose it again.",
  ]);
  equal(document.documentElement.dataset.awaited, undefined);
  for (let lost = 0; lost < 2; lost++) {
    const [name, part] = /** @type {any} */ (told.at(-1));
    equal([name, part.part, part.name, atob(part.data)], ["part", 0, "one.json", "123"]);
    draw({ ...HAS, ...used, session: "3", id: part.id, parts: 1 });
    told.length = 0;
    draw({ ...HAS, session: "3", lacking: [one] });
    await turns();
  }
});
