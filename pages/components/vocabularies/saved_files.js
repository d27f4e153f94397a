// Tokenizer files, as the browser keeps them for this tab, so that they can be sent again after a
// reload, or when the server has lost one. A tab's own storage has no room for 20 MB, so they are
// in the browser's database. They are deleted when the tab no longer uses them, when another tab
// sees that this one has been closed, and after a day.

import { keepInTab, savedInTab } from "../browser/tab_memory.js";

const DATABASE = "merge-by-merge";
const FILES = "tokenizer files";
const TAB = "merge-by-merge: tab";

let ownName = "";

/** This tab's own name, which it keeps across a reload. */
function tabName() {
  ownName ||= savedInTab(TAB, (name) => typeof name === "string") ??
    `${Date.now()} ${Math.random()}`;
  keepInTab(TAB, ownName);
  return ownName;
}

/** @returns {Promise<IDBDatabase>} */
function openDatabase() {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(FILES);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}

/**
 * The result of a request to the store; undefined in a browser that stores nothing.
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T>} request
 * @returns {Promise<T|undefined>}
 */
async function ask(mode, request) {
  try {
    const database = await openDatabase();
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(FILES, mode);
      const pending = request(transaction.objectStore(FILES));
      transaction.oncomplete = () => resolve(pending.result);
      transaction.onabort = transaction.onerror = () => reject(transaction.error);
    }).finally(() => database.close());
  } catch {
    return undefined; // no database, or no room in it
  }
}

/** @typedef {{metadata: object, bytes: Uint8Array}} SentFile */

/** The keys of all files that are kept. */
async function allKeys() {
  const keys = await ask("readonly", (store) => store.getAllKeys());
  return /** @type {KeptKey[]} */ (keys ?? []);
}

/**
 * Keeps a file as it was sent, by its digest.
 * @param {string} digest
 * @param {SentFile} file
 */
export function keepFile(digest, { metadata, bytes }) {
  /** @type {KeptKey} */
  const key = [tabName(), digest, Date.now()];
  return ask("readwrite", (store) => store.put({ told: metadata, bytes }, key));
}

/** @param {string} digest @returns {Promise<SentFile|undefined>} */
export async function savedFile(digest) {
  const key = (await allKeys()).find(([, name]) => name === digest);
  const file = key && await ask("readonly", (store) => store.get(key));
  return file && { metadata: file.told, bytes: file.bytes };
}

/**
 * Deletes all files but those that this tab uses, and those of other tabs that are still open.
 * @param {string[]} digests of the files that this tab uses
 */
export async function forgetOthers(digests) {
  const keys = await allKeys();
  if (!keys.length) return;
  const there = { now: Date.now(), tab: tabName(), digests, tabs: await openTabs() };
  for (const key of keys.filter((each) => expired(each, there))) {
    await ask("readwrite", (store) => store.delete(key));
  }
}

let isHolding = false;

/** Lets other tabs see that this one is open, for as long as its page is. */
export function stayOpen() {
  if (isHolding || !navigator.locks) return;
  isHolding = true;
  navigator.locks.request(lockOf(tabName()), () => new Promise(() => {}));
}

/** The open tabs; undefined if the browser does not report them. */
async function openTabs() {
  const held = (await navigator.locks?.query())?.held;
  return held && new Set(held.map(({ name }) => name?.replace(lockOf(""), "") ?? ""));
}

/** @param {string} tab */
const lockOf = (tab) => `${TAB} ${tab}`;

/** @typedef {[tab: string, digest: string, at: number]} KeptKey  a file's tab, and since when */

const A_DAY = 24 * 60 * 60 * 1000;

/**
 * @param {KeptKey} file
 * @param {{now: number, tab: string, digests: string[], tabs: Set<string>|undefined}} there
 *   `digests` are the files that this tab uses, `tabs` all open tabs, if known
 */
export function expired([tab, digest, at], there) {
  if (there.now - at >= A_DAY) return true;
  if (tab === there.tab) return !there.digests.includes(digest);
  return there.tabs !== undefined && !there.tabs.has(tab);
}
