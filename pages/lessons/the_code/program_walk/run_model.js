// A recorded run of the program: what is where at each of its events.

/**
 * A value of the program as Python sends it: a number, none, or something under its type's name.
 * `of` says how many items a list, a tuple or a dictionary has; not all of them may be there.
 * @typedef {number|null|boolean|{
 *   list?: Plain[], tuple?: Plain[], dict?: [Plain, Plain][], text?: string, bytes?: number[],
 *   other?: string, of?: number
 * }} Plain
 */

/**
 * An event: its line, how deep its call is, the place of the function's name, 1 for a call that
 * begins and 2 for one that returns, and the variables that have changed, by their values' places.
 * @typedef {[number, number, number, number, Record<string, number>]} SentEvent
 */

/**
 * @typedef {{
 *   functions: string[], events: SentEvent[], values: Plain[], by_line: number|null,
 *   is_whole: boolean, result: number|null
 * }} Run
 */

/**
 * A call at an event: its function, its variables by their values' places, and which have changed.
 * @typedef {{name: string, held: Record<string, number>, changed: Set<string>}} Call
 */

/** @typedef {{line: number, isReturn: boolean, calls: Call[]}} State  calls from the outermost */

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

  /** The last step that is not after an event. @param {number} event */
  stepAt(event) {
    return Math.max(0, this.stops.findLastIndex((stop) => stop <= event));
  }

  /** A variable of a call; nothing where it has none. @param {Call} call @param {string} name */
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
    };
    calls = [...calls.slice(0, depth), call];
    return { line, isReturn: Boolean(flags & 2), calls };
  });
}

/**
 * The events at which a stride stops: all, or those of the function that was called.
 * @param {Run} run
 * @param {"phase"|"line"} stride
 */
function stopsOf({ events }, stride) {
  const all = events.map((_, i) => i);
  return stride === "line" ? all : all.filter((i) => events[i][1] === 0);
}
