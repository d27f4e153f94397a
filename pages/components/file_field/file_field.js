/** A button for a file, which is handed over once, as its bytes, and again after a reload. */

/** @param {ArrayBuffer} buffer */
function base64(buffer) {
  const bytes = new Uint8Array(buffer);
  let binary = "";
  for (let i = 0; i < bytes.length; i += 0x8000) binary += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(binary);
}

/** What the tab keeps over a reload, where the browser has room for it. @param {string} name @param {object|null} value */
function keep(name, value) {
  try {
    if (value) sessionStorage.setItem(name, JSON.stringify(value));
    else sessionStorage.removeItem(name);
  } catch {
    if (value) keep(name, null); // no room: a reload loses it
  }
}

/** After a reload, what was there before; an address newly opened is another's. @param {string} name */
function recall(name) {
  const how = /** @type {PerformanceNavigationTiming|undefined} */ (performance.getEntriesByType("navigation")[0]);
  if (how?.type !== "reload") return null;
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/** @typedef {{digest: string, session: string, sent?: object|null, kept?: object|null}} Known  what the server knew when it drew last; what it was sent, and what of it is in use */

/** Keeps the file in use, forgets one that was removed, and sends it to a server that has lost it. @param {Known|undefined} before @param {any} data @param {(value: object) => void} send @returns {object|null|undefined} */
function inUse(before, data, send) {
  const isSame = before?.session === data.session;
  if (data.digest) {
    if (!before?.sent || before.digest === data.digest) return before?.kept;
    keep(data.storage, before.sent);
    return before.sent;
  }
  const lost = isSame ? null : before?.kept ?? recall(data.storage);
  if (lost) send(lost);
  else if (!isSame || before?.digest) keep(data.storage, null);
  return lost;
}

/** @type {WeakMap<object, Known>} */
const mounted = new WeakMap();

/** @param {any} component */
export default function mount({ data, parentElement, setTriggerValue }) {
  const before = mounted.get(parentElement);
  /** @type {Known} */
  const known = { digest: data.digest, session: data.session, sent: before?.sent };
  mounted.set(parentElement, known);
  const send = (/** @type {object} */ value) => {
    known.sent = value;
    setTriggerValue("sent", value);
  };
  known.kept = inUse(before, data, send);
  const number = new Intl.NumberFormat(data.lang === "zh" ? "zh-Hans" : "en");
  const input = Object.assign(document.createElement("input"), { type: "file", accept: data.accept, className: "file" });
  const label = Object.assign(document.createElement("label"), { className: "choose" });
  const message = Object.assign(document.createElement("p"), { className: "message" });
  message.setAttribute("role", "alert");
  label.append(data.label, input);
  input.onchange = async () => {
    const file = input.files?.[0];
    if (!file) return;
    const fits = file.size <= data.limit;
    message.textContent = fits ? "" : data.too_long.replace("{size}", number.format(file.size)).replace("{limit}", number.format(data.limit));
    if (fits) send({ name: file.name, file: base64(await file.arrayBuffer()) });
    input.value = "";
  };
  parentElement.querySelector(".mount").replaceChildren(label, message);
}
