// The screens of a room, drawn without a browser: a phone's page, and the room on the projector.

import { TeachersRoom } from "../../../../pages/components/rooms/teacher/room.js";
import { answerLines } from "../answer_lines.js";
import { outline } from "../outline.js";
import { makeDocument, pressKey, Wire } from "../plain_document.js";

/** What the lesson was told. @type {string[]} */
const called = [];
/** @type {any} what the lesson of a teacher's room says of it */
const ASKER = {
  source: ["bpe", "hug", "", null],
  question: () => ({}),
  ...Object.fromEntries(
    ["open", "hold", "carryOut"].map((
      name,
    ) => [name, (/** @type {unknown} */ how) => called.push(`${name} ${how}`)]),
  ),
  scene: (/** @type {number} */ k) => document.createTextNode(`what question ${k} is about`),
  explains: () => ({ behind: (/** @type {number} */ choice) => choice ? "" : "A mistake." }),
  labels: { ask: "Ask", carryOut: "Merge", way: (/** @type {number} */ k) => `step ${k}` },
};
const ABOUT = { corpus: "hug", is_large: false, suited: [["low", "Low"]] };

/** What is to be done later, and after how long: a test holds the clock. @type {any[]} */
let later = [];
/** @type {TeachersRoom|undefined} */
let room;
let time = 1e12;
/** What the page does when the window tells it something. @type {Record<string, (event: any) => void>} */
const heard = {};
let opened = 0;
Object.assign(globalThis, {
  setTimeout: (/** @type {any} */ ...how) => later.push(how),
  setInterval: (/** @type {any} */ ...how) => later.push(how),
  clearTimeout: (/** @type {number} */ number) => delete later[number - 1],
  clearInterval: (/** @type {number} */ number) => delete later[number - 1],
});
Date.now = () => time;
Math.random = () => 0;
URL.createObjectURL = (/** @type {any} */ blob) =>
  String(called.push(`${blob.type}, ${blob.size} bytes`));
URL.revokeObjectURL = () => {};

/** A new page at an address: a phone's, or one with a teacher's room. @param {string} address */
async function open(address) {
  const document = makeDocument();
  const { href, pathname, search, hash, origin } = new URL(address);
  const value = { href, pathname, search, hash, origin }; // to which a page may go
  Object.defineProperty(globalThis, "location", { value, configurable: true });
  Object.assign(globalThis, {
    WebSocket: Wire,
    addEventListener: (/** @type {string} */ name, /** @type {any} */ act) => heard[name] = act,
  });
  document.getElementById = (/** @type {string} */ id) => document.querySelector(`#${id}`);
  later = [];
  document.addEventListener("click", (/** @type {any} */ { target }) => {
    if (target.tagName === "A") called.push(`${target.getAttribute("download")} is saved`);
  });
  sessionStorage.clear();
  localStorage.clear();
  if (!address.includes("/room/")) {
    const about = { ...ABOUT, is_large: search === "?large" };
    const { node, button } = room = new TeachersRoom("http://app/", ASKER, about);
    document.body.append(button, node);
    document.body.onkeydown = (/** @type {any} */ event) => room?.key(event);
    return;
  }
  for (const [tag, id] of [["h1", ""], ["p", "state"], ["div", "ballot"]]) {
    const part = document.createElement(tag);
    if (id) part.id = id;
    document.body.append(part);
  }
  await import(`../../../../pages/components/rooms/phone/phone.js?${++opened}`);
}

/** What can be done; each says what is shown then. @type {Record<string, (...how: any[]) => any>} */
const DOING = {
  open,
  connect: () => Wire.last.say(),
  hear: (message) => Wire.last.say(message),
  lose: (code) => Wire.last.lose(code),
  press: (selector, n = 0) => document.querySelectorAll(selector)[n].click(),
  leave: () => room?.leave(),
  wait: (seconds) => {
    time += 1000 * seconds;
    for (const [act] of later.filter(Boolean)) act();
  },
  turn: (isAway) => {
    Object.assign(document, { hidden: isAway });
    document.dispatchEvent(/** @type {any} */ ({ type: "visibilitychange" }));
  },
  come: (name) => heard[name]({ persisted: true }),
  submit: (selector) =>
    /** @type {any} */ (document.querySelector(selector)).dispatchEvent({ type: "submit" }),
  focus: (selector) =>
    /** @type {any} */ (document.querySelector(selector)).focus({ preventScroll: true }),
  key: (key) => pressKey(key) || called.push(`${key} is used`),
  write: (selector, text) =>
    Object.assign(/** @type {any} */ (document.querySelector(selector)), { value: text }),
};

answerLines(async ([what, ...how]) => {
  const { last } = Wire;
  const before = last?.sent.length ?? 0;
  await DOING[what](...how);
  const sent = Wire.last?.sent.slice(last === Wire.last ? before : 0) ?? [];
  return [
    ...[...document.body.children].flatMap(outline),
    `focus: ${document.activeElement?.textContent ?? "nowhere"}`,
    `sent: ${JSON.stringify(sent)}`,
    `at: ${location.href}`,
    `wire: ${last?.address} ${last?.readyState}, ${Wire.last?.address} ${Wire.last?.readyState}`,
    `later: ${later.filter(Boolean).map(([, ms]) => ms)}`,
    `the lesson: ${called.splice(0).join(", ")}`,
    `kept: ${Object.keys(sessionStorage).join()}`,
  ];
});
