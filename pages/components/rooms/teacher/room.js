// The teacher's room, on the projector: who is there, what is asked, who has voted, and what.

import { t } from "../../browser/sentences.js";
import { button, el, saveFile, sayOnce } from "../../drawing/elements.js";
import { focusedIn, keepFocus } from "../../drawing/panel.js";
import { Countdown, Hands, WayIn } from "./room_panels.js";
import { darkens, moveByKey, movesAt, stageAt } from "./moves.js";
import { AskedQuestion, Votes } from "./votes.js";
import { LED_ELSEWHERE, RoomWire, savedRoom, takeRoomFromAddress, wayBack } from "./room_wire.js";

/**
 * @import { AboutCorpus } from "../../stepper/payload.d.ts"
 * @import { Move, Stage } from "./moves.js"
 * @import { Explains } from "./votes.js"
 */

/**
 * The part of a lesson that a room asks for.
 * @typedef {object} Asker
 * @property {unknown[]} source what its questions are from: the algorithm or "choices", the corpus,
 *   and the quiz with its seed
 * @property {number} [votes] how often a class usually votes on a question: twice
 * @property {() => Record<string, unknown>|null} question what can be asked now, if anything
 * @property {boolean} [asksOn] whether the next question is asked as soon as one is done
 * @property {(isOn: boolean) => void} open called when the room opens or closes
 * @property {(isOn: boolean) => void} hold called when the room shows a question, or ceases to:
 *   meanwhile the lesson is hidden and stands still
 * @property {(step: number) => void} carryOut called to carry out the step that was asked about
 * @property {() => number} [reached] the step that the lesson is at: one that comes into a room
 *   takes the steps that the class has seen
 * @property {(step: number) => Node|null} [scene] what a written question is about
 * @property {(step: number) => Explains} [explains] why the answer to a written question is right
 * @property {Labels} labels
 */

/**
 * The labels of a lesson's questions: of the buttons that ask and that carry out the answer, and
 * for the steps that the class has answered.
 * @typedef {{ask: string, carryOut: string, way: (k: number, parts: string) => string}} Labels
 */

const END_FULL = 4_002;
const COUNTDOWNS = [30, 60]; // seconds
/**
 * The stages through which a question goes, with their names, and whether a class that votes only
 * once has them.
 * @returns {[Stage, string, boolean][]}
 */
const stagesInWords = () => [
  ["vote", t("Vote"), true],
  ["talk", t("Talk"), false],
  ["again", t("Vote again"), false],
  ["explain", t("Explain"), true],
];
/** The phases in which hands can be counted, and in which a question can be withdrawn. */
const HANDS_IN = ["voting", "closed"], DROPPED_IN = ["voting", "closed", "counted"];

export class TeachersRoom {
  /**
   * @param {string} root the address of the app
   * @param {Asker} asker
   * @param {AboutCorpus} about
   */
  constructor(root, asker, about) {
    this.root = root;
    /** @type {import("../../component/newest_drawing.js").Texts} what is said of beliefs */
    this.texts = {};
    this.asker = asker;
    this.about = about;
    /** @type {any} */
    this.room = null;
    this.askedStep = 0; // the step that was asked about last
    this.wasOwn = true;
    this.isArriving = false;
    this.button = button(t("Open a room"), () => this.open());
    this.wayIn = new WayIn();
    this.count = el("p.voters", { role: "status" });
    this.meter = el("meter", { min: 0, hidden: true, ariaLabel: t("How many have voted") });
    this.countdown = new Countdown(() => this.wire?.do("close"));
    this.onwards = el("div.moves");
    this.others = el("div.moves");
    this.status = el("p.told", { role: "status" });
    this.question = new AskedQuestion();
    this.stages = el("ol.stages", { hidden: true });
    this.votes = new Votes();
    this.suited = el("p.suited", { hidden: true });
    this.hands = new Hands((choice, count) => this.wire?.do("hands", { choice, count }));
    this.clocks = el(
      "span.clocks",
      { hidden: true },
      ...COUNTDOWNS.map((n) => button(t("{n} s", { n }), () => this.countdown.start(n))),
    );
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
    this.dark = el("dialog.dark", { ariaLabel: t("Dark screen: press any key") });
    this.dark.onclick = () => this.dark.close();
    const bar = [this.wayIn.line, this.count, this.meter, this.countdown.node, this.onwards];
    this.node = el(
      "section.room",
      { ariaLabel: t("The room"), hidden: true },
      el("div.room-bar", ...bar),
      el("div.stage-row", this.stages, this.others),
      this.status,
      this.wayIn.poster,
      this.question.node,
      this.votes.node,
      this.suited,
      this.tools,
      this.dark,
    );
  }

  /** The tools that a teacher needs now and then. */
  toolbar() {
    return el(
      "div.moves.tools",
      { hidden: true },
      this.clocks,
      this.drop,
      this.hands.node,
      button(t("Show or hide the code"), () => this.node.classList.toggle("without-code")),
      this.doors,
      button(t("Private link back to this room"), () => this.showWayBack()),
      this.private,
      button(t("Results as CSV"), () => this.wire?.do("csv")),
      el(
        "details.ending",
        el("summary", t("Close the room")),
        el("p", t("All phones leave, and the votes are deleted.")),
        button(t("Save the results, and close"), () => this.wire?.do("end")),
      ),
    );
  }

  /** Enters a room that this tab has opened before, or that the address leads to. */
  comeBack() {
    takeRoomFromAddress();
    if (savedRoom()) this.open();
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
    this.texts = opened.texts;
    this.isArriving = true;
    this.status.textContent = "";
    this.tools.hidden = false;
    this.wayIn.show(opened);
    this.propose();
    if (isNew) this.asker.open(true);
  }

  /** Shows the link that leads back into this room, ready to be copied. */
  showWayBack() {
    this.private.hidden = !this.private.hidden;
    this.private.value = wayBack(this.wayIn.address);
    this.private.select();
  }

  /** Whether a question is of this lesson and corpus. @param {unknown[]} source */
  isFromHere(source) {
    return JSON.stringify(source) === JSON.stringify(this.asker.source);
  }

  /** The questions that the class was asked in this lesson. @param {any[]} [past] */
  askedHere(past = this.room.past) {
    return past.filter(({ source }) => this.isFromHere(source));
  }

  /**
   * Another lesson's answer that everybody has seen is done with, and this lesson takes the steps
   * that the class has seen. Says whether that changes the room.
   * @param {any} room
   */
  arrive({ phase, past }) {
    this.isArriving = false;
    const isShown = phase === "shown";
    if (isShown && !this.wasOwn) {
      this.wire?.do("carry_out");
      return true;
    }
    const last = this.askedHere(isShown ? past.slice(0, -1) : past).at(-1);
    if (last && this.asker.reached && this.asker.reached() < last.step) {
      this.asker.carryOut(last.step);
    }
    return false;
  }

  /** @param {any} room */
  show(room) {
    const before = this.room?.phase;
    this.room = room;
    const { here, voted, phase, round, ballot } = room;
    if (ballot) {
      this.askedStep = ballot.step;
      this.wasOwn = this.isFromHere(room.source);
    }
    if (this.isArriving && this.arrive(room)) return;
    const numbers = { n: here, voted };
    const counted = phase === "waiting"
      ? t("{n} joined", numbers)
      : round > 1
      ? t("Second vote: {voted} of {n} have voted", numbers)
      : t("{voted} of {n} have voted", numbers);
    sayOnce(this.count, counted);
    Object.assign(this.meter, { max: here || 1, value: voted, hidden: phase !== "voting" });
    if (phase !== before) this.enter(phase);
    if (room.rushed) {
      this.status.textContent = t(
        "Very many phones have joined at once from one network address. If the number is too " +
          "high, let no more new phones in, or open another room.",
      );
    }
    const scene = this.wasOwn ? this.asker.scene?.(this.askedStep) : null;
    this.question.show(room.rounds ? null : ballot, scene, phase === "closed" && round === 1);
    this.clocks.hidden = phase !== "voting";
    this.drop.hidden = !DROPPED_IN.includes(phase);
    this.hands.show(HANDS_IN.includes(phase) ? room.choices : null);
    this.doors.textContent = room.closed ? t("Let new phones in") : t("No more new phones");
    this.drawStages();
    this.drawMoves();
    // Of its own question, the lesson explains the answer.
    const explains = (this.wasOwn && ballot && this.asker.explains?.(this.askedStep)) || {};
    this.votes.show(room, this.askedHere(), this.texts, explains, this.asker.labels.way);
  }

  drawStages() {
    const now = stageAt(this.room);
    this.stages.hidden = !now;
    const isShort = this.asker.votes === 1 && (now === "vote" || now === "explain");
    const names = stagesInWords().filter(([, , isAlways]) => isAlways || !isShort);
    this.stages.replaceChildren(
      ...names.map(([stage, name]) =>
        el("li", { ariaCurrent: stage === now ? "step" : null }, name)
      ),
    );
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
      this.about.is_large
        ? t("This corpus has too many words for a vote. These are small enough:")
        : t("Other words for a vote:"),
      ...links.flatMap((link) => [" ", link]),
    );
  }

  /** The labels of moves. @returns {Record<Move, string>} */
  labels() {
    const { ask, carryOut } = this.asker.labels;
    const goOn = this.wasOwn ? carryOut : t("Go on");
    return {
      ask,
      carry_out: this.room.phase === "shown" ? goOn : t("Go on without the answer"),
      close: t("Close the vote"),
      count: t("Show the votes"),
      show: t("Show the answer"),
      again: t("Vote again"),
      back: t("Back one stage"),
    };
  }

  /** The moves that are possible now. @returns {Move[]} */
  movesNow() {
    return movesAt(this.room, this.asker.question() !== null, this.asker.votes);
  }

  drawMoves() {
    const moves = this.movesNow();
    const drawn = [...moves, this.wasOwn, this.room.phase].join();
    if (this.onwards.dataset.moves === drawn) return;
    this.onwards.dataset.moves = drawn;
    const labels = this.labels();
    const [first, ...rest] = moves.map((move) => button(labels[move], () => this.move(move)));
    const wasPressed = this.button.matches(":focus");
    this.button.hidden = true;
    keepFocus(this.onwards, () => this.onwards.replaceChildren(first ?? ""));
    keepFocus(this.others, () => this.others.replaceChildren(...rest), first);
    if (wasPressed) first?.focus({ preventScroll: true });
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

  /** Leaves the room to the page that comes after this one. */
  leave() {
    this.countdown.stop();
    this.wire?.leave();
    this.wire = undefined;
  }

  /** @param {any} answer */
  done(answer) {
    if (answer.refused) {
      this.status.textContent = t("That did not work. Wait a moment, and try again.");
    }
    if (answer.csv) {
      saveFile(new Blob(["\ufeff", answer.csv], { type: "text/csv" }), `room-${this.code}.csv`);
    }
    if (answer.did !== "carry_out" || !this.wasOwn) return;
    this.asker.carryOut(this.askedStep);
    if (this.asker.asksOn) this.move("ask");
  }

  /** @param {boolean} isOver @param {number} code */
  lost(isOver, code) {
    this.status.textContent = isOver
      ? endInWords(code)
      : t("The connection is lost. Trying again…");
    if (!isOver) return;
    if (this.code) this.asker.open(false);
    this.asker.hold(false);
    this.countdown.stop();
    this.wire = this.room = this.code = undefined;
    this.button.hidden = false;
    this.button.textContent = savedRoom() ? t("Lead the room here") : t("Open a room");
    const hadFocus = focusedIn(this.node);
    this.tools.hidden = this.meter.hidden = this.suited.hidden = true;
    this.question.show(null);
    this.wayIn.clear();
    this.onwards.replaceChildren();
    this.others.replaceChildren();
    this.votes.clear();
    this.stages.hidden = true;
    delete this.onwards.dataset.moves;
    this.count.textContent = "";
    this.node.classList.remove("without-code", "asks");
    if (hadFocus) this.button.focus({ preventScroll: true });
  }

  /**
   * Handles a key of a clicker, and says whether the lesson must not. While the class is asked, the
   * lesson gets none: its next step is the answer.
   * @param {KeyboardEvent} event
   */
  key(event) {
    if (!this.room) return false;
    const field = /** @type {any} */ (event.composedPath()[0]);
    const isTyped = /^(INPUT|SELECT|TEXTAREA)$/.test(field?.tagName ?? "") && !field.readOnly;
    if (isTyped) return this.room.phase !== "waiting";
    if (this.dark.open || darkens(event)) return this.toggleDark(event);
    const isAsked = this.room.phase !== "waiting";
    // With nothing to ask about this step, the key steps.
    if (!this.movesNow().length) return isAsked;
    const move = moveByKey(event, this.movesNow(), this.room);
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

/** Why this page leads the room no more. @param {number} code */
function endInWords(code) {
  if (code === LED_ELSEWHERE) return t("Another page leads the room now.");
  return code === END_FULL
    ? t("No more rooms can be opened now. Try again later.")
    : t("The room is closed.");
}
