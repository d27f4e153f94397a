// The stepper: a walk of Unigram, where a step is a round of pruning.

const MOST_CHANGED = 12; // words segmented differently that are shown

/**
 * @typedef {{
 *   text: string, count: number, best: number[], other: number[], share: number, left: number,
 *   cost: number
 * }} ReasonWord  share: of the word's probability, what goes over the token; left: the rest of it
 *
 * @typedef {{token: number, cost: number, words: ReasonWord[], more: number, rest: number}} Reason
 *
 * @typedef {{
 *   cheapest: number[], costs: number[], removable: number, next_total: number,
 *   dropped: number[], dropped_total: number, reasons: Reason[],
 *   likely: number[], probabilities: number[]
 * }} RoundView
 */

/** A walk whose words are segmented anew at some rounds; nothing is ever merged. */
class UnigramModel extends Model {
  /** @param {any} walk */
  constructor(walk) {
    super({ ...walk, left: [], right: [], count: [], closed: [] });
    this.steps = walk.sizes.length - 1;
    this.size = this.firstMerge + walk.tokens.length;
    this.tokenCounts = walk.token_counts;
    this.cut = new Set(walk.cut);
    walk.segmentations.forEach((/** @type {[number, number[]][]} */ history, /** @type {number} */ word) => {
      for (const [step] of history.slice(1)) {
        if (!this.changedWords.has(step)) this.changedWords.set(step, new Set());
        /** @type {Set<number>} */ (this.changedWords.get(step)).add(word);
      }
    });
  }

  /** @param {number} step */
  sizeAt(step) {
    return /** @type {any} */ (this.walk).sizes[step];
  }

  /** @param {number} id */
  spellMerge(id) {
    return /** @type {any} */ (this.walk).tokens[id - this.firstMerge];
  }

  /** Longer tokens are not made of others here: Python says which end a word. @param {number} id */
  markerOf(id) {
    if (!this.isMerge(id)) return super.markerOf(id);
    return /** @type {any} */ (this.walk).ends[id - this.firstMerge] ? this.marker : "";
  }

  /** How many units a token has. @param {number} id */
  length(id) {
    return this.isMerge(id) ? /** @type {any} */ (this.walk).lengths[id - this.firstMerge] : 1;
  }

  /** The best segmentation of a word at a step, as ids. @param {number} word @param {number} step @returns {number[]} */
  segmentation(word, step) {
    /** @type {[number, number[]][]} */
    const history = /** @type {any} */ (this.walk).segmentations[word];
    let found = history[0][1];
    for (const [since, ids] of history) if (since <= step) found = ids;
    return found;
  }

  /** @param {number} word @param {number} step */
  tokensAt(word, step) {
    const changed = step > 0 && this.changedWords.get(step)?.has(word);
    const before = new Set(changed ? this.segmentation(word, step - 1) : []);
    let start = 0;
    return this.segmentation(word, step).map((id) => {
      const token = { id, start, end: start + this.length(id), made: changed && !before.has(id) ? step : 0 };
      start = token.end;
      return token;
    });
  }

  /** @param {number} word */
  isCut(word) {
    return this.cut.has(word);
  }
}

/** A loss with two decimals. @param {number} loss @param {string} lang */
function lossText(loss, lang) {
  return new Intl.NumberFormat(lang === "zh" ? "zh-Hans" : "en", { maximumFractionDigits: 2 }).format(loss);
}

/** "Round 3 of 9: 14 tokens dropped, 86 left" */
class RoundHeadline extends Headline {
  /** @param {Stepper} stepper */
  update(stepper) {
    const { step, model, number } = stepper;
    const { text, sizes } = /** @type {any} */ (model.walk);
    const size = el("strong", {}, number(sizes[step]));
    const n = number(model.steps);
    if (step === 0) return void this.node.replaceChildren(fill(model.steps ? text.status_start : text.status_nothing, { n, size }));
    const gone = sizes[step - 1] - sizes[step];
    this.node.replaceChildren(fill(gone === 1 ? text.status_once : text.status, { k: number(step), n, dropped: el("strong", {}, number(gone)), size }));
  }
}

/** The corpus, each word in its best segmentation; a click on a word opens its lattice. */
class SegmentedWords extends Words {
  /** @param {Stepper} stepper */
  constructor(stepper) {
    super(stepper);
    const { text } = stepper.model.walk;
    this.ids.parentElement?.remove(); // an id is another one in every round
    this.node.append(el("p", { className: "more" }, text.open_word));
    this.node.classList.add("segmented");
    this.list.onkeydown = (/** @type {any} */ event) => this.key(event);
  }

  build() {
    super.build();
    this.list.querySelector(".word")?.setAttribute("tabindex", "0");
  }

  /** Words are buttons, and one stop of the Tab key: up and down go to the next. @param {...(Node|null)} children */
  wordNode(...children) {
    return el("span", { className: "word", role: "button", tabIndex: -1 }, ...children);
  }

  /** @param {any} event */
  key(event) {
    const word = event.target.closest?.(".word");
    const act = word && this.actions(word)[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation(); // elsewhere Space plays
    act();
  }

  /** @param {HTMLElement} word @returns {Record<string, () => void>} */
  actions(word) {
    const open = () => word.click();
    const next = () => this.focusWord(word, word.nextElementSibling);
    const previous = () => this.focusWord(word, word.previousElementSibling);
    return { Enter: open, " ": open, ArrowDown: next, ArrowUp: previous };
  }

  /** @param {HTMLElement} from @param {any} to */
  focusWord(from, to) {
    if (!to) return;
    from.tabIndex = -1;
    to.tabIndex = 0;
    to.focus();
  }

  /** What is new in a word is marked whole. @param {HTMLElement} chip */
  splitForJoining(chip) {
    chip.classList.add("new");
    /** @type {HTMLElement[]} */ (this.fresh).push(chip);
  }

  /** Rings a token wherever it stands. @param {number} [id] */
  ring(id) {
    for (const node of this.ringed) node.classList.remove("ring");
    this.ringed = id === undefined ? [] : [...this.list.querySelectorAll(`.chip[data-id="${id}"]`)];
    for (const node of this.ringed) node.classList.add("ring");
  }

  /** @param {any} event */
  openToken(event) {
    const chip = event.target.closest?.(".chip");
    if (this.stepper.prediction.asking) return void (chip && this.stepper.prediction.pick(chip));
    const tokens = event.target.closest?.(".word")?.querySelector(".tokens");
    const place = this.places?.find((each) => each.tokens === tokens);
    if (place) this.stepper.openWord(place.word);
  }
}

/** The tokens whose removal costs least; those that the next round drops are marked. */
class Cheapest extends Pairs {
  /** @param {Stepper} stepper */
  constructor(stepper) {
    super(stepper);
    this.node.classList.add("cheapest");
  }

  /** @param {any} view */
  update(view) {
    const { model, number } = this.stepper;
    const { text } = model.walk;
    const before = this.rows;
    this.rows = new Map();
    const most = Math.max(...view.costs, Number.MIN_VALUE);
    view.cheapest.forEach((/** @type {number} */ id, /** @type {number} */ rank) => {
      const row = before.get(String(id)) ?? this.makeRow(id);
      this.updateRow(row, view.costs[rank], most, rank < view.next_total ? "next" : "");
      this.rows.set(String(id), row);
    });
    this.arrange(before);
    const rest = view.removable - view.cheapest.length;
    const more = rest > 0 ? text.more_tokens.replace("{n}", number(rest)) : "";
    const next = view.next_total ? text.next_total.replace("{n}", number(view.next_total)) : "";
    this.more.textContent = view.cheapest.length ? [more, next].filter(Boolean).join(model.walk.lang === "zh" ? "。" : ". ") : text.no_tokens;
  }

  /** @param {number} id @returns {BarRow} */
  makeRow(id) {
    const bar = el("span", { className: "bar" });
    const value = el("span", { className: "value" });
    const mark = el("span", { className: "mark" });
    const name = el("span", { className: "name" }, this.stepper.chips.chip(id));
    const node = el("li", { tabIndex: 0 }, name, el("span", { className: "track" }, bar, value), mark);
    node.onmouseenter = node.onfocus = () => this.stepper.words.ring(id);
    node.onmouseleave = node.onblur = () => this.stepper.words.ring();
    return { node, bar, value, mark };
  }
}

/** What the removal of the cheapest token costs, and of the cheapest that stays, word by word. */
class WhyCheap extends Why {
  /** @param {any} _before @param {any} now */
  update(_before, now) {
    const { step, model } = this.stepper;
    const isLast = step === model.steps;
    const names = isLast ? ["least"] : ["cheapest", "stays"];
    const rows = now.reasons.map((/** @type {Reason} */ reason, /** @type {number} */ i) => this.explain(names[i], reason));
    if (isLast) rows.push(el("p", { className: "reason" }, this.text[`stopped_${model.walk.stopped}`]));
    this.body.replaceChildren(...rows);
  }

  /** @param {string} name @param {Reason} reason */
  explain(name, reason) {
    const { chips, amount, number, step } = this.stepper;
    const values = { token: chips.chip(reason.token), k: number(step + 1), cost: el("b", { className: "nowrap" }, amount(reason.cost)) };
    const title = el("p", { className: "reason-title" }, fill(this.text[`reason_${name}`], values));
    const words = reason.words.map((word) => this.word(word));
    return el("div", { className: `reason ${name === "stays" ? "" : "coming"}` }, title, ...words, this.total(reason));
  }

  /** "pug ×5 keeps its best segmentation. …: −5 × ln(1 − 0.0001) = 0.0005" @param {ReasonWord} word */
  word(word) {
    const { amount, number } = this.stepper;
    const points = [...word.text];
    const label = visible(points.length > 40 ? points.slice(0, 40).join("") + "…" : word.text);
    const name = el("span", { className: "addend" }, el("bdi", {}, label), "\u00a0", el("b", {}, `×${number(word.count)}`));
    const same = String(word.best) === String(word.other);
    const change = fill(same ? this.text.same_best : this.text.other_best, { word: name, best: this.segments(word.best), other: this.segments(word.other) });
    const left = word.share < 0.1 ? `1 − ${amount(word.share)}` : amount(word.left);
    const sum = el("span", { className: "nowrap" }, `−${number(word.count)} × ln(${left}) = `, el("b", {}, amount(word.cost)));
    return el("p", { className: "removal" }, change, " ", fill(this.text.share, { left }), " ", sum);
  }

  /** @param {number[]} ids */
  segments(ids) {
    return el("span", { className: "pair" }, ...ids.map((id) => this.stepper.chips.chip(id)));
  }

  /** 0.002 + 0.001 + 3 more words 0.001 = 0.004 @param {Reason} reason */
  total(reason) {
    if (reason.words.length + reason.more < 2) return "";
    const { amount, number } = this.stepper;
    const rest = reason.more ? [this.text.more_costs.replace("{n}", number(reason.more)).replace("{cost}", amount(reason.rest))] : [];
    const parts = [...reason.words.map((word) => amount(word.cost)), ...rest];
    return el("p", { className: "sum" }, parts.join(" + "), " = ", el("b", { className: "total" }, amount(reason.cost)));
  }
}

/** What the last round dropped, and which words it segments differently. */
class RoundChanges extends Changes {
  /** @param {any} view */
  update(view) {
    const { step, model } = this.stepper;
    if (step === 0) return void this.body.replaceChildren(el("p", { className: "more" }, this.text.changes_none));
    const changed = [...(model.changedWords.get(step) ?? [])].filter((word) => word < model.walk.shown);
    this.body.replaceChildren(this.figures(step), this.droppedTokens(view), changed.length ? this.changedWords(changed) : "");
  }

  /** @param {number} step */
  figures(step) {
    const { number, model } = this.stepper;
    const { losses, token_counts } = /** @type {any} */ (model.walk);
    const [before, after] = [lossText(losses[step - 1], model.walk.lang), lossText(losses[step], model.walk.lang)];
    const way = before === after ? "same" : losses[step] < losses[step - 1] ? "down" : "up";
    const loss = fill(this.text[`loss_${way}`], { before, after });
    const tokens = fill(this.text.token_total, { before: number(token_counts[step - 1]), after: number(token_counts[step]) });
    return el("p", {}, loss, " ", tokens);
  }

  /** @param {any} view */
  droppedTokens(view) {
    const { number, chips } = this.stepper;
    const rows = view.dropped.map((/** @type {number} */ id) => el("li", {}, chips.chip(id)));
    const rest = view.dropped_total - rows.length;
    if (rest > 0) rows.push(el("li", { className: "more" }, this.text.and_more.replace("{n}", number(rest))));
    return el("div", { className: "group gone" }, el("h4", {}, this.text.dropped_tokens.replace("{n}", number(view.dropped_total))), el("ul", {}, ...rows));
  }

  /** @param {number[]} words */
  changedWords(words) {
    const { number } = this.stepper;
    const rows = words.slice(0, MOST_CHANGED).map((word) => this.changedWord(word));
    const rest = words.length - rows.length;
    if (rest > 0) rows.push(el("li", { className: "more" }, this.text.and_more.replace("{n}", number(rest))));
    return el("div", { className: "group moved" }, el("h4", {}, this.text.changed_words.replace("{n}", number(words.length))), el("ul", {}, ...rows));
  }

  /** @param {number} word */
  changedWord(word) {
    const { step, model, chips } = this.stepper;
    const characters = model.walk.unit === "byte" ? model.spelledWord(word).characters : undefined;
    const draw = (/** @type {number} */ at) =>
      el("span", { className: "pair" }, ...model.tokensAt(word, at).map(({ id, start, end }) => chips.chip(id, { characters, start, end })));
    return el("li", {}, draw(step - 1), el("span", { className: "arrow" }, "→"), draw(step));
  }
}

/** Every round with its size and loss; a click goes there. */
class Rounds extends Merges {
  /** @param {number} step */
  row(step) {
    const { model, number } = this.stepper;
    const { text, sizes, losses } = /** @type {any} */ (model.walk);
    const state = step === this.stepper.step ? " now" : step > this.stepper.step ? " later" : "";
    return el(
      "button", { type: "button", className: "row" + state, ariaCurrent: state === " now" ? "step" : null, onclick: () => this.stepper.go(step) },
      el("span", { className: "index" }, number(step)), text.round_row.replace("{size}", number(sizes[step])),
      el("span", { className: "origin" }, text.round_dropped.replace("{n}", number(sizes[step - 1] - sizes[step]))),
      el("span", { className: "loss" }, text.round_loss.replace("{loss}", lossText(losses[step], model.walk.lang))),
    );
  }
}

/** The most likely tokens with their probabilities. */
class LikelyTokens {
  /** @param {Stepper} stepper */
  constructor(stepper) {
    const { text } = stepper.model.walk;
    this.stepper = stepper;
    /** @type {any} */
    this.view = undefined;
    this.list = new LongList(text.vocabulary_title, (i) => this.row(i));
    this.size = el("span", { className: "size" });
    this.more = el("p", { className: "more" });
    this.node = panel(text.vocabulary_title, "vocabulary", el("div", { className: "tools" }, this.size), this.list.node, this.more);
  }

  /** @param {number} i */
  row(i) {
    const { chips, number, amount } = this.stepper;
    const id = this.view.likely[i];
    const row = el("div", { className: "row" }, el("span", { className: "index" }, number(i + 1)), chips.chip(id), el("span", { className: "value" }, amount(this.view.probabilities[i])));
    row.onmouseenter = () => this.stepper.words.ring(id);
    row.onmouseleave = () => this.stepper.words.ring();
    return row;
  }

  update() {
    const { model, step, number } = this.stepper;
    const { text, sizes, in_use, specials } = /** @type {any} */ (model.walk);
    this.view = model.views.get(step);
    const listed = this.view.likely.length;
    this.list.update(listed);
    this.size.textContent = text.vocabulary_size.replace("{n}", number(sizes[step])).replace("{m}", number(in_use[step]));
    this.more.textContent = listed < sizes[step] - specials.length ? text.vocabulary_more.replace("{shown}", number(listed)) : "";
  }
}

/** What a walk of rounds is drawn with. */
const ROUND_PARTS = {
  Model: UnigramModel, Headline: RoundHeadline, Words: SegmentedWords, Pairs: Cheapest, Why: WhyCheap,
  Changes: RoundChanges, Merges: Rounds, Vocabulary: LikelyTokens, Prediction: RoundPrediction,
};
