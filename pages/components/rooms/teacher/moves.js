// What comes next in a room: on the buttons, and on the keys of a presenter's clicker.

/**
 * @typedef {"ask"|"close"|"show"|"again"|"carry_out"} Move
 * @typedef {{phase: "waiting"|"voting"|"closed"|"shown", round: number}} Moment
 */

export const ROUNDS = 2;

/**
 * What can be done now, what is most likely done first: "onwards" on a clicker. The second is
 * "back" on it. Onwards the class votes twice before anything is shown: who has seen what is right
 * has nothing left to vote on. A teacher who wants to show the first vote goes back.
 * @param {Moment} moment
 * @param {boolean} hasNext whether there is something to ask
 * @returns {Move[]}
 */
export function movesAt({ phase, round }, hasNext) {
  /** @type {Move[]} */
  const again = round < ROUNDS ? ["again"] : [];
  if (phase === "waiting") return hasNext ? ["ask"] : [];
  if (phase === "voting") return ["close"];
  return phase === "closed" ? [...again, "show"] : ["carry_out", ...again];
}

/** The keys that clickers send. @type {Record<string, 0|1>} */
const KEYS = { PageDown: 0, PageUp: 1 };

/**
 * What a key of a clicker does now; null where it does nothing, undefined where it is none.
 * @param {Pick<KeyboardEvent, "key"|"altKey"|"ctrlKey"|"metaKey">} press
 * @param {Move[]} moves
 * @returns {Move|null|undefined}
 */
export function moveByKey({ key, altKey, ctrlKey, metaKey }, moves) {
  if (altKey || ctrlKey || metaKey || !Object.hasOwn(KEYS, key)) return undefined;
  return moves[KEYS[key]] ?? null;
}

/**
 * The choices that a table of votes shows: those that are right or were voted for, the most
 * popular of the last round first.
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
  // What is right is always among them.
  return [...first, ...ordered.slice(most).filter((choice) => right.includes(choice))];
}

/**
 * What part of those who voted, as a whole number of percent; 0 where nobody did.
 * @param {number} n
 * @param {number} total
 */
export const percent = (n, total) => (total ? Math.round((100 * n) / total) : 0);
