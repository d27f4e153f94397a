// The teacher's room, on the projector: who is there, who has voted, and what, once it is shown.

import { el, fill } from "../../drawing/elements.js";
import { moveByKey, movesAt } from "./moves.js";
import { keptRoom, RoomWire } from "./room_wire.js";
import { votesTable, wayOfClass } from "./votes.js";

/**
 * @import { Texts } from "../../component/component.d.ts"
 * @import { Move } from "./moves.js"
 */

/**
 * What a lesson gives a room.
 * @typedef {object} Asker
 * @property {() => Record<string, unknown>|null} question what can be asked now, if anything
 * @property {(isOn: boolean) => void} open called when the room opens or closes
 * @property {(step: number) => void} carryOut called to carry out the step that was asked about
 */

const END_FULL = 4_002;

export class TeachersRoom {
  /** @param {string} root the address of the app @param {Texts} text @param {Asker} asker */
  constructor(root, text, asker) {
    this.root = root;
    this.text = text;
    this.asker = asker;
    /** @type {any} */
    this.room = null;
    this.asked = 0; // the step that was asked about last
    this.button = el("button", { type: "button", onclick: () => this.open() }, text.open);
    this.where = el("div", { className: "where" });
    this.count = el("p", { className: "voters", role: "status" });
    this.moves = el("div", { className: "moves" });
    this.told = el("p", { className: "told", role: "status" });
    this.votes = el("div", {});
    this.tools = el(
      "div",
      { className: "moves" },
      this.make(text.qr, () => this.toggleCode()),
      this.make(text.csv, () => this.wire?.do("csv")),
      this.make(text.end, () => this.wire?.do("end")),
    );
    this.node = el(
      "section",
      { className: "room", ariaLabel: text.room, hidden: true },
      this.where,
      el(
        "div",
        { className: "room-state" },
        this.count,
        this.moves,
        this.told,
        this.votes,
        this.tools,
      ),
    );
  }

  /** @param {string} label @param {() => void} act */
  make(label, act) {
    return el("button", { type: "button", onclick: act }, label);
  }

  /** Enters again a room that this tab has opened before. */
  comeBack() {
    if (!this.wire && keptRoom()) this.open();
  }

  open() {
    if (this.wire) return;
    this.told.textContent = this.text.connecting;
    this.node.hidden = false;
    this.wire = new RoomWire(this.root, {
      opened: (opened) => this.entered(opened),
      room: (room) => this.show(room),
      done: (answer) => this.done(answer),
      lost: (isOver, code) => this.lost(isOver, code),
    });
  }

  /** @param {import("./room_wire.js").Opened} opened */
  entered({ code, address, qr }) {
    const isNew = this.code !== code;
    this.code = code;
    this.told.textContent = "";
    this.button.hidden = true;
    this.tools.hidden = false;
    const { host, pathname } = new URL(address);
    this.where.replaceChildren(
      el("img", { src: qr, alt: this.text.qr_alt }),
      el("p", {}, fill(this.text.where, { address: el("b", {}, host + pathname) })),
      el("p", { className: "code", translate: false }, code),
    );
    if (isNew) this.asker.open(true);
  }

  toggleCode() {
    this.node.classList.toggle("without-code");
  }

  /** @param {any} room */
  show(room) {
    const before = this.room?.phase;
    this.room = room;
    if (room.ballot) this.asked = room.ballot.step;
    const { here, voted, phase, round } = room;
    const counted = phase === "waiting" ? "here" : round > 1 ? "voted_again" : "voted";
    this.count.textContent = this.text[counted].replace("{n}", here).replace("{voted}", voted);
    if (phase !== before) {
      this.told.textContent = "";
      // The code makes room for the question; its button brings it back.
      if (phase === "voting") this.node.classList.add("without-code");
    }
    this.drawMoves();
    this.drawVotes();
  }

  /** The moves that are possible now. */
  movesNow() {
    return this.room ? movesAt(this.room, this.asker.question() !== null) : [];
  }

  drawMoves() {
    const moves = this.movesNow();
    const drawn = moves.join();
    if (this.moves.dataset.moves === drawn) return;
    this.moves.dataset.moves = drawn;
    this.moves.replaceChildren(
      ...moves.map((move) => this.make(this.text[move], () => this.move(move))),
    );
  }

  drawVotes() {
    const { phase, past } = this.room;
    const drawn = JSON.stringify([phase, this.room.asked, this.room.round, past.length]);
    if (this.votes.dataset.drawn === drawn) return;
    this.votes.dataset.drawn = drawn;
    this.votes.replaceChildren(
      ...(this.room.rounds ? [votesTable(this.room, this.text)] : []),
      ...(past.length ? [wayOfClass(past, this.text)] : []),
    );
  }

  /** Called when the lesson is at another step. */
  update() {
    if (this.room) this.drawMoves();
  }

  /** @param {Move} move */
  move(move) {
    if (move !== "ask") return this.wire?.do(move);
    const question = this.asker.question();
    if (question) this.wire?.do("ask", question);
  }

  /** @param {any} answer */
  done(answer) {
    if (answer.refused) this.told.textContent = this.text.refused;
    if (answer.csv) this.save(answer.csv);
    if (answer.did === "carry_out") this.asker.carryOut(this.asked);
  }

  /** @param {string} csv */
  save(csv) {
    const link = el("a", {
      download: `room-${this.code}.csv`,
      href: URL.createObjectURL(new Blob(["\ufeff", csv], { type: "text/csv" })),
    });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
  }

  /** @param {boolean} isOver @param {number} code */
  lost(isOver, code) {
    this.told.textContent = isOver
      ? code === END_FULL ? this.text.full : this.text.ended
      : this.text.back_soon;
    if (!isOver) return;
    if (this.code) this.asker.open(false);
    this.wire = this.room = this.code = undefined;
    this.button.hidden = false;
    this.where.replaceChildren();
    this.moves.replaceChildren();
    this.votes.replaceChildren();
    delete this.moves.dataset.moves;
    delete this.votes.dataset.drawn;
    this.tools.hidden = true;
    this.count.textContent = "";
    this.node.classList.remove("without-code");
  }

  /** Handles a clicker's key; says whether it was one. @param {KeyboardEvent} event */
  key(event) {
    // With nothing to ask about this step, the key steps.
    if (!this.room || !this.movesNow().length) return false;
    const move = moveByKey(event, this.movesNow());
    if (move === undefined) return false;
    event.preventDefault();
    if (move) this.move(move);
    return true;
  }
}
