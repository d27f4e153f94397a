/**
 * The textbook's program as it runs, forwards and backwards: the line that is about to run, the
 * words that it works on, and all variables. Python sends a recorded run; nothing is computed here.
 *
 * Text is only ever inserted with textContent.
 */

import { t } from "../../components/browser/sentences.js";
import { button, el, inARow, leaveNoFocus } from "../../components/drawing/elements.js";
import { receivedData } from "../../components/drawing/place_to_draw.js";
import { putWalk, walkAt } from "../../components/stepper/walking/mounted.js";
import { localeOf } from "../../components/drawing/numbers.js";
import { headline, legendLine, panel, scrollBox } from "../../components/drawing/panel.js";
import { Player } from "../../components/stepper/walking/player.js";
import { tokensInWords } from "../../components/tokens/chips.js";
import { isSame, itemsOf, RunModel, ShownValues } from "./recorded_run.js";

/**
 * @import { Drawing } from "../../components/component/newest_drawing.js"
 * @import { Spelled } from "../../components/tokens/tokens.d.ts"
 * @import { Call, Plain, Run, State } from "./recorded_run.js"
 */

/** @typedef {"phase"|"line"} Stride */

/**
 * `quiet` lists the lines of the program that never run. `lines` explains the others, by line
 * number, and `names` explains the variables.
 * @typedef {{
 *   key: string, run: Run, tokens: Spelled[], source: string[], quiet: number[], lang: string,
 *   lines: Record<string, string>, names: Record<string, string>, at: number, stride: Stride
 * }} Data
 */

/** How many items of `word` the loop in `merge_pair` looks at: the one at `i` and the next. */
const LOOKED_AT = 2;

/** @extends {Player<RunModel>} */
class ProgramWalk extends Player {
  /**
   * @param {Data} data
   * @param {(place: unknown[]) => void} tell reports where it is
   * @param {(data: Data) => void} redraw draws it in another stride
   */
  constructor(data, tell, redraw) {
    const model = new RunModel(data.run, data.stride);
    const called = { controls: t("Walk through the program") };
    super(model, model.stepAt(data.at), called, data.lang);
    this.data = data;
    this.report = (/** @type {number} */ step) => tell([data.key, model.stops[step], data.stride]);
    this.shown = new ShownValues(data.tokens, data.lang);
    this.headline = headline();
    this.rows = data.source.map((line, i) => {
      const isQuiet = data.quiet.includes(i + 1);
      return el(isQuiet ? "li.quiet" : "li", el("code", line || " "));
    });
    const listing = { tabIndex: 0, ariaLabel: t("The program") };
    this.listing = el("ol.listing", listing, ...this.rows);
    this.words = scrollBox("words", { "aria-labelledby": "heading-at-work" });
    this.calls = el("div.calls");
    const beside = el(
      "div.column",
      panel(t("The words it works on"), "at-work", null, this.words),
      panel(t("Variables, with the innermost call first"), "variables", null, this.calls),
    );
    const strides = (/** @type {Stride[]} */ (["phase", "line"])).map((stride) => {
      const change = () => {
        const at = model.stops[this.step];
        this.stop();
        redraw({ ...data, at, stride });
        tell([data.key, at, stride]);
      };
      const name = stride === "phase" ? t("Phase by phase") : t("Line by line");
      return button(name, change, "", { ariaPressed: String(stride === data.stride) });
    });
    this.node = el(
      "div.stepper.program",
      { lang: localeOf(data.lang) },
      this.transport.node,
      el("div.strides", { role: "group" }, ...strides),
      this.headline,
      el("div.stage", el("div.column", this.listing), beside),
      ...this.notes(),
    );
    leaveNoFocus(this.node);
  }

  /** Notes about the parts of the run that are missing. */
  notes() {
    const { run } = this.data;
    return [
      run.by_line === null ? null : legendLine(t(
        "This corpus is too large for every line of the run to be recorded: after the part " +
          "that fits, each step is a whole phase.",
      )),
      run.is_whole ? null : legendLine(t(
        "The recording ends before the run does. Choose a smaller corpus or fewer merges to " +
          "see all of it.",
      )),
    ];
  }

  /** @override */
  drawStep() {
    super.drawStep();
    const state = this.model.at(this.step);
    this.say(state);
    this.mark(state);
    this.words.replaceChildren(this.atWork(state));
    this.calls.replaceChildren(...state.calls.toReversed().map((call) => this.call(call)));
  }

  /** @param {State} state */
  say(state) {
    const { line, isReturn, calls } = state;
    const { lines } = this.data;
    const turn = this.model.turn(state);
    const step = turn
      ? t("Merge {k} of {n}:", { k: this.number(turn.merge), n: this.number(turn.total) })
      : "";
    const event = isReturn
      ? t("{name} returns to where it was called.", { name: nameOf(calls) })
      : lines[line] ?? "";
    this.headline.replaceChildren(inARow(step, event));
  }

  /** @param {State} state */
  mark({ line, isReturn }) {
    const now = this.rows[line - 1];
    for (const row of this.rows) {
      row.classList.toggle("now", row === now);
      row.classList.toggle("returns", row === now && isReturn);
      row.ariaCurrent = row === now ? "step" : null;
    }
    this.listing.scrollTop = now.offsetTop - this.listing.clientHeight / 2;
  }

  /** The words of the corpus, or the word or the ids being encoded. @param {State} state */
  atWork({ calls }) {
    const first = calls[0];
    const last = calls[calls.length - 1];
    const word = this.model.value(last, "word");
    const corpus = /** @type {any} */ (this.model.value(first, "corpus"));
    if (!corpus) {
      const only = this.model.value(first, "word") ?? this.model.value(first, "ids");
      return this.shown.word(only, this.lookedAt(last));
    }
    const rows = itemsOf(corpus).map((row) => {
      const [ids, count] = itemsOf(row);
      const isHere = isSame(ids, word);
      const isMarked = isHere ? this.lookedAt(last) : () => false;
      return el(
        isHere ? "li.current" : "li",
        this.shown.word(ids, isMarked),
        el("span.times", `×${this.number(count)}`),
      );
    });
    const rest = this.shown.rest(corpus, rows.length);
    return el("ul", ...rows, rest ? el("li", rest) : null);
  }

  /** A test for the tokens that a call is looking at in its word. @param {Call} call */
  lookedAt(call) {
    const i = this.model.value(call, "i");
    if (typeof i === "number") return (/** @type {number} */ n) => n >= i && n < i + LOOKED_AT;
    const pair = itemsOf(this.model.value(call, "pair"));
    const ids = itemsOf(this.model.value(call, "word"));
    const starts = ids.map((id, n) => id === pair[0] && ids[n + 1] === pair[1]);
    return (/** @type {number} */ n) => Boolean(starts[n] || starts[n - 1]);
  }

  /** A call with its variables. @param {Call} call */
  call(call) {
    const { names } = this.data;
    const rows = Object.keys(call.held).map((name) =>
      el(
        call.changed.has(name) ? "div.variable.changed" : "div.variable",
        el("dt", { title: names[name] ?? "" }, el("code", name)),
        el("dd", this.variable(name, call), el("span.about", names[name])),
      )
    );
    return el("section", el("h3", nameOf([call])), el("dl", ...rows));
  }

  /** @param {string} name @param {Call} call */
  variable(name, call) {
    const value = /** @type {any} */ (this.model.value(call, name));
    if (value?.of === 0) return name === "merges" || name === "counts" ? "{}" : "[]";
    // These two are shown elsewhere on the page, or are too long to read on one line.
    const of = value?.of ?? 0;
    const n = this.number(of);
    if (name === "corpus") return of === 1 ? t("{n} word", { n }) : t("{n} words", { n });
    if (name === "vocabulary") return tokensInWords(of, this.number);
    if (["word", "merged", "ids"].includes(name)) {
      return this.shown.word(value, name === "word" ? this.lookedAt(call) : undefined);
    }
    if (name === "pair") return this.shown.pair(value);
    if (name === "new" || name === "token") return this.shown.token(value);
    if (name === "merges") return this.shown.rules(value);
    if (name === "ties") {
      const pairs = itemsOf(value).slice(0, 12).flatMap((pair) => [this.shown.pair(pair), " "]);
      return el("span", ...pairs, this.shown.rest(value, 12));
    }
    if (name === "counts") {
      const isChosenFrom = call.name !== "count_pairs";
      return this.shown.counts(value, isChosenFrom, this.model.value(call, "pair"));
    }
    return this.shown.literal(value);
  }
}

/** The name shown for a call: a list comprehension has no name of its own. */
const nameOf = (/** @type {Call[]} */ calls) => {
  const { name } = calls[calls.length - 1];
  return name.startsWith("<") ? t("a list being made") : `${name}(…)`;
};

/** @param {Drawing<Uint8Array>} drawing what Python sent: JSON as bytes */
export default function mount(drawing) {
  const { parentElement, setStateValue } = drawing;
  /** @type {Data} */
  const sent = receivedData(drawing);
  /** @type {ProgramWalk|undefined} */
  const known = walkAt(parentElement);
  if (known?.data.key === sent.key && known.data.lang === sent.lang) {
    return putWalk(parentElement, known);
  }
  known?.stop();
  const draw = (/** @type {Data} */ data) => {
    const walk = new ProgramWalk(data, (place) => setStateValue("place", place), draw);
    parentElement.querySelector(".mount")?.replaceChildren(walk.node);
    walk.update();
    return putWalk(parentElement, walk);
  };
  return draw(sent);
}
