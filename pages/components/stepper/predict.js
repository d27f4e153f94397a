// The stepper: the learner predicts the next merge before it is shown.

const MOST_CANDIDATES = 6;
const HINTS = 3;
const WALKS_KEPT = 20;
const KEPT = "merge-by-merge-predictions";

/** @typedef {{step: number, pick: number[], outcome: string, hints: number}} Answer  outcome: right, tied, wrong or shown */

/** The answers given in this browser tab, in their order: they outlive reruns, lessons and reloads. */
class Answers {
  /** @param {string} key of the walk */
  constructor(key) {
    this.key = key;
    /** @type {Map<number, Answer>} */
    this.bySteps = new Map((Answers.kept()[key] ?? []).map((/** @type {Answer} */ answer) => [answer.step, answer]));
  }

  /** All walks with their answers, those answered last at the end. @returns {Record<string, Answer[]>} */
  static kept() {
    try {
      return JSON.parse(sessionStorage.getItem(KEPT) ?? "{}");
    } catch {
      return {}; // a browser that keeps nothing
    }
  }

  /** @param {Answer} answer */
  add(answer) {
    this.bySteps.set(answer.step, answer);
    this.keep();
  }

  clear() {
    this.bySteps.clear();
    this.keep();
  }

  keep() {
    const { [this.key]: _, ...others } = Answers.kept();
    const walks = [...Object.entries(others), [this.key, [...this.bySteps.values()]]].slice(-WALKS_KEPT);
    try {
      sessionStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(walks)));
    } catch {
      // no room, or not allowed: the score lasts as long as the page
    }
  }

  /** How many were answered, how many rightly, how many of these without a hint, how many in a row at last. */
  score() {
    const given = [...this.bySteps.values()];
    const isRight = (/** @type {Answer} */ { outcome }) => outcome === "right" || outcome === "tied";
    const last = given.findLastIndex((answer) => !isRight(answer));
    return {
      asked: given.filter(({ outcome }) => outcome !== "shown").length,
      right: given.filter(isRight).length,
      alone: given.filter((answer) => isRight(answer) && !answer.hints).length,
      streak: given.length - 1 - last,
    };
  }
}

/**
 * "Your turn": asks, takes the answer, checks it. While it asks, everything that gives the answer
 * away is out of sight; what a step is made of is told by the subclass for pairs below.
 */
class Prediction {
  /** @param {Stepper} stepper @param {(name: string, value: any) => void} tell */
  constructor(stepper, tell) {
    const { walk } = stepper.model;
    this.stepper = stepper;
    this.text = walk.text;
    this.answers = new Answers(walk.key);
    /** @type {HTMLElement[]} tokens picked so far */
    this.picked = [];
    this.hints = 0;
    this.byKeyboard = false;
    this.on = Boolean(walk.predict);
    this.box = el("input", { type: "checkbox", checked: this.on });
    this.box.onchange = () => {
      this.set(this.box.checked);
      tell("predict", this.on ? "on" : "off");
    };
    this.switch = el("label", { className: "predict", title: this.text.predict_hint }, this.box, " ", this.text.predict);
    this.score = el("span", { className: "score" });
    this.again = el("button", { type: "button", className: "again", onclick: () => this.reset() }, this.text.reset);
    this.body = el("div", { className: "question" });
    this.candidates = el("details", { className: "candidates" });
    this.result = el("div", { className: "tools result" }, this.score, this.again);
    this.node = panel(this.text.your_turn, "turn", null, this.body, this.result);
    this.node.hidden = !this.on;
    this.node.onkeydown = () => (this.byKeyboard = true);
    const { list } = stepper.words;
    list.onpointerdown = () => (this.byKeyboard = false);
    // Before the words' own keys, which mean something else.
    list.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.asking && this.key(event), true);
  }

  /** Whether the learner has to answer before the next step is shown. */
  get asking() {
    const { step, model } = this.stepper;
    return this.on && step < model.steps && !this.answers.bySteps.has(step);
  }

  /** @param {boolean} on */
  set(on) {
    if (on === this.on) return;
    this.on = this.box.checked = on;
    this.node.hidden = !on;
    if (this.stepper.playing) this.stepper.togglePlay();
    this.stepper.update();
  }

  reset() {
    this.answers.clear();
    this.stepper.update();
  }

  /** Called at every step, before anything is drawn that depends on it. */
  update() {
    const { node, words, step } = this.stepper;
    if (!this.on && !node.classList.contains("predicting")) return;
    const states = { predicting: this.on, asking: this.asking, answered: this.on && this.answers.bySteps.has(step) };
    for (const [name, is] of Object.entries(states)) node.classList.toggle(name, is);
    if (this.drawn !== step) this.hints = 0;
    this.drawn = step;
    this.unmark();
    words.list.toggleAttribute("tabindex", this.asking);
    if (this.asking) words.list.tabIndex = 0;
    words.list.ariaLabel = this.asking ? this.text.pick_label : null;
    if (this.on) this.draw();
    if (this.asking && this.byKeyboard && !this.focused()) words.list.focus({ preventScroll: true });
  }

  /** What of the stepper has the focus. @returns {any} */
  focused() {
    return /** @type {any} */ (this.node.getRootNode()).activeElement;
  }

  unmark() {
    this.picked = [];
    const marked = this.stepper.words.list.querySelectorAll(".picked, .hinted");
    for (const node of marked) node.classList.remove("picked", "hinted");
  }

  draw() {
    const { step, model, node } = this.stepper;
    const { asked, right, alone, streak } = this.answers.score();
    const { number } = this.stepper;
    this.score.textContent = asked ? this.text.score_line.replace("{right}", number(right)).replace("{n}", number(asked)).replace("{alone}", number(alone)).replace("{streak}", number(streak)) : "";
    this.result.hidden = this.answers.bySteps.size === 0;
    node.classList.toggle("bars-shown", this.hints === HINTS);
    const answer = this.answers.bySteps.get(step);
    if (step === model.steps) this.body.replaceChildren(el("p", {}, this.text.predict_over));
    else if (answer) this.body.replaceChildren(...this.reveal(answer), this.goOn());
    else this.body.replaceChildren(...this.question());
  }

  goOn() {
    return el("button", { type: "button", className: "go-on", onclick: () => this.stepper.go(this.stepper.step + 1) }, this.text.take_step);
  }

  question() {
    this.asked = el("p", { className: "asked", role: "status" }, fill(this.text.ask, { k: this.stepper.number(this.stepper.step + 1) }));
    this.hint = el("p", { className: "hint", role: "status" });
    this.hintButton = el("button", { type: "button", className: "hint-button", onclick: () => this.giveHint() });
    const show = el("button", { type: "button", onclick: () => this.answer([], "shown") }, this.text.show_me);
    this.listCandidates();
    this.drawHint();
    return [this.asked, el("p", { className: "more" }, this.text.ask_how), this.candidates, this.hint, el("div", { className: "choices" }, this.hintButton, show)];
  }

  listCandidates() {
    const found = this.candidatesNow().map(({ label, pick }) => el("button", { type: "button", onclick: () => this.check(pick) }, label));
    this.candidates.replaceChildren(el("summary", {}, this.text.candidates), el("div", { className: "choices" }, ...found));
  }

  giveHint() {
    this.hints = Math.min(this.hints + 1, HINTS);
    this.drawHint();
    this.stepper.node.classList.toggle("bars-shown", this.hints === HINTS);
  }

  drawHint() {
    this.hintButton.hidden = this.hints === HINTS;
    this.hintButton.textContent = this.text[`hint_${this.hints + 1}`] ?? "";
    this.hint.replaceChildren(this.hints ? this.hintText(this.hints) : "");
  }

  /** A token was clicked, or chosen with Enter. @param {HTMLElement} chip */
  pick(chip) {
    const before = this.picked[0];
    this.unpick();
    if (chip === before) return;
    const pair = before?.nextElementSibling === chip ? [before, chip] : chip.nextElementSibling === before ? [chip, before] : [chip];
    this.picked = pair;
    for (const node of pair) node.classList.add("picked");
    if (pair.length === 2) void this.check(pair.map((node) => Number(node.dataset.id)));
    else this.asked.replaceChildren(fill(this.text.picked_first, { token: this.stepper.chips.chip(Number(chip.dataset.id)) }));
  }

  unpick() {
    for (const node of this.picked) node.classList.remove("picked");
    this.picked = [];
  }

  /** @param {number[]} pick @param {string} outcome */
  answer(pick, outcome) {
    this.answers.add({ step: this.stepper.step, pick, outcome, hints: this.hints });
    this.stepper.update();
    if (this.byKeyboard) this.body.querySelector(".go-on")?.focus();
  }

  /** Arrow keys move over the tokens, Enter or Space picks one. @param {KeyboardEvent} event */
  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const chip = /** @type {any} */ (event.target).closest(".chip");
    const isPick = chip && (event.key === "Enter" || event.key === " ");
    const to = isPick ? chip : this.moveTo(event.key, chip);
    if (!to) return;
    event.preventDefault();
    event.stopPropagation(); // else the arrow would take a step
    this.byKeyboard = true;
    if (isPick) return this.pick(chip);
    to.tabIndex = -1;
    to.role = "button";
    to.focus();
  }

  /** The token that a key leads to. @param {string} key @param {any} chip that has the focus, if one has */
  moveTo(key, chip) {
    const all = [...this.stepper.words.list.querySelectorAll(".chip")];
    if (!chip) return /^Arrow/.test(key) ? all[0] : undefined;
    const place = all.indexOf(chip);
    const onwards = chip.parentElement.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
    if (key === "ArrowLeft" || key === "ArrowRight") return all[Math.max(0, place + (key === onwards ? 1 : -1))] ?? chip;
    const starts = all.filter((each) => !each.previousElementSibling);
    const word = starts.indexOf(chip.parentElement.querySelector(".chip"));
    if (key === "ArrowDown") return starts[word + 1] ?? chip;
    if (key === "ArrowUp") return starts[Math.max(0, word - 1)];
  }
}

/**
 * What the server works out about a place of the trace, asked once; nothing without a network.
 * @param {Stepper} stepper @param {Map<string, any>} known @param {string} place
 */
async function workedOut(stepper, known, place) {
  if (known.has(place)) return known.get(place);
  try {
    const answer = await fetch(`${appRoot()}trace/${stepper.model.walk.key}/${place}`);
    if (answer.ok) known.set(place, await answer.json());
  } catch {
    return undefined; // no network
  }
  return known.get(place);
}

/** Predicts which pair merges next. */
class PairPrediction extends Prediction {
  /** @type {Map<string, View>} what was asked of the server: the sums of pairs */
  sums = new Map();

  /** A pair merges: it is checked against the highest count, or score. @param {number[]} pick */
  async check([left, right]) {
    const { step, model } = this.stepper;
    const chosen = await this.sumOf(step, left, right);
    const view = model.views.get(step);
    if (!this.asking || step !== this.stepper.step || !view) return;
    if (!chosen) return void this.asked.replaceChildren(this.text.no_answer);
    const next = model.merge(step + 1);
    const isNext = left === next.left && right === next.right;
    this.answer([left, right], isNext ? "right" : amountOf(chosen, 0) === amountOf(view, 0) ? "tied" : "wrong");
  }

  /** The words that make a pair's sum, as a view in which it is the only pair. @param {number} step @param {number} left @param {number} right */
  sumOf(step, left, right) {
    return workedOut(this.stepper, this.sums, `sum/${step}/${left}/${right}`);
  }

  /** The most frequent pairs, in an order that says nothing. */
  candidatesNow() {
    const { model, step, chips } = this.stepper;
    const pairs = model.views.get(step)?.pairs ?? [];
    const found = [];
    for (let i = 0; i < pairs.length && found.length < MOST_CANDIDATES; i += 3) found.push(pairs.slice(i, i + 2));
    found.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    return found.map(([left, right]) => ({ label: chips.pair(left, right), pick: [left, right] }));
  }

  /** @param {number} grade */
  hintText(grade) {
    const { model, step, chips, why, number } = this.stepper;
    const view = model.views.get(step);
    const { left, right } = model.merge(step + 1);
    if (grade === 3) return fill(this.text.hint_bars, {});
    if (grade === 2) return fill(this.text.hint_first, { token: chips.pairOfChips(left, right)[0] });
    this.markWords(left, right);
    const words = el("span", { className: "addends" });
    view?.words.forEach(([word], i) => words.append(i ? this.text.comma : "", why.wordLabel(word)));
    const rest = view ? view.word_total - view.words.length : 0;
    if (rest > 0) words.append(this.text.comma, this.text.more_addends.replace("{n}", number(rest)));
    return fill(this.text.hint_words, { words });
  }

  /** @param {number} left @param {number} right */
  markWords(left, right) {
    const { model, step, words } = this.stepper;
    for (const { word, tokens } of words.places ?? []) {
      const ids = model.tokensAt(word, step).map(({ id }) => id);
      const has = ids.some((id, i) => id === left && ids[i + 1] === right);
      if (has) tokens.parentElement?.classList.add("hinted");
    }
  }

  /** What the answer was worth, with both sums. @param {Answer} answer @returns {(Node|string)[]} */
  reveal({ step, pick: [left, right], outcome }) {
    const { model, chips, amount, why } = this.stepper;
    const view = model.views.get(step);
    if (!view) return ["…"];
    const next = model.merge(step + 1);
    const reason = why.reason("coming", step + 1, view);
    const values = { winner: chips.pair(next.left, next.right), most: amount(amountOf(view, 0)) };
    if (outcome === "right" || outcome === "shown") return [this.verdict(outcome, values), reason];
    const chosen = this.sums.get(`sum/${step}/${left}/${right}`);
    if (!chosen) void this.sumOf(step, left, right).then((found) => found && this.stepper.step === step && this.draw());
    const known = { ...values, pair: chips.pair(left, right), count: chosen ? amount(amountOf(chosen, 0)) : "…" };
    return [this.verdict(outcome, known), chosen ? this.ownSum(left, right, chosen) : "", this.whatIf(left, right), reason];
  }

  /** A way to see what would follow from the learner's own pair. @param {number} left @param {number} right */
  whatIf(left, right) {
    const { step, chips, choose } = this.stepper;
    if (!choose) return "";
    return el("button", { type: "button", className: "other", onclick: () => choose([[step + 1, left, right]]) }, fill(this.text.what_if, { pair: chips.pair(left, right) }));
  }

  /** @param {string} outcome @param {Record<string, Node|string>} values */
  verdict(outcome, values) {
    return el("p", { className: `answer ${outcome}`, role: "status" }, fill(this.text[`answer_${outcome}`], values));
  }

  /** "Yours: h + u, hug 10 + hugs 5 = 15" @param {number} left @param {number} right @param {View} view */
  ownSum(left, right, view) {
    const { chips, why } = this.stepper;
    const title = fill(this.text.own_sum, { pair: chips.pair(left, right) });
    return el("div", { className: "reason" }, el("p", { className: "reason-title" }, title), why.sum(view, view.pairs[2]), why.score(view));
  }
}
