// A recorded run of the program: the state of its calls and variables at each event.

/**
 * A value of the program as Python sends it: a number, null, or an object keyed by its type's name.
 * `of` is the full length of a list, a tuple or a dictionary; some of its items may be left out.
 * @typedef {number|null|boolean|{
 *   list?: Plain[], tuple?: Plain[], dict?: [Plain, Plain][], text?: string, bytes?: number[],
 *   other?: string, of?: number
 * }} Plain
 */

/**
 * An event: its line, the depth of its call, the index of the function's name, flags (1 for a call
 * that begins, 2 for one that returns), and the changed variables with the indices of their values.
 * @typedef {[number, number, number, number, Record<string, number>]} SentEvent
 */

/**
 * @typedef {{
 *   functions: string[], events: SentEvent[], values: Plain[], by_line: number|null,
 *   is_whole: boolean, result: number|null
 * }} Run
 */

/**
 * A call at an event: its function, its variables as indices of values, which have changed, and
 * whether the merge whose turn it is has been written down.
 * @typedef {{
 *   name: string, held: Record<string, number>, changed: Set<string>, isWritten: boolean
 * }} Call
 */

/** @typedef {{line: number, isReturn: boolean, calls: Call[]}} State  the outermost call first */

export class RunModel {
  /** @param {Run} run @param {"phase"|"line"} stride */
  constructor(run, stride) {
    this.run = run;
    this.states = statesOf(run);
    this.stops = stopsOf(run, stride);
    this.steps = this.stops.length - 1;
  }

  /** The state at a step of this stride. @param {number} step @returns {State} */
  at(step) {
    return this.states[this.stops[step]];
  }

  /** The last step at or before an event. @param {number} event */
  stepAt(event) {
    return Math.max(0, this.stops.findLastIndex((stop) => stop <= event));
  }

  /**
   * Which merge the outermost call is at, and of how many; undefined if it trains nothing. A merge
   * is written down before the corpus is changed: until the loop begins again, it has its turn.
   * @param {State} state
   * @returns {{merge: number, total: number}|undefined}
   */
  turn({ calls: [train] }) {
    const [written, total] = [this.value(train, "merges"), this.value(train, "num_merges")];
    if (typeof total !== "number") return;
    const merge = (/** @type {any} */ (written)?.of ?? 0) + Number(!train.isWritten);
    return merge > total ? undefined : { merge, total };
  }

  /** A call's variable, or undefined. @param {Call} call @param {string} name */
  value(call, name) {
    return Object.hasOwn(call.held, name) ? this.run.values[call.held[name]] : undefined;
  }
}

/** @param {Run} run @returns {State[]} */
function statesOf({ functions, events }) {
  /** @type {Call[]} */
  let calls = [];
  return events.map(([line, depth, name, flags, changed]) => {
    const before = flags & 1 ? {} : calls[depth]?.held ?? {};
    const call = {
      name: functions[name],
      held: { ...before, ...changed },
      changed: new Set(Object.keys(changed)),
      isWritten: !("corpus" in changed) && ("new" in changed || Boolean(calls[depth]?.isWritten)),
    };
    calls = [...calls.slice(0, depth), call];
    return { line, isReturn: Boolean(flags & 2), calls };
  });
}

/**
 * The events at which a stride stops: all of them, or only those of the outermost call.
 * @param {Run} run
 * @param {"phase"|"line"} stride
 */
function stopsOf({ events }, stride) {
  const all = events.map((_, i) => i);
  return stride === "line" ? all : all.filter((i) => events[i][1] === 0);
}
