// A recorded run of the program: the state of its calls and variables at each event, and the
// values as a learner sees them: ids with their tokens, pairs, tables of counts.

import { t } from "../../components/browser/sentences.js";
import { el } from "../../components/drawing/elements.js";
import { directed } from "../../components/tokens/chips.js";
import { Values } from "../../components/tokens/values.js";

/**
 * @import { Spelled } from "../../components/tokens/tokens.d.ts"
 */

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
    const before = flags & 1 ? {} : calls[depth]?.held;
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

/** The most rows of a table that are shown. */
const MOST_ROWS = 16;

/** Whether the item of a list at this index is marked. @typedef {(i: number) => boolean} Mark */

/** @param {Plain|undefined} value @returns {any[]} the items of a list or a tuple */
export const itemsOf = (value) => {
  const held = /** @type {any} */ (value);
  return held?.list ?? held?.tuple ?? [];
};

/** @param {Plain|undefined} one @param {Plain|undefined} other */
export const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

export class ShownValues {
  /** @param {Spelled[]} tokens by id @param {string} lang */
  constructor(tokens, lang) {
    this.tokens = tokens;
    this.values = new Values(lang);
  }

  /** A token with its id; only the id if no token has it. @param {number} id */
  token(id) {
    const chip = id < this.tokens.length ? this.values.token(this.tokens[id]) : null;
    return el("span.with-id", chip, el("sub", String(id)));
  }

  /** @param {Plain|undefined} list of ids @param {Mark} isMarked */
  word(list, isMarked = () => false) {
    const items = itemsOf(list);
    const chips = items.map((id, i) => {
      const chip = this.token(id);
      chip.classList.toggle("here", isMarked(i));
      return chip;
    });
    return directed(el("span.row-of-tokens", ...chips, this.rest(list, items.length)));
  }

  /** @param {Plain|undefined} pair */
  pair(pair) {
    const [left, right] = itemsOf(pair);
    return directed(el("span.row-of-tokens", this.token(left), "+", this.token(right)));
  }

  /** "…" and the full length if items are missing. @param {any} value @param {number} shown */
  rest(value, shown) {
    return value?.of > shown ? ` … (${value.of})` : "";
  }

  /**
   * A table of pairs with their counts.
   * @param {any} counts
   * @param {boolean} sorted most frequent first, ties in their given order; otherwise unsorted
   * @param {Plain|undefined} current the pair being worked on
   */
  counts(counts, sorted, current) {
    /** @type {[Plain, number][]} */
    const rows = [...counts?.dict ?? []];
    if (sorted) rows.sort(([, one], [, other]) => other - one);
    const place = rows.findIndex(([pair]) => isSame(pair, current));
    const first = sorted ? 0 : Math.max(0, Math.min(place - 8, rows.length - MOST_ROWS));
    const most = Math.max(...rows.map(([, count]) => count));
    const isTie = sorted && rows.filter(([, count]) => count === most).length > 1;
    const lines = rows.slice(first, first + MOST_ROWS).map(([pair, count]) =>
      el(
        isSame(pair, current) ? "tr.current" : "tr",
        el("td", this.pair(pair)),
        el("td.number", String(count)),
        el("td.tied", isTie && count === most ? t("= tie") : ""),
      )
    );
    const rest = this.rest(counts, Math.min(rows.length, MOST_ROWS));
    return el("div", el("table", el("tbody", ...lines)), rest);
  }

  /** Merge rules: each pair with the id of the token that it makes. @param {any} merges */
  rules(merges) {
    /** @type {[Plain, number][]} */
    const all = merges?.dict ?? [];
    const lines = all.slice(-MOST_ROWS).map(([pair, id]) =>
      el("li", this.pair(pair), " → ", this.token(id))
    );
    const before = all.length > lines.length ? el("li", "…") : null;
    return el("ol", before, ...lines);
  }

  /** Any other value, as Python writes it. @param {any} value */
  literal(value) {
    if (value === null) return "None";
    if (typeof value !== "object") return String(value);
    if ("text" in value) return this.values.token(value.text);
    if ("bytes" in value) return this.values.token(value.bytes);
    return value.other ?? "…";
  }
}
