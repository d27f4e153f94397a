// Draws a component as Streamlit does, does there what a learner does, and says what is shown.

import { handOver } from "../../../pages/components/browser/text.js";
import { showPage } from "../../../pages/components/browser/shown_page.js";
import { answerTracesFrom } from "../../../pages/components/stepper/walking/trace_source.js";
import { announce, WALKED } from "../../../pages/components/walk_follower/walk_place.js";
import { answerLines } from "./answer_lines.js";
import { outline } from "./outline.js";
import { componentOnPage, layOut, pressKey, Wire } from "./plain_document.js";

const PAGES = new URL("../../../pages/", import.meta.url);
/** What is asked for: each gives an answer. */
const ASKED = "read look value focused told reported kept delays outline".split(" ");

/**
 * What is to be done after a time, by timer: it waits for no clock, but until it is asked for.
 * @type {Map<number, {act: () => void, delay: number}>}
 */
const later = new Map();
/** What is done over and over. @type {typeof later} */
const ticking = new Map();
const { setTimeout: soon, clearTimeout: forget } = globalThis;
let timers = 0;
Object.assign(globalThis, {
  setTimeout: (/** @type {() => void} */ act, /** @type {number|undefined} */ delay) =>
    delay ? (later.set(--timers, { act, delay }), timers) : soon(act),
  clearTimeout: (/** @type {any} */ timer) => later.delete(timer) || forget(timer),
  setInterval: (/** @type {() => void} */ act, /** @type {number} */ delay) => (
    ticking.set(--timers, { act, delay }), timers
  ),
  clearInterval: (/** @type {any} */ timer) => ticking.delete(timer),
});

/**
 * What is done: `press`, `point`, `leave`, `focus` and `write` at what a selector finds, `set` a
 * property of it, `choose` files there, `key` where the focus is, `draw` once more with other data,
 * `deliver` what the server was asked by then, `forget` what it knew, `settle` until lists are drawn, `wait` for what comes
 * after a time, `tick` what comes over and over, `lay` out what is drawn from then on, so that steps
 * move, `walk` to a step with its figures, `hand` a text over, `hear` what comes on the newest connection, `lose` it with a code, `show` the page once it
 * is drawn; `read` gives texts, `look` an attribute of each, null for none, `value` what is in a field,
 * `focused` the text that has the focus, `told` what Python and a room have been told by now, and
 * last the figures that follow the walk, `reported` what the server was told, `kept` what the tab,
 * the browser and the address keep, `delays` of what comes after a time, and `outline` all that is drawn.
 * @typedef {["press"|"point"|"leave"|"set"|"focus"|"read"|"look"|"write"|"key"|"draw"|"deliver"|"forget"|"settle"|"wait"|"tick"|"lay"|"walk"|"hand"|"hear"|"lose"|"show"|"value"|"focused"|"told"|"reported"|"kept"|"delays"|"outline"|"choose",
 *   ...any[]]} Act
 * @typedef {{component: string, data: any, as_bytes: boolean, acts: Act[],
 *   traces: Record<string, unknown>}} Question  `traces` are the server's answers about the trace
 */

answerLines(async (/** @type {Question} */ { component, data, as_bytes, acts, traces }) => {
  const { default: mount } = await import(new URL(component, PAGES).href);
  later.clear();
  localStorage.clear();
  Wire.all = [];
  ticking.clear();
  const page = componentOnPage(mount);
  const { document, found, texts, press, told } = page;
  const place = Object.assign(document.createElement("div"), { className: "st-key-walk_place" });
  document.body.append(place);
  /** What follows the walk on the page was told last. @type {[string, unknown][]} */
  let heard = [];
  place.addEventListener(WALKED, () => heard = [["figures", place.value]]);
  Object.assign(globalThis, { WebSocket: Wire, print: () => told.push(["page", "is printed"]) });
  /** @type {any} ends the newest drawing */
  let end;
  const draw = (/** @type {any} */ sent) => {
    end = page.draw(as_bytes ? new TextEncoder().encode(JSON.stringify(sent)) : sent);
  };
  /** @type {(() => void)[]} what the server was asked */
  const asked = [];
  /** @type {string[]} */
  const reported = [];
  answerTracesFrom((place, { method } = {}) =>
    new Promise((answer) =>
      method === "POST" ? reported.push(place) : asked.push(() =>
        answer(
          Response.json(traces[place] ?? {}, { status: place in traces ? 200 : 404 }),
        )
      )
    )
  );
  draw(data);
  /** @type {Record<string, (...args: any[]) => unknown>} */
  const doing = {
    press,
    draw,
    point: (selector, at = 0) => {
      for (const type of ["pointerover", "pointerenter", "mouseenter"]) {
        found(selector)[at].dispatchEvent({ type });
      }
    },
    wait: () => {
      const acts = [...later.values()];
      later.clear();
      for (const { act } of acts) act();
    },
    tick: () => {
      for (const { act } of [...ticking.values()]) act();
    },
    choose: (selector, ...files) => {
      const input = found(selector)[0];
      input.files = files.map(([name, text]) => new File([text], name));
      return input.onchange();
    },
    leave: (selector, at = 0) => {
      for (const type of ["pointerleave", "mouseleave"]) {
        found(selector)[at].dispatchEvent({ type });
      }
    },
    deliver: () => {
      for (const answer of asked.splice(0)) answer();
      return new Promise((done) => setTimeout(done));
    },
    forget: () => {
      for (const place of Object.keys(traces)) delete traces[place];
    },
    hear: (message) => Wire.last.say(message),
    lose: (code) => Wire.last.lose(code),
    focus: (selector, at = 0) => found(selector)[at].focus({ preventScroll: true }),
    set: (selector, name, value) => void (found(selector)[0][name] = value),
    lay: layOut,
    walk: announce,
    hand: (text) => handOver({}, new TextEncoder().encode(text)),
    show: showPage,
    settle: () => new Promise((done) => setTimeout(done)),
    write: (selector, text) => {
      found(selector)[0].value = text;
      for (const type of ["input", "change"]) found(selector)[0].dispatchEvent({ type });
    },
    key: (key) => {
      let isHeard = false;
      const isLeft = pressKey(key, () => isHeard = true);
      told.push(["page", key + (isLeft ? "" : ", used") + (isHeard ? "" : ", not heard")]);
    },
    read: texts,
    look: (selector, name) => found(selector).map((each) => each.getAttribute(name)),
    value: (selector) => found(selector).map(({ value }) => value),
    focused: () => /** @type {any} */ (document.activeElement)?.textContent ?? null,
    told: () => {
      const sent = (Wire.last?.sent ?? []).map((/** @type {any} */ each) => ["sent", each]);
      return [...told, ...sent, ...heard];
    },
    reported: () => [...reported],
    delays: () => [
      ...[...later.values()].map(({ delay }) => `in ${delay} ms`),
      ...[...ticking.values()].map(({ delay }) => `every ${delay} ms`),
    ],
    kept: () => {
      const ofPage = [...document.documentElement.attributes];
      const ofTab = ofPage.filter(([name]) => /^data-/.test(name));
      const ofBrowser = [sessionStorage, localStorage].flatMap(Object.entries);
      const ofAddress = [...new URLSearchParams(location.search)];
      return [...ofBrowser, ...ofTab, ...ofAddress.map(([name, value]) => [`?${name}`, value])];
    },
    outline: () => page.parentElement.children.flatMap(outline),
  };
  const shown = [];
  for (const [what, ...how] of acts) {
    const answer = await doing[what](...how);
    if (ASKED.includes(what)) shown.push(answer);
  }
  for (let times = 0; asked.length && times < 9; times++) await doing.deliver();
  if (asked.length) throw new Error("It asks without end.");
  if (!ticking.size) found(".play:not(:disabled)")[0]?.click();
  page.parentElement.remove();
  end?.();
  showPage();
  asked.length = told.length = 0;
  doing.wait();
  const hearing = Object.values(document.listeners ?? {}).flat();
  const open = Wire.all.filter(({ readyState }) => readyState !== 3);
  if ([...asked, ...told, ...ticking, ...hearing, ...open].length) {
    throw new Error("What has left the page goes on.");
  }
  return shown;
});
