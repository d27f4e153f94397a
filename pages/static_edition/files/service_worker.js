// Keeps every file of the static edition, so that it works without a network.

// What `make site` wrote: the version, and the names of all files.
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
  const kept = caches.open(KEPT)
    .then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(kept.then((answer) => answer ?? fetch(event.request)));
});
