import { deepEqual as equal } from "node:assert/strict";

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
      match: (/** @type {any} */ { url }) => Promise.resolve(cache.get(url)),
      put: (/** @type {any} */ { url }, /** @type {unknown} */ answer) =>
        Promise.resolve(cache.set(url, answer)),
    });
  },
};
/** @type {Record<string, (event: any) => void>} */
const hears = {};
const doing = {
  caches,
  importScripts: () => Object.assign(globalThis, { edition: { version: "new", files: ["a.js"] } }),
  addEventListener: (/** @type {string} */ name, /** @type {any} */ hear) => hears[name] = hear,
  skipWaiting: () => Promise.resolve(),
  clients: { claim: () => Promise.resolve() },
  fetch: () => Promise.resolve({ ok: true, clone: () => "fetched" }),
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
  const ask = (/** @type {string} */ url) => told("fetch", { request: { url, method: "GET" } });
  equal(await ask("a.js"), "kept");
  for (const url of ["https://a.example/walks/x.js", "https://a.example/b.js"]) await ask(url);
  equal([...kept.get("merge-by-merge-new").keys()], ["a.js", "https://a.example/walks/x.js"]);
});
