// The teacher's connection to their room. The tab keeps the token, and reconnects with it.

import { forgetInTab, hasTexts, keepInTab, savedInTab } from "../../browser/tab_memory.js";

/**
 * @import { Texts } from "../../component/newest_drawing.js"
 */

const ROOM_KEY = "merge-by-merge.room";
const WAIT = 1_000; // milliseconds before a lost connection is tried again
const FIRST_END = 4_000, LAST_END = 4_004; // close codes that end it for good
export const LED_ELSEWHERE = 4_007; // the close code that says that another page leads the room

/**
 * `address` is where phones find the room; `reach` says what may keep them from it, "" for nothing.
 * @typedef {{code: string, token: string, address: string, qr: string,
 *   reach: string, texts: Texts}} Opened
 * @typedef {{room: (room: any) => void, opened: (opened: Opened) => void,
 *   done: (answer: any) => void, lost: (isOver: boolean, code: number) => void}} Listener
 */

/** How an address ends that leads its teacher back into a room. */
const WAY_BACK = /^#room=([A-Z]{6})\.([\w-]+)$/;

/** Takes over the room that the address of this page leads to, if it does. */
export function takeRoomFromAddress() {
  const [found, code, token] = WAY_BACK.exec(location.hash) ?? [];
  if (!found) return;
  keepInTab(ROOM_KEY, { code, token });
  history.replaceState(history.state, "", location.pathname + location.search);
}

/**
 * The address of this page, which leads back into the room: for its teacher alone.
 * @param {string} address that of the room, on a host that other devices find
 */
export function wayBack(address) {
  const { code, token } = savedRoom();
  return `${new URL(address).origin}${location.pathname}${location.search}#room=${code}.${token}`;
}

/** The room that this tab has. */
export const savedRoom = () => savedInTab(ROOM_KEY, (value) => hasTexts(value, "code", "token"));

export class RoomWire {
  /** @type {RoomWire|undefined} this tab's connection */
  static current;

  /** @param {string} root the address of the app @param {Listener} listener */
  constructor(root, listener) {
    this.listener = listener;
    this.address = new URL("room/", new URL(root, location.href)).href;
    RoomWire.current?.leave();
    RoomWire.current = this;
    this.connect();
  }

  connect() {
    const socket = this.socket = new WebSocket(this.address.replace(/^http/, "ws") + "teacher");
    const { lang } = document.documentElement;
    socket.onopen = () =>
      socket.send(JSON.stringify({ address: this.address, lang, ...savedRoom() }));
    socket.onmessage = ({ data }) => socket === this.socket && this.receive(JSON.parse(data));
    socket.onclose = ({ code }) => socket === this.socket && this.lost(code);
  }

  /** @param {any} message */
  receive(message) {
    if (message.opened) {
      const { code, token } = message.opened;
      keepInTab(ROOM_KEY, { code, token });
      this.listener.opened(message.opened);
    } else if (message.room) this.listener.room(message.room);
    else this.listener.done(message);
  }

  /** @param {string} what @param {Record<string, unknown>} [more] */
  do(what, more = {}) {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.socket.send(JSON.stringify({ do: what, ...more }));
  }

  /** @param {number} code */
  lost(code) {
    const isOver = code >= FIRST_END && code <= LAST_END;
    const isLedElsewhere = code === LED_ELSEWHERE;
    if (isOver || isLedElsewhere) this.socket = undefined;
    if (isOver) forgetInTab(ROOM_KEY);
    else if (!isLedElsewhere) setTimeout(() => this.socket && this.connect(), WAIT);
    this.listener.lost(isOver || isLedElsewhere, code);
  }

  /** Closes this connection: the page is drawn again, and another takes over. */
  leave() {
    const { socket } = this;
    this.socket = undefined;
    socket?.close();
  }
}
