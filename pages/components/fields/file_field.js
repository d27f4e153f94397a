/**
 * A button for a file, and one that removes it. Its bytes are sent once, and again after a reload.
 */

import { speak, t } from "../browser/sentences.js";
import { base64 } from "../browser/text.js";
import { forgetInTab, hasTexts, keepInTab, savedBeforeReload } from "../browser/tab_memory.js";
import { el } from "../drawing/elements.js";
import { keepFocus } from "../drawing/panel.js";
import { fileInput, tooLarge } from "./files.js";

/**
 * @import { Drawing } from "../component/newest_drawing.js"
 */

/** @typedef {{digest: string, session: string, lang: string, limit: number}} Data */

/** The key under which the tab keeps the file. */
const KEPT = "merge-by-merge: tokenizer_file_field";

/** The file that was kept before a reload. */
const recall = () => savedBeforeReload(KEPT, (value) => hasTexts(value, "name", "file"));

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
    keepInTab(KEPT, before.sent);
    return before.sent;
  }
  const lost = isSame ? null : before?.kept ?? recall();
  if (lost) send(lost);
  else if (!isSame) forgetInTab(KEPT);
  return lost;
}

/** Of the page, not of an element: a field drawn elsewhere goes on. @type {Known|undefined} */
let known;

/** The size of the file that was chosen last in an element. @type {WeakMap<HTMLElement, number>} */
const sizes = new WeakMap();

/** @param {Drawing<Data>} drawing */
export default function mount({ data, parentElement, setTriggerValue }) {
  speak(data.translations);
  const before = known;
  /** @type {Known} */
  const now = known = { digest: data.digest, session: data.session, sent: before?.sent };
  const send = (/** @type {object} */ value) => {
    now.sent = value;
    setTriggerValue("sent", value);
  };
  now.kept = inUse(before, data, send);
  const take = async (/** @type {File[]} */ [file]) => {
    if (!file) return;
    sizes.set(parentElement, file.size);
    message.textContent = tooLarge(file.size, data);
    if (message.textContent) return;
    send({ name: file.name, file: base64(new Uint8Array(await file.arrayBuffer())) });
  };
  const input = fileInput(take, { accept: ".json,.model,.txt,.bpe,.codes" });
  const choose = el("label.choose", t("Choose a file"), input);
  const remove = el("button.choose", t("Remove this tokenizer"));
  const problem = tooLarge(sizes.get(parentElement) ?? 0, data);
  const message = el("p.message", { role: "alert" }, problem);
  remove.onclick = () => {
    forgetInTab(KEPT); // at once: a reload may come before the server's answer
    now.sent = now.kept = null;
    sizes.delete(parentElement);
    setTriggerValue("removed", data.digest);
  };
  const place = /** @type {HTMLElement} */ (parentElement.querySelector(".mount"));
  const node = el("div.small-file", choose, data.digest ? remove : null, message);
  keepFocus(place, () => place.replaceChildren(node));
}
