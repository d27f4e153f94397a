// The stepper: the controls, the sentence of the step, and the corpus as tokens.

const SPEEDS = [0.5, 1, 2, 4];
const SECONDS_A_STEP = 1.2;
/** More words than this are a long list. */
const LONG = 60;

/** Whether a key pressed there is meant for what stands there. @param {any} target */
function isTyping(target) {
  return Boolean(target?.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target?.tagName ?? "") || target?.closest?.('[role="combobox"], [role="listbox"], [role="slider"], [role="menu"], [role="tablist"], [role="radiogroup"]'));
}

/**
 * Something that is walked step by step: by its controls, by keys, and by itself. Who extends it
 * has `model.steps` and a `transport`, and draws itself in `arrive`.
 */
class Player {
  /** @param {number} step where it starts */
  constructor(step) {
    this.step = step;
    this.speed = 1;
    this.playing = false;
  }

  /** @param {number} step */
  go(step) {
    const to = Math.max(0, Math.min(this.model.steps, step));
    if (to === this.model.steps && this.playing) this.togglePlay();
    if (to === this.step) return;
    this.step = to;
    this.arrive();
  }

  togglePlay() {
    this.playing = !this.playing;
    if (this.playing && this.step === this.model.steps) this.go(0);
    this.tick();
    this.transport.update(this);
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.speed = speed;
    this.tick();
  }

  tick() {
    clearInterval(this.ticking);
    if (this.playing) this.ticking = setInterval(() => this.go(this.step + 1), (1000 * SECONDS_A_STEP) / this.speed);
  }

  /** Whether keys are meant for something else now. */
  isBusy() {
    return false;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || this.isBusy()) return;
    const target = /** @type {any} */ (event.composedPath()[0]);
    if (isTyping(target) && target !== this.transport.scrubber) return;
    if (event.key === " " && /^(BUTTON|A|SUMMARY)$/.test(target.tagName ?? "")) return; // Space presses what has the focus
    const act = this.actions()[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  /** @returns {Record<string, () => void>} */
  actions() {
    const back = () => this.go(this.step - 1);
    const next = () => this.go(this.step + 1);
    return {
      ArrowLeft: back, PageUp: back, ArrowRight: next, PageDown: next,
      Home: () => this.go(0), End: () => this.go(this.model.steps), " ": () => this.togglePlay(),
    };
  }

  stop() {
    clearInterval(this.ticking);
  }
}

/** @param {string} title @param {string} name @param {Node|null} tools beside the title @param {...(Node|string|null)} children */
function panel(title, name, tools, ...children) {
  const heading = el("header", {}, el("h3", { id: `heading-${name}` }, title), tools);
  return el("section", { className: `panel ${name}`, "aria-labelledby": `heading-${name}` }, heading, ...children);
}

/** First, back, play, next, last; the scrubber; the step to type into; the speed. */
class Transport {
  /** @param {Stepper} stepper */
  constructor(stepper) {
    const { text } = stepper.model.walk;
    const steps = stepper.model.steps;
    this.text = text;
    const button = (/** @type {string} */ name, /** @type {string} */ sign, /** @type {() => void} */ act) =>
      el("button", { type: "button", className: name, ariaLabel: text[name], title: text[`${name}_hint`], onclick: act }, sign);
    this.first = button("first", "⏮\ufe0e", () => stepper.go(0));
    this.previous = button("previous", "◀\ufe0e", () => stepper.go(stepper.step - 1));
    this.play = button("play", "▶\ufe0e", () => stepper.togglePlay());
    this.next = button("next", text.next, () => stepper.go(stepper.step + 1));
    this.last = button("last", "⏭\ufe0e", () => stepper.go(steps));
    this.number = el("input", { type: "text", inputMode: "numeric", className: "number", ariaLabel: text.step_number });
    this.number.onchange = () => this.jump(stepper);
    this.scrubber = el("input", { type: "range", min: "0", max: String(steps), step: "1", className: "scrubber", ariaLabel: text.scrubber });
    this.scrubber.oninput = () => stepper.go(Number(this.scrubber.value));
    this.speed = el("select", { className: "speed", ariaLabel: text.speed }, ...SPEEDS.map((x) => el("option", { value: String(x) }, `${x}×`)));
    this.speed.value = "1";
    this.speed.onchange = () => stepper.setSpeed(Number(this.speed.value));
    this.node = el(
      "div", { className: "transport", role: "group", ariaLabel: text.transport },
      el("div", { className: "buttons" }, this.first, this.previous, this.play, this.next, this.last),
      el("label", { className: "jump" }, fill(text.step_of, { k: this.number, n: stepper.number(steps) })),
      this.scrubber, this.speed,
    );
  }

  /** @param {Stepper} stepper */
  jump(stepper) {
    const asked = this.number.value.replace(/[\s,]/g, "");
    if (/^\d+$/.test(asked)) stepper.go(Number(asked));
    this.number.value = String(stepper.step);
  }

  /** @param {Stepper} stepper */
  update(stepper) {
    const { step, model, playing } = stepper;
    this.number.value = String(step);
    this.scrubber.value = String(step);
    this.scrubber.disabled = model.steps === 0;
    this.first.disabled = this.previous.disabled = step === 0;
    this.next.disabled = this.last.disabled = step === model.steps;
    this.play.disabled = model.steps === 0;
    this.play.textContent = playing ? "⏸\ufe0e" : "▶\ufe0e";
    this.play.ariaLabel = playing ? this.text.pause : this.text.play;
  }
}

/** "Step 3 of 10: es + t → est, 9 times", for eyes and for screen readers. */
class Headline {
  constructor() {
    this.node = el("p", { className: "headline", role: "status", "aria-live": "polite" });
  }

  /** @param {Stepper} stepper */
  update(stepper) {
    const { step, model, chips } = stepper;
    const { text } = model.walk;
    const n = stepper.number(model.steps);
    if (step === 0) {
      this.node.replaceChildren(fill(model.steps ? text.status_start : text.status_nothing, { n }));
      return;
    }
    const { left, right, token, count } = model.merge(step);
    const template = count === 1 ? text.status_once : text.status;
    const [first, second] = chips.pairOfChips(left, right);
    const values = { k: stepper.number(step), n, left: first, right: second, token: chips.chip(token), count: el("strong", {}, stepper.amount(model.amountOfMerge(step))) };
    this.node.replaceChildren(fill(template, values));
  }
}

/** The corpus as words with their counts, or as running text. */
class Words {
  /** @param {Stepper} stepper */
  constructor(stepper) {
    const { walk } = stepper.model;
    const { text } = walk;
    this.stepper = stepper;
    this.running = false;
    /** @type {Element[]} */
    this.ringed = [];
    this.list = el("div", { className: "words" + (walk.shown <= 12 ? " large" : "") });
    this.list.onclick = (/** @type {any} */ event) => this.openToken(event);
    this.ids = el("input", { type: "checkbox" });
    this.ids.onchange = () => this.list.classList.toggle("show-ids", this.ids.checked);
    this.tabs = walk.running.length ? this.makeTabs(text) : null;
    this.more = el("p", { className: "more" });
    const legend = el("p", { className: "more" }, ...markerLegend(stepper.model.marker, text));
    this.tools = el("div", { className: "tools" }, this.tabs, el("label", {}, this.ids, " ", text.ids));
    this.node = panel(text.words_title, "corpus", this.tools, this.list, this.more, legend);
    this.build();
  }

  /** @param {Record<string, string>} text */
  makeTabs(text) {
    const choose = (/** @type {boolean} */ running) => {
      this.running = running;
      asWords.ariaPressed = String(!running);
      asText.ariaPressed = String(running);
      this.build();
      this.update(true);
    };
    const asWords = el("button", { type: "button", ariaPressed: "true", onclick: () => choose(false) }, text.as_words);
    const asText = el("button", { type: "button", ariaPressed: "false", onclick: () => choose(true) }, text.as_text);
    return el("div", { className: "tabs", role: "group", ariaLabel: text.words_title }, asWords, asText);
  }

  /** Makes one empty element for each word that is shown. */
  build() {
    const { walk } = this.stepper.model;
    const { text } = walk;
    const shown = this.running ? walk.running : Array.from({ length: walk.shown }, (_, i) => i);
    /** @type {{word: number, ids: number[], tokens: HTMLElement}[]} */
    this.places = shown.map((word) => ({ word, ids: [], tokens: el("span", { className: "tokens", dir: this.stepper.model.isRightToLeft(word) ? "rtl" : "ltr" }) }));
    this.list.classList.toggle("running", this.running);
    this.list.classList.toggle("long", shown.length > LONG);
    const gap = this.running ? walk.joiner : "";
    const nodes = this.places.flatMap(({ word, tokens }) => {
      const count = this.running ? null : el("span", { className: "count" }, `×${this.stepper.number(walk.word_counts[word])}`);
      return [this.wordNode(tokens, count), gap];
    });
    this.list.replaceChildren(...nodes);
    const hidden = walk.word_total - walk.shown;
    const more = hidden > 0 ? fill(text.more_words, { shown: this.stepper.number(walk.shown), total: this.stepper.number(walk.word_total) }) : "";
    this.more.replaceChildren(this.running ? (walk.running_more ? text.more_text : "") : more);
    /** @type {Map<number, number[]>} */
    this.placesOf = new Map();
    this.places.forEach(({ word }, i) => this.placesOf.set(word, [...(this.placesOf.get(word) ?? []), i]));
    this.drawn = -1;
  }

  /** @param {...(Node|null)} children @returns {HTMLElement} */
  wordNode(...children) {
    return el("span", { className: "word" }, ...children);
  }

  /** @param {boolean} [whole] */
  update(whole = false) {
    const { step, model } = this.stepper;
    const from = this.drawn;
    this.drawn = step;
    for (const node of this.fresh ?? []) node.classList.remove("new", "joining");
    /** @type {HTMLElement[]} */
    this.fresh = [];
    if (whole || from < 0 || Math.abs(step - from) > 1) {
      this.places?.forEach((_, i) => this.drawPlace(i));
    } else {
      const changed = model.changedWords.get(Math.max(step, from)) ?? [];
      for (const word of changed) for (const i of this.placesOf?.get(word) ?? []) this.drawPlace(i);
    }
    if (step !== from + 1) for (const node of this.fresh) node.classList.remove("joining");
    this.showChange();
  }

  /** Scrolls the list, and nothing else, to the first token that is new; once a frame is enough. */
  showChange() {
    this.showing ||= requestAnimationFrame(() => {
      this.showing = 0;
      const chip = this.fresh?.[0];
      if (!chip?.isConnected) return;
      const [box, place] = [this.list.getBoundingClientRect(), chip.getBoundingClientRect()];
      if (place.top < box.top || place.bottom > box.bottom) this.list.scrollTop += place.top - box.top - box.height / 3;
    });
  }

  /** @param {number} i */
  drawPlace(i) {
    const { step, model, chips } = this.stepper;
    const place = /** @type {any} */ (this.places)[i];
    const { word, tokens } = place;
    const characters = model.walk.unit === "byte" ? model.spelledWord(word).characters : undefined;
    const found = model.tokensAt(word, step);
    place.ids = found.map((token) => token.id);
    const nodes = found.map((token) => {
      const isNew = token.made === step && step > 0;
      const chip = chips.chip(token.id, { characters, start: token.start, end: token.end });
      if (isNew) this.splitForJoining(chip, token);
      return chip;
    });
    tokens.replaceChildren(...nodes, model.isCut(word) ? el("span", { className: "cut" }, "…") : "");
  }

  /** A token that has just been made: its two parts, which the stylesheet moves together. @param {HTMLElement} chip @param {any} token */
  splitForJoining(chip, token) {
    const { left, right } = this.stepper.model.merge(token.made);
    const whole = chip.textContent ?? "";
    const first = this.stepper.chips.plain(left);
    // What cannot be drawn apart is shown at once: parts of characters, marks, shortened tokens.
    const apart = this.isWhole(left, right) && whole.startsWith(first) && /^[^\p{M}…]*$/u.test(whole);
    const half = (/** @type {(Node|string)[]} */ ...label) => el("span", { className: "half" }, ...label);
    const second = this.stepper.model.markerOf(right) ? this.stepper.chips.label(right, {}) : [whole.slice(first.length)];
    if (apart) chip.replaceChildren(half(first), half(...second));
    chip.classList.add("new", "joining");
    /** @type {HTMLElement[]} */ (this.fresh).push(chip);
  }

  /** Whether both parts are whole characters, so that they can be drawn apart. @param {number} left @param {number} right */
  isWhole(left, right) {
    return [left, right].every((id) => {
      const spelled = this.stepper.model.spell(id);
      return typeof spelled === "string" || charactersOf(spelled).every((place) => place.char);
    });
  }

  /** Rings a pair wherever it stands; without a pair, the one that comes next. @param {number} [left] @param {number} [right] */
  ring(left, right) {
    for (const node of this.ringed) node.classList.remove("ring-left", "ring-right", "coming");
    this.ringed = [];
    if (left === undefined || right === undefined) return this.ringNext();
    this.ringPair(left, right, false);
  }

  /** At rest the pair that will merge next is ringed, with dashes. */
  ringNext() {
    const { step, model } = this.stepper;
    if (!model.walk.left || step >= model.steps || this.stepper.prediction.asking) return;
    const { left, right } = model.merge(step + 1);
    this.ringPair(left, right, true);
  }

  /** @param {number} left @param {number} right @param {boolean} coming */
  ringPair(left, right, coming) {
    for (const { ids, tokens } of this.places ?? []) {
      for (let i = ids.indexOf(left); i >= 0; i = ids.indexOf(left, i + 1)) {
        if (ids[i + 1] !== right) continue;
        const [first, second] = [tokens.children[i], tokens.children[i + 1]];
        first.classList.add("ring-left");
        second.classList.add("ring-right");
        for (const chip of [first, second]) {
          chip.classList.toggle("coming", coming);
          this.ringed.push(chip);
        }
      }
    }
  }

  /** @param {any} event */
  openToken(event) {
    const chip = event.target.closest?.(".chip");
    if (!chip) return;
    if (this.stepper.prediction.asking) this.stepper.prediction.pick(chip);
    else this.stepper.tree.open(Number(chip.dataset.id));
  }
}
