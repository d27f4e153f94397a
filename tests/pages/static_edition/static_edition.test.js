// A training in a browser: how far it is, when it is given up, and what is kept for offline use.

import { deepStrictEqual as equal } from "node:assert/strict";

/** @type {[number, any, number?][]} */
const said = [];
const scope = /** @type {any} */ (globalThis);
scope.self = scope;
scope.postMessage = (/** @type {any} */ message) => said.push(message);
await import("../../../pages/static_edition/trainer/worker.js");

const shown = { piece: 32, words: 9, units: 9, compared: 9, pairs: 9, sum: 9, changes: 9 };
const training = {
  ...{ text: "low lower lowest low lower", unit: "char", marker: "", cut: "whitespace" },
  ...{ numMerges: 4, minFrequency: 1, tie: "first-seen", specials: [], choices: [] },
  limits: { ...shown, running: 9, bytes: 9 },
};
const ask = (/** @type {number} */ number, /** @type {object} */ question) =>
  scope.onmessage({ data: [number, question] });

/**
 * As on a machine on which each step takes longer than the page should wait for a sign of life.
 * @param {() => Promise<void>} act
 */
async function slowly(act) {
  const { now } = performance;
  let time = 0;
  performance.now = () => time += 1000;
  said.length = 0;
  await act();
  performance.now = now;
}

Deno.test("each step of a long training is told, and then its walk", () =>
  slowly(async () => {
    await ask(1, { train: training });
    equal(said.slice(0, -1).map(([, , done]) => done), [1, 2, 3, 4]);
    equal(said.at(-1)?.[1].left.length, 4);
  }));

Deno.test("a cancelled training gives nothing, and the one before is kept", () =>
  slowly(async () => {
    const given = ask(2, { train: { ...training, numMerges: 2 } });
    await ask(3, { cancel: true });
    await given;
    equal(said.at(-1), [2, null]);
    await ask(4, { sum: [0, 0, 1], ofFork: false });
    equal(said.at(-1)?.[1].pairs.slice(0, 2), [0, 1]);
  }));

Deno.test("of two trainings, only the one that was asked for last is finished", () =>
  slowly(async () => {
    const first = ask(5, { train: training });
    await ask(6, { train: { ...training, numMerges: 3 } });
    await first;
    const walks = said.filter(([, found]) => found !== undefined);
    const sizes = new Map(walks.map(([number, found]) => [number, found?.left.length]));
    equal(Object.fromEntries(sizes), { 5: undefined, 6: 3 });
  }));

Deno.test("a pair is counted in the training that is asked about, of the two that are there", async () => {
  await ask(8, { train: training });
  const [l, o, w, made] = [1, 2, 6, 7];
  await ask(9, { fork: [[1, o, w]] });
  const counts = [];
  for (const ofFork of [false, true]) {
    await ask(10, { sum: [1, l, made], ofFork });
    counts.push(said.at(-1)?.[1].pairs[2]);
  }
  // The rule made "lo" first; with the choice it was "ow", which follows each l.
  equal(counts, [0, 5]);
});

Deno.test("no token is longer than it may be, in bytes", async () => {
  const made = [];
  for (const unit of ["char", "byte"]) {
    said.length = 0;
    await ask(7, { train: { ...training, text: "哈哈哈哈", unit, numMerges: 9 } });
    made.push([said.at(-1)?.[1].left.length, said.at(-1)?.[1].stopped]);
  }
  // Of 3 bytes each: 哈哈 has 6, and 哈哈哈哈 has 12, where 9 are allowed.
  equal(made, [[1, "token_length"], [3, "token_length"]]);
});

/** The caches of a browser that has an older edition, and another app's. @type {Map<string, any>} */
const kept = new Map(["merge-by-merge-old", "another-app"].map((name) => [name, new Map()]));
const caches = {
  keys: () => Promise.resolve([...kept.keys()]),
  delete: (/** @type {string} */ name) => Promise.resolve(kept.delete(name)),
  open(/** @type {string} */ name) {
    const cache = kept.get(name) ?? new Map();
    kept.set(name, cache);
    return Promise.resolve({
      addAll: (/** @type {string[]} */ files) =>
        Promise.resolve(files.forEach((file) => cache.set(file, "kept"))),
      match: (/** @type {Request} */ { url }, { ignoreSearch = false } = {}) =>
        Promise.resolve(cache.get(ignoreSearch ? url.split("?")[0] : url)),
      put: (/** @type {any} */ { url }, /** @type {unknown} */ answer) =>
        Promise.resolve(cache.set(url, answer)),
    });
  },
};
/** @type {Record<string, (event: any) => void>} */
const hears = {};
/** @type {string[]} whom the worker serves */
const taken = [];
const doing = {
  caches,
  importScripts: () => Object.assign(globalThis, { edition: { version: "new", files: ["a.js"] } }),
  addEventListener: (/** @type {string} */ name, /** @type {any} */ hear) => hears[name] = hear,
  skipWaiting: () => Promise.resolve(taken.push("new pages")),
  clients: { claim: () => Promise.resolve(taken.push("open pages")) },
  fetch: (/** @type {Request} */ { url }) =>
    Promise.resolve({ ok: !url.includes("gone"), clone: () => "fetched" }),
};
for (const [name, value] of Object.entries(doing)) {
  Object.defineProperty(globalThis, name, { value, configurable: true });
}
await import("../../../pages/static_edition/files/service_worker.js");

/** What an event waits for, or is answered with. @param {string} name @param {any} event */
async function told(name, event = {}) {
  /** @type {any} */
  let result;
  const take = (/** @type {any} */ promise) => result = promise;
  hears[name]({ ...event, waitUntil: take, respondWith: take });
  return await result;
}

Deno.test("an edition is kept whole, and takes the place of older ones and of nothing else", async () => {
  await told("install");
  await told("activate");
  equal([...kept.keys()], ["another-app", "merge-by-merge-new"]);
  equal(taken, ["new pages", "open pages"]);
  const ask = (/** @type {string} */ url) => told("fetch", { request: { url, method: "GET" } });
  equal([await ask("a.js"), await ask("a.js?lang=zh")], ["kept", "kept"]);
  equal(await told("fetch", { request: { url: "a.js", method: "POST" } }), undefined);
  for (const name of ["walks/x.js", "walks/gone.js", "b.js"]) {
    await ask(`https://a.example/${name}`);
  }
  equal([...kept.get("merge-by-merge-new").keys()], ["a.js", "https://a.example/walks/x.js"]);
});
