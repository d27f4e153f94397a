// The teacher's room, on the projector: who is there, what is asked, who has voted, and what.

import { t } from "../../browser/sentences.js";
import { button, el } from "../../drawing/elements.js";
import { saveFile } from "../../drawing/files.js";
import { Countdown } from "./countdown.js";
import { Hands } from "./hands.js";
import { darkens, moveByKey, movesAt } from "./moves.js";
import { AskedQuestion } from "./question.js";
import { RoomWire, savedRoom, takeRoomFromAddress, wayBack } from "./room_wire.js";
import { votesTable, wayOfClass } from "./votes.js";
import { WayIn } from "./way_in.js";

/**
 * @import { Texts } from "../../component/component.d.ts"
 * @import { AboutCorpus } from "../../stepper/payload.d.ts"
 * @import { Move } from "./moves.js"
 */

/**
 * What a lesson gives a room.
 * @typedef {object} Asker
 * @property {string} asks the algorithm of its questions, or "choices": others are another lesson's
 * @property {() => Record<string, unknown>|null} question what can be asked now, if anything
 * @property {(isOn: boolean) => void} open called when the room opens or closes
 * @property {(isOn: boolean) => void} hold called when the room shows a question, or ceases to:
 *   meanwhile the lesson is hidden and stands still
 * @property {(step: number) => void} carryOut called to carry out the step that was asked about
 * @property {(step: number) => Node|null} [scene] what a written question is about
 * @property {Labels} labels
 */

/**
 * What is said of a lesson's questions: the buttons that ask and that carry out the answer, and how
 * many were right at a step.
 * @typedef {{ask: string, carryOut: string, way: (k: number, parts: string) => string}} Labels
 */

const END_FULL = 4_002;
const COUNTDOWNS = [30, 60]; // seconds
/** The phases in which hands can be counted, and in which a question can be withdrawn. */
const HANDS_IN = ["voting", "closed"], DROPPED_IN = ["voting", "closed", "counted"];

export class TeachersRoom {
  /**
   * @param {string} root the address of the app
   * @param {Texts} records what is said of beliefs
   * @param {Asker} asker
   * @param {AboutCorpus} about
   */
  constructor(root, records, asker, about) {
    this.root = root;
    this.records = records;
    this.asker = asker;
    this.about = about;
    /** @type {any} */
    this.room = null;
    this.askedStep = 0; // the step that was asked about last
    this.wasOwn = true;
    this.button = button(t("Open a room"), () => this.open());
    this.wayIn = new WayIn();
    this.count = el("p", { className: "voters", role: "status" });
    this.meter = el("meter", { min: 0, hidden: true, ariaLabel: t("How many have voted") });
    this.countdown = new Countdown(() => this.wire?.do("close"));
    this.moves = el("div", { className: "moves" });
    this.status = el("p", { className: "told", role: "status" });
    this.question = new AskedQuestion();
    this.votes = el("div", { className: "results" });
    this.suited = el("p", { className: "suited", hidden: true });
    this.hands = new Hands((choice, count) => this.wire?.do("hands", { choice, count }));
    this.clocks = this.clockButtons();
    this.drop = button(t("Withdraw the question"), () => this.wire?.do("drop"));
    this.doors = button(
      "",
      () => this.wire?.do(this.room?.closed ? "open_to_new" : "close_to_new"),
    );
    this.private = el("input", {
      readOnly: true,
      hidden: true,
      ariaLabel: t("Private link back to this room"),
    });
    this.tools = this.toolbar();
    this.dark = el("dialog", { className: "dark", ariaLabel: t("Dark screen: press any key") });
    this.dark.onclick = () => this.dark.close();
    this.node = el(
      "section",
      { className: "room", ariaLabel: t("The room"), hidden: true },
      el(
        "div",
        { className: "room-bar" },
        this.wayIn.line,
        this.count,
        this.meter,
        this.countdown.node,
        this.moves,
      ),
      this.status,
      this.wayIn.poster,
      this.question.node,
      this.votes,
      this.suited,
      this.tools,
      this.dark,
    );
  }

  /** Buttons that start a countdown. */
  clockButtons() {
    return el(
      "span",
      { className: "clocks", hidden: true },
      ...COUNTDOWNS.map((seconds) =>
        button(
          t("{n} s", { n: seconds }),
          () => this.countdown.start(seconds),
        )
      ),
    );
  }

  /** What a teacher needs now and then. */
  toolbar() {
    return el(
      "div",
      { className: "moves tools", hidden: true },
      this.clocks,
      this.drop,
      this.hands.node,
      button(t("Show or hide the code"), () => this.toggleCode()),
      this.doors,
      button(t("Private link back to this room"), () => this.showWayBack()),
      this.private,
      button(t("Results as CSV"), () => this.wire?.do("csv")),
      button(t("Close the room"), () => this.wire?.do("end")),
    );
  }

  /** Enters a room that this tab has opened before, or that the address leads to. */
  comeBack() {
    takeRoomFromAddress();
    if (!this.wire && savedRoom()) this.open();
  }

  open() {
    if (this.wire) return;
    this.status.textContent = t("Connecting…");
    this.node.hidden = false;
    this.wire = new RoomWire(this.root, {
      opened: (opened) => this.entered(opened),
      room: (room) => this.show(room),
      done: (answer) => this.done(answer),
      lost: (isOver, code) => this.lost(isOver, code),
    });
  }

  /** @param {import("./room_wire.js").Opened} opened */
  entered(opened) {
    const isNew = this.code !== opened.code;
    this.code = opened.code;
    this.status.textContent = "";
    this.button.hidden = true;
    this.tools.hidden = false;
    this.wayIn.show(opened);
    this.propose();
    if (isNew) this.asker.open(true);
  }

  toggleCode() {
    this.node.classList.toggle("without-code");
  }

  /** Shows the link that leads back into this room, ready to be copied. */
  showWayBack() {
    this.private.hidden = !this.private.hidden;
    this.private.value = wayBack();
    this.private.select();
  }

  /** Whether the question is of this lesson and corpus, and not left behind by another. */
  isOwn() {
    const { ballot, corpus } = this.room;
    if (!ballot) return this.wasOwn;
    const isOfLesson = (ballot.algorithm ?? ballot.kind) === this.asker.asks;
    return this.wasOwn = isOfLesson && corpus === this.about.corpus;
  }

  /** @param {any} room */
  show(room) {
    const before = this.room?.phase;
    this.room = room;
    if (room.ballot) this.askedStep = room.ballot.step;
    const { here, voted, phase, round, ballot } = room;
    if (phase === "shown" && !this.isOwn()) return this.wire?.do("carry_out");
    const numbers = { n: here, voted };
    this.count.textContent = phase === "waiting"
      ? t("{n} joined", numbers)
      : round > 1
      ? t("Second vote: {voted} of {n} have voted", numbers)
      : t("{voted} of {n} have voted", numbers);
    Object.assign(this.meter, { max: here || 1, value: voted, hidden: phase !== "voting" });
    if (phase !== before) this.enter(phase);
    if (room.rushed) {
      this.status.textContent = t(
        "Very many phones have joined at once from one network address. If the number is too " +
          "high, let no more new phones in, or open another room.",
      );
    } else if (ballot && !this.isOwn()) {
      this.status.textContent = t(
        "A question from another lesson or corpus is open. Withdraw it, or go back.",
      );
    }
    const isAsked = ballot && this.isOwn() && !room.rounds;
    this.question.show(isAsked ? ballot : null, this.asker.scene?.(this.askedStep) ?? null);
    this.clocks.hidden = phase !== "voting";
    this.drop.hidden = !DROPPED_IN.includes(phase);
    this.hands.show(HANDS_IN.includes(phase) ? room.choices : null);
    this.doors.textContent = room.closed ? t("Let new phones in") : t("No more new phones");
    this.drawMoves();
    this.drawVotes();
  }

  /** @param {string} phase that has begun */
  enter(phase) {
    this.status.textContent = "";
    if (phase !== "voting") this.countdown.stop();
    // The code makes room for the question; its button brings it back.
    if (phase === "voting") this.node.classList.add("without-code");
    this.node.classList.toggle("asks", phase !== "waiting");
    this.asker.hold(phase !== "waiting");
    if (phase === "voting") this.node.scrollIntoView({ block: "nearest" });
    this.suited.hidden = phase !== "waiting" || !this.about.suited.length;
  }

  /** Proposes corpora that suit a vote, where this one has too many words for a ballot. */
  propose() {
    const links = this.about.suited.map(([corpus, title]) => {
      const query = new URLSearchParams(location.search);
      const lang = query.get("lang");
      const search = new URLSearchParams({ corpus, view: "present", ...(lang && { lang }) });
      return el("a", { href: `${location.pathname}?${search}`, target: "_self" }, title);
    });
    this.suited.replaceChildren(
      t("This corpus has too many words for a vote. These suit one:"),
      ...links.flatMap((link) => [" ", link]),
    );
  }

  /** What a move is called. @param {Move} move */
  inWords(move) {
    switch (move) {
      case "ask":
        return this.asker.labels.ask;
      case "carry_out":
        return this.asker.labels.carryOut;
      case "close":
        return t("Close the vote");
      case "count":
        return t("Show the votes");
      case "show":
        return t("Show the answer");
      case "again":
        return t("Vote again");
      case "drop":
        return t("Withdraw the question");
    }
  }

  /** The moves that are possible now. @returns {Move[]} */
  movesNow() {
    if (!this.room) return [];
    if (this.room.ballot && !this.isOwn()) return ["drop"];
    return movesAt(this.room, this.asker.question() !== null);
  }

  drawMoves() {
    const moves = this.movesNow();
    const drawn = moves.join();
    if (this.moves.dataset.moves === drawn) return;
    this.moves.dataset.moves = drawn;
    this.moves.replaceChildren(
      ...moves.map((move) => button(this.inWords(move), () => this.move(move))),
    );
  }

  drawVotes() {
    const { phase, past } = this.room;
    const drawn = JSON.stringify([phase, this.room.asked, this.room.round, past.length]);
    if (this.votes.dataset.drawn === drawn) return;
    this.votes.dataset.drawn = drawn;
    this.votes.replaceChildren(
      ...(this.room.rounds ? [votesTable(this.room, this.records)] : []),
      ...(past.length ? [wayOfClass(past, this.asker.labels.way)] : []),
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
    if (question) this.wire?.do("ask", { ...question, corpus: this.about.corpus });
  }

  /** @param {any} answer */
  done(answer) {
    if (answer.refused) {
      this.status.textContent = t("That did not work. Wait a moment, and try again.");
    }
    if (answer.csv) {
      saveFile(new Blob(["\ufeff", answer.csv], { type: "text/csv" }), `room-${this.code}.csv`);
    }
    if (answer.did === "carry_out" && this.isOwn()) this.asker.carryOut(this.askedStep);
  }

  /** @param {boolean} isOver @param {number} code */
  lost(isOver, code) {
    this.status.textContent = isOver
      ? code === END_FULL
        ? t("No more rooms can be opened now. Try again later.")
        : t("The room is closed.")
      : t("The connection is lost. Trying again…");
    if (!isOver) return;
    if (this.code) this.asker.open(false);
    this.asker.hold(false);
    this.countdown.stop();
    this.wire = this.room = this.code = undefined;
    this.button.hidden = false;
    this.tools.hidden = this.meter.hidden = this.suited.hidden = true;
    this.question.show(null, null);
    this.wayIn.clear();
    this.moves.replaceChildren();
    this.votes.replaceChildren();
    delete this.moves.dataset.moves;
    delete this.votes.dataset.drawn;
    this.count.textContent = "";
    this.node.classList.remove("without-code", "asks");
  }

  /**
   * Handles a key of a clicker, and says whether the lesson must not. While the class is asked, the
   * lesson gets none: its next step is the answer.
   * @param {KeyboardEvent} event
   */
  key(event) {
    if (!this.room) return false;
    const isTyped = /^(INPUT|SELECT|TEXTAREA)$/.test(
      /** @type {any} */ (event.composedPath()[0])?.tagName ?? "",
    );
    if (isTyped) return this.room.phase !== "waiting";
    if (this.dark.open || darkens(event)) return this.toggleDark(event);
    const isAsked = this.room.phase !== "waiting";
    // With nothing to ask about this step, the key steps.
    if (!this.movesNow().length) return isAsked;
    const move = moveByKey(event, this.movesNow());
    if (move === undefined) return isAsked;
    event.preventDefault();
    if (move) this.move(move);
    return true;
  }

  /** Any key lights a dark screen, and does nothing else. @param {KeyboardEvent} event */
  toggleDark(event) {
    event.preventDefault();
    if (this.dark.open) this.dark.close();
    else this.dark.showModal();
    return true;
  }
}
