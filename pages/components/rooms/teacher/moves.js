// The next moves in a room: on the buttons, and on the keys of a presenter's clicker.

import { isBrowsers } from "../../drawing/elements.js";

/**
 * @typedef {"ask"|"close"|"count"|"show"|"again"|"carry_out"|"back"} Move
 * @typedef {{phase: "waiting"|"voting"|"closed"|"counted"|"shown", round: number}} Moment
 */

export const ROUNDS = 2;

/** Those from each phase, in the first round and the last. @type {Record<string, Move[][]>} */
const MOVES = {
  voting: [["close", "show"], ["show", "close", "back"]],
  closed: [["again", "show", "count", "carry_out", "back"], ["show", "carry_out", "back"]],
  counted: [["again", "show", "back"]],
  shown: [["carry_out", "again", "back"], ["carry_out", "back"]],
};

/**
 * The moves that are possible now. The first leads on, and is what a clicker does: the class votes,
 * talks with nothing shown, votes again, and sees both votes with the answer explained, because
 * people follow the votes that they see (Mazur, 1997). The others skip a stage, or go back.
 * @param {Moment} moment
 * @param {boolean} hasNext whether there is something to ask
 * @param {number} votes how often a class usually votes on such a question
 * @returns {Move[]}
 */
export function movesAt({ phase, round }, hasNext, votes = ROUNDS) {
  if (phase === "waiting") return hasNext ? ["ask"] : [];
  if (phase === "voting" && round < ROUNDS && votes === 1) return ["show", "close", "carry_out"];
  return MOVES[phase][round === ROUNDS ? 1 : 0];
}

/** The stages of a question. @typedef {"vote"|"talk"|"again"|"explain"} Stage */

/** @param {Moment} moment @returns {Stage|null} */
export function stageAt({ phase, round }) {
  if (phase === "waiting") return null;
  if (phase === "shown") return "explain";
  if (round === ROUNDS) return "again";
  return phase === "voting" ? "vote" : "talk";
}

/** The keys that clickers send: some send arrows. */
const ON = ["PageDown", "ArrowRight", "ArrowDown"], BACK = ["PageUp", "ArrowLeft", "ArrowUp"];
/** The phases from which a clicker goes back: nothing that a class has done is lost. */
const BACK_FROM = ["closed", "counted"];

/** The keys with which a clicker darkens the screen. */
const DARKENING = ["b", "B", "."];

/**
 * Whether a key of a clicker darkens the screen, or lights it again.
 * @param {Pick<KeyboardEvent, "key"|"altKey"|"ctrlKey"|"metaKey">} press
 */
export const darkens = (press) => !isBrowsers(press) && DARKENING.includes(press.key);

/**
 * The move by a key of a clicker: null if it has none now, undefined for any other key.
 * @param {Pick<KeyboardEvent, "key"|"altKey"|"ctrlKey"|"metaKey">} press
 * @param {Move[]} moves
 * @param {Moment} moment
 * @returns {Move|null|undefined}
 */
export function moveByKey(press, moves, { phase }) {
  if (isBrowsers(press)) return undefined;
  if (ON.includes(press.key)) return moves[0] ?? null;
  if (!BACK.includes(press.key)) return undefined;
  return BACK_FROM.includes(phase) ? "back" : null;
}

/**
 * The choices that a table of votes shows: those that are right or got votes, with the most popular
 * ones of the last round first.
 * @param {number[][]} rounds
 * @param {number[]} right
 * @param {number} most
 */
export function shownChoices(rounds, right, most) {
  const last = rounds[rounds.length - 1];
  const all = last.map((_, choice) => choice);
  const isChosen = (/** @type {number} */ choice) => rounds.some((counts) => counts[choice] > 0);
  const order = (/** @type {number} */ a, /** @type {number} */ b) =>
    last[b] - last[a] || rounds[0][b] - rounds[0][a] || a - b;
  const ordered = all.filter((each) => right.includes(each) || isChosen(each)).sort(order);
  const first = ordered.slice(0, most);
  // The right answer is always among them, but not every right answer that nobody chose.
  const rest = ordered.slice(most).filter((choice) => right.includes(choice));
  const has = first.some((choice) => right.includes(choice));
  return [...first, ...rest.filter((choice, i) => isChosen(choice) || (!has && i === 0))];
}

/**
 * The share of the voters in whole percent; 0 if nobody voted.
 * @param {number} n
 * @param {number} total
 */
export const percent = (n, total) => (total ? Math.round((100 * n) / total) : 0);
