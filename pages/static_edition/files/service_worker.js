// Keeps the static edition, so that it works without a network: its pages, samples and short walks
// at once, and the longer walks, which are most of its bytes, when they are opened.

// The result of `make site`: the version, and the names of the files that are fetched ahead.
/** @type {any} */
const worker = self;
worker.importScripts("edition.js");
const edition = worker.edition;
const NAME = "merge-by-merge-";
const KEPT = NAME + edition.version;

worker.addEventListener("install", (/** @type {any} */ event) => {
  const kept = caches.open(KEPT).then((cache) => cache.addAll(edition.files));
  event.waitUntil(kept.then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const tidied = caches.keys().then((names) => {
    const old = names.filter((name) => name.startsWith(NAME) && name !== KEPT);
    return Promise.all(old.map((name) => caches.delete(name)));
  });
  event.waitUntil(tidied.then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(answer(event.request));
});

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(KEPT);
  const kept = await cache.match(request, { ignoreSearch: true });
  if (kept) return kept;
  const fetched = await fetch(request);
  if (fetched.ok && request.url.includes("/walks/")) await cache.put(request, fetched.clone());
  return fetched;
}
