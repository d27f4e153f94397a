// What comes next in a room: on the buttons, and on the keys of a presenter's clicker.

/**
 * @typedef {"ask"|"close"|"count"|"show"|"again"|"carry_out"|"drop"} Move
 * @typedef {{phase: "waiting"|"voting"|"closed"|"counted"|"shown", round: number}} Moment
 */

export const ROUNDS = 2;

/**
 * The moves that are possible now. The first is the most likely one, "onwards" on a clicker; the
 * second is "back". With "onwards" the class votes twice before anything is shown, because people
 * follow the votes that they see. A teacher who wants to show the first vote presses "back": this
 * does not tell which answer is right, so the class can talk about it and vote again.
 * @param {Moment} moment
 * @param {boolean} hasNext whether there is something to ask
 * @returns {Move[]}
 */
export function movesAt({ phase, round }, hasNext) {
  if (phase === "waiting") return hasNext ? ["ask"] : [];
  if (phase === "voting") return ["close"];
  const isLast = round === ROUNDS;
  if (phase === "closed") return isLast ? ["show"] : ["again", "count"];
  if (phase === "counted") return ["again", "show"];
  return isLast ? ["carry_out"] : ["carry_out", "again"];
}

/** The keys that clickers send: some send arrows. @type {Record<string, 0|1>} */
const KEYS = {
  PageDown: 0,
  ArrowRight: 0,
  ArrowDown: 0,
  PageUp: 1,
  ArrowLeft: 1,
  ArrowUp: 1,
};

/** The keys with which a clicker darkens the screen. */
const DARKENING = ["b", "B", "."];

/**
 * Whether a key of a clicker darkens the screen, or lights it again.
 * @param {Pick<KeyboardEvent, "key"|"altKey"|"ctrlKey"|"metaKey">} press
 */
export const darkens = ({ key, altKey, ctrlKey, metaKey }) =>
  !altKey && !ctrlKey && !metaKey && DARKENING.includes(key);

/**
 * What a key of a clicker does now: null if nothing, undefined if it is not a clicker's key.
 * @param {Pick<KeyboardEvent, "key"|"altKey"|"ctrlKey"|"metaKey">} press
 * @param {Move[]} moves
 * @returns {Move|null|undefined}
 */
export function moveByKey({ key, altKey, ctrlKey, metaKey }, moves) {
  if (altKey || ctrlKey || metaKey || !Object.hasOwn(KEYS, key)) return undefined;
  return moves[KEYS[key]] ?? null;
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
  const isShown = (/** @type {number} */ choice) =>
    right.includes(choice) || rounds.some((counts) => counts[choice] > 0);
  const order = (/** @type {number} */ a, /** @type {number} */ b) =>
    last[b] - last[a] || rounds[0][b] - rounds[0][a] || a - b;
  const ordered = all.filter(isShown).sort(order);
  const first = ordered.slice(0, most);
  // What is right is always among them, but not every answer that nobody chose.
  const rest = ordered.slice(most).filter((choice) => right.includes(choice));
  const isChosen = (/** @type {number} */ choice) => rounds.some((counts) => counts[choice] > 0);
  const has = first.some((choice) => right.includes(choice));
  return [...first, ...rest.filter((choice, i) => isChosen(choice) || (!has && i === 0))];
}

/**
 * The share of the voters in whole percent; 0 if nobody voted.
 * @param {number} n
 * @param {number} total
 */
export const percent = (n, total) => (total ? Math.round((100 * n) / total) : 0);
