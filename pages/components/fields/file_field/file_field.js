/**
 * A button for a file, and one that removes it. Its bytes are sent once, and again after a reload.
 */

import { speak, t } from "../../browser/sentences.js";
import { base64 } from "../../browser/base64.js";
import { wasReloaded } from "../../browser/reload.js";
import { forgetInTab, hasTexts, keepInTab, savedInTab } from "../../browser/tab_memory.js";
import { el } from "../../drawing/elements.js";
import { wholeIn } from "../../drawing/numbers.js";

/**
 * @import { Drawing } from "../../component/component.d.ts"
 */

/**
 * `storage` is the key under which the tab keeps the file, `digest` that of the server's file.
 * @typedef {{
 *   storage: string, digest: string, session: string, lang: string, accept: string, choose: string,
 *   remove: string, limit: number
 * }} Data
 */

/**
 * The file that was kept before a reload.
 * @param {string} name
 */
const recall = (name) =>
  wasReloaded() ? savedInTab(name, (value) => hasTexts(value, "name", "file")) : null;

/**
 * @typedef {{digest: string, session: string, sent?: object|null, kept?: object|null}} Known  what
 *   the server knew when it last drew, the file that was `sent` to it, and the one in use, `kept`
 */

/**
 * Keeps the file in use, and sends it to a server that has lost it.
 * @param {Known|undefined} before
 * @param {Data} data
 * @param {(value: object) => void} send
 * @returns {object|null|undefined}
 */
function inUse(before, data, send) {
  const isSame = before?.session === data.session;
  if (data.digest) {
    if (!before?.sent || before.digest === data.digest) return before?.kept;
    keepInTab(data.storage, before.sent);
    return before.sent;
  }
  const lost = isSame ? null : before?.kept ?? recall(data.storage);
  if (lost) send(lost);
  else if (!isSame) forgetInTab(data.storage);
  return lost;
}

/**
 * By `storage`, and not by element: a field that is drawn elsewhere goes on with what it knew.
 * @type {Map<string, Known>}
 */
const fields = new Map();

/** @param {Drawing<Data>} drawing */
export default function mount({ data, parentElement, setTriggerValue }) {
  speak(data.translations);
  const before = fields.get(data.storage);
  /** @type {Known} */
  const known = { digest: data.digest, session: data.session, sent: before?.sent };
  fields.set(data.storage, known);
  const send = (/** @type {object} */ value) => {
    known.sent = value;
    setTriggerValue("sent", value);
  };
  known.kept = inUse(before, data, send);
  const number = wholeIn(data.lang);
  const input = el("input", { type: "file", accept: data.accept, className: "file" });
  const choose = el("label", { className: "choose" }, data.choose, input);
  const remove = el("button", { className: "choose", hidden: !data.digest }, data.remove);
  const message = el("p", { className: "message", role: "alert" });
  remove.onclick = () => {
    forgetInTab(data.storage); // at once: a reload may come before the server's answer
    known.sent = known.kept = null;
    setTriggerValue("removed", data.digest);
  };
  input.onchange = async () => {
    const file = input.files?.[0];
    if (!file) return;
    const fits = file.size <= data.limit;
    const [size, limit] = [number(file.size), number(data.limit)];
    message.textContent = fits
      ? ""
      : t("This file has {size} bytes; the limit is {limit}.", { size, limit });
    if (fits) send({ name: file.name, file: base64(new Uint8Array(await file.arrayBuffer())) });
    input.value = "";
  };
  parentElement.querySelector(".mount")?.replaceChildren(choose, remove, message);
}
