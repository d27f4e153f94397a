// The phone's connection: it comes back by itself, to the same seat, with the same vote.

import { speak, t } from "../../browser/sentences.js";
import { el } from "../../drawing/elements.js";
import { Ballot } from "./ballot.js";

/**
 * @import { Room } from "./ballot.js"
 */

const TOO_OFTEN = 4003; // a close code, after which a phone comes back
const FIRST_WAIT = 500, LONGEST_WAIT = 10_000; // milliseconds
const ASLEEP = 5_000; // milliseconds in the background after which a connection may be dead

/** Why a phone is not in the room, by the code that closed its websocket. @param {number} code */
function endInWords(code) {
  /** @type {Record<number, string>} */
  const ends = {
    4000: t("The room is closed. Thank you for taking part!"),
    4001: t("There is no room with this code. It may have been closed."),
    4002: t("The room is full."),
    [TOO_OFTEN]: t(
      "Too many wrong room codes were entered on this network. Try again in ten minutes.",
    ),
    4006: t("This room is closed to new phones: ask your teacher."),
  };
  return ends[code];
}

/**
 * Milliseconds until the next attempt, at random so that a class does not come back all at once.
 * @param {number} attempt counted from 0
 * @param {number} [random] from 0 to 1
 */
export function waitBefore(attempt, random = Math.random()) {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt) * (0.5 + random / 2);
}

export class Seat {
  /**
   * @param {string} code of the room
   * @param {string} address of the websocket
   * @param {{room: (seat: Seat) => void, away: (why?: string) => void}} tell
   */
  constructor(code, address, tell) {
    this.name = `merge-by-merge.seat.${code}`;
    this.address = address;
    this.tell = tell;
    /** @type {Room|null} */
    this.room = null;
    /** @type {number|null} the vote that counts; `wanted` is the one that should */
    this.counts = null;
    /** @type {{asked: number, round: number, vote: number}|null} */
    this.wanted = null;
    this.attempt = 0;
    this.hiddenAt = 0;
    this.isOver = false;
    this.seat = this.savedSeat();
  }

  /** The choice that is shown as this phone's. */
  get vote() {
    return this.wanted ? this.wanted.vote : this.counts;
  }

  savedSeat() {
    try {
      return localStorage.getItem(this.name);
    } catch {
      return null; // a private window: the seat lasts as long as the page
    }
  }

  connect() {
    clearTimeout(this.timer);
    this.socket?.close();
    const socket = this.socket = new WebSocket(this.address);
    socket.onopen = () => socket.send(JSON.stringify({ seat: this.seat }));
    socket.onmessage = ({ data }) => socket === this.socket && this.receive(JSON.parse(data));
    socket.onclose = ({ code }) => socket === this.socket && this.lost(code);
  }

  /** @param {any} message */
  receive(message) {
    this.attempt = 0;
    if (message.seat) this.sit(message.seat);
    else if (message.room) this.enter(message.room, message.yours);
    else if ("counts" in message) this.answered(message);
  }

  /** @param {string} seat */
  sit(seat) {
    this.seat = seat;
    try {
      localStorage.setItem(this.name, seat);
    } catch {
      return;
    }
  }

  /** @param {Room} room @param {number|null} yours */
  enter(room, yours) {
    this.room = room;
    this.counts = yours;
    const { wanted } = this;
    const isNow = wanted?.asked === room.asked && wanted?.round === room.round;
    if (!isNow || room.phase !== "voting") this.wanted = null;
    else this.send();
    this.tell.room(this);
  }

  /** @param {{asked: number, round: number, counts: number|null, taken: boolean}} message */
  answered({ asked, round, counts, taken }) {
    const { room, wanted } = this;
    if (room?.asked !== asked || room?.round !== round) return;
    this.counts = counts;
    // A later choice is still on its way.
    if (!taken || wanted?.vote === counts) this.wanted = null;
    this.tell.room(this);
  }

  /** @param {number} vote */
  choose(vote) {
    if (this.room?.phase !== "voting") return;
    this.wanted = { asked: this.room.asked, round: this.room.round, vote };
    this.send();
    this.tell.room(this);
  }

  send() {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(this.wanted));
  }

  /** @param {number} code */
  lost(code) {
    const why = endInWords(code);
    this.isOver = Boolean(why) && code !== TOO_OFTEN;
    this.tell.away(why);
    if (!this.isOver) {
      this.timer = setTimeout(() => this.connect(), waitBefore(why ? 5 : this.attempt++));
    }
  }

  /** Reconnects when the page is visible again, or the network is back. */
  wake() {
    if (!this.isOver) this.connect();
  }

  /** @param {boolean} isHidden */
  look(isHidden) {
    if (isHidden) this.hiddenAt = Date.now();
    else if (Date.now() - this.hiddenAt > ASLEEP) this.wake();
  }
}

const LETTERS = 6;

/** @param {HTMLElement} place */
function askForCode(place) {
  const field = el("input", {
    autocapitalize: "characters",
    autocomplete: "off",
    spellcheck: false,
    maxLength: 12,
  });
  const problem = el("p", { role: "alert" });
  const form = el(
    "form",
    el("label", t("Room code"), " ", field),
    el("button", t("Enter")),
    problem,
  );
  form.onsubmit = (event) => {
    event.preventDefault();
    const code = field.value.replace(/\s/g, "").toUpperCase();
    if (/^[A-Z]{6}$/.test(code)) location.href = code;
    else problem.textContent = t("A room code has six letters. Please check yours.");
  };
  place.replaceChildren(form);
  field.focus();
}

/** @param {string} code @param {HTMLElement} place */
function join(code, place) {
  const state = /** @type {HTMLElement} */ (document.getElementById("state"));
  const heading = /** @type {HTMLElement} */ (document.querySelector("h1"));
  heading.textContent = t("Room {code}", { code });
  const address = new URL(`${code}/phone`, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  const ballot = new Ballot((choice) => seat.choose(choice));
  place.replaceChildren(ballot.node);
  const seat = new Seat(code, address.href, {
    room: ({ room, vote, wanted }) => {
      state.textContent = "";
      ballot.node.hidden = false;
      if (room) ballot.show(room, vote, !wanted);
    },
    away: (why) => {
      state.textContent = why ?? t("The connection is lost. Trying again…");
      if (why) ballot.node.hidden = true;
    },
  });
  document.addEventListener("visibilitychange", () => seat.look(document.hidden));
  addEventListener("online", () => seat.wake());
  addEventListener("pageshow", (event) => event.persisted && seat.wake());
  seat.connect();
}

function start() {
  speak(JSON.parse(document.body.dataset.translations ?? "{}"));
  const place = /** @type {HTMLElement} */ (document.getElementById("ballot"));
  const code = decodeURIComponent(location.pathname.split("/").pop() ?? "").toUpperCase();
  if (code.length === LETTERS) return join(code, place);
  /** @type {HTMLElement} */ (document.getElementById("state")).textContent = "";
  askForCode(place);
}

if (globalThis.document) start();
