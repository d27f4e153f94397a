// @ts-check
/**
 * The stepper: walks one training, a merge at a time, without asking the server.
 *
 * Python sends the walk once: the merges, and for each word one number for each gap between its
 * base tokens, the step that closed the gap. A word at step k is its base tokens joined over the
 * gaps closed by step k, so any step is one pass over the word, forwards and backwards alike.
 * What cannot be derived from that (how often each pair stands, which words make a sum) comes in
 * pieces of a few dozen steps, fetched ahead of need.
 *
 * Throughout this file: a *token id* counts special tokens, base tokens and merges, in this
 * order; a *view* is what is to be seen at one step; *walk* is what Python sent.
 *
 * Text of the corpus is only ever placed with textContent.
 */

/**
 * @typedef {{
 *   pairs: number[], pair_total: number, tie_total: number,
 *   words: [string, number, number][], word_total: number,
 *   changes: number[], new_total: number, fell_total: number, gone_total: number,
 *   dropped: number[], token_counts?: number[], bpe?: number[]
 * }} View  pairs: left, right, count, left, …; changes: left, right, before, after, left, …;
 *   with scores also token_counts: of the left token, of the right one, of the next pair's left, …;
 *   and what BPE would merge: left, right, count, and how often its two tokens stand
 *
 * @typedef {{
 *   key: string, step: number, algorithm: string, unit: string, marker: number, prefix: string,
 *   specials: string[], base: (string|number)[],
 *   left: number[], right: number[], count: number[], left_count?: number[], right_count?: number[],
 *   token_counts: number[], dropped_at: number[],
 *   words: number[][], closed: number[][], word_counts: number[], shown: number,
 *   word_total: number, running: number[], running_more: boolean, joiner: string,
 *   stopped: string, tie_rule: string,
 *   piece_size: number, pieces: Record<string, View[]>, text: Record<string, string>, lang: string
 * }} Walk
 *
 * @typedef {{node: HTMLElement, bar: HTMLElement, value: HTMLElement, mark: HTMLElement}} BarRow
 */

const SPEEDS = [0.5, 1, 2, 4];
const SECONDS_A_STEP = 1.2;
const REPORT_AFTER_MS = 300;
const LONGEST_CHIP = 48; // characters of one token that are shown
const ROW_HEIGHT = 34; // pixels; the same figure is --row in the stylesheet
const TREE_NODES = 160;
const SUM_BYTES = 160; // of UTF-8 in a sum's words that are shown, but at least three words

// ---------------------------------------------------------------- small DOM helpers

/**
 * An element with properties and children; strings become text nodes, never markup.
 * @param {string} tag
 * @param {Record<string, any>} [props]
 * @param {...(Node|string|null|undefined)} children
 * @returns {any}
 */
function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name in node) /** @type {any} */ (node)[name] = value;
    else node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/**
 * A translated template with nodes in its places: fill("{a} of {b}", {a: chip, b: "3"}).
 * @param {string} template
 * @param {Record<string, Node|string|number>} values
 */
function fill(template, values) {
  const out = document.createDocumentFragment();
  for (const part of template.split(/(\{\w+\})/)) {
    const name = part.startsWith("{") ? part.slice(1, -1) : "";
    const value = name in values ? values[name] : part;
    out.append(value instanceof Node ? value : String(value));
  }
  return out;
}

// ---------------------------------------------------------------- how characters are shown

const NAMED = new Map([[" ", "␣"], ["\n", "↵"], ["\t", "⇥"], ["\r", "␍"], ["\u3000", "␣"]]);
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Zs}]/u;
const EMOJI_JOINT = /^[\u200d\ufe0f\u{1f3fb}-\u{1f3ff}\u{e0020}-\u{e007f}]$/u;

/**
 * A string with nothing unseen in it: a space as ␣, a control or direction mark as its code
 * point, a combining mark that opens the token on a dotted circle. Joiners inside an emoji stay.
 * @param {string} text
 */
function visible(text) {
  const points = [...text];
  let out = "";
  points.forEach((point, i) => {
    const named = NAMED.get(point);
    if (named) out += named;
    else if (EMOJI_JOINT.test(point) && i > 0 && /\p{Extended_Pictographic}|\ufe0f/u.test(points[i - 1])) out += point;
    else if (UNSEEN.test(point)) out += codePoint(point);
    else if (i === 0 && /\p{M}/u.test(point)) out += "◌" + point;
    else out += point;
  });
  return out;
}

/** @param {string} point */
function codePoint(point) {
  return "⟨U+" + /** @type {number} */ (point.codePointAt(0)).toString(16).toUpperCase().padStart(4, "0") + "⟩";
}

/** @param {number} byte */
const hex = (byte) => byte.toString(16).toUpperCase().padStart(2, "0");

/** Bytes that a UTF-8 sequence has, by its first byte; 0 for a byte that opens none. @param {number} lead */
function sequenceLength(lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead < 0xe0) return 2;
  if (lead >= 0xe0 && lead < 0xf0) return 3;
  if (lead >= 0xf0 && lead < 0xf5) return 4;
  return 0;
}

/**
 * For each byte, the character that it is part of, which byte of it, and how many it has.
 * @param {number[]} bytes
 * @returns {{char: string, nth: number, of: number}[]} char is "" where the bytes spell none
 */
function charactersOf(bytes) {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const out = [];
  for (let i = 0; i < bytes.length; ) {
    const length = sequenceLength(bytes[i]);
    let char = "";
    try {
      if (length && i + length <= bytes.length) char = decoder.decode(new Uint8Array(bytes.slice(i, i + length)));
    } catch {
      char = "";
    }
    const of = char ? length : 1;
    for (let nth = 1; nth <= of; nth++) out.push({ char, nth, of: char ? of : 0 });
    i += of;
  }
  return out;
}

// ---------------------------------------------------------------- the walk: what Python sent

class Model {
  /** @param {Walk} walk */
  constructor(walk) {
    this.walk = walk;
    this.steps = walk.left.length;
    this.firstMerge = walk.specials.length + walk.base.length;
    this.size = this.firstMerge + this.steps;
    /** @type {Map<number, View>} */
    this.views = new Map();
    /** @type {Map<number, number[]|string>} */
    this.spelled = new Map();
    /** @type {Map<number, {spelled: number[], characters: {char: string, nth: number, of: number}[]}>} */
    this.spelledWords = new Map();
    /** @type {Map<number, Set<number>>} step → the words that it changes */
    this.changedWords = new Map();
    walk.closed.forEach((gaps, word) => {
      for (const step of gaps) {
        if (!step) continue;
        if (!this.changedWords.has(step)) this.changedWords.set(step, new Set());
        /** @type {Set<number>} */ (this.changedWords.get(step)).add(word);
      }
    });
    for (const [piece, views] of Object.entries(walk.pieces)) this.addPiece(Number(piece), views);
  }

  /** @param {number} piece @param {View[]} views */
  addPiece(piece, views) {
    views.forEach((view, i) => this.views.set(piece * this.walk.piece_size + i, view));
  }

  /** @param {number} step */
  pieceOf(step) {
    return Math.floor(step / this.walk.piece_size);
  }

  /** @param {number} id */
  isMerge(id) {
    return id >= this.firstMerge;
  }

  /** The step that made a token; 0 for special and base tokens. @param {number} id */
  stepOf(id) {
    return this.isMerge(id) ? id - this.firstMerge + 1 : 0;
  }

  /** @param {number} step */
  merge(step) {
    const i = step - 1;
    return { left: this.walk.left[i], right: this.walk.right[i], count: this.walk.count[i], token: this.firstMerge + i };
  }

  /** What made a merge win: its count, or its score. @param {number} step */
  amountOfMerge(step) {
    const { count, left_count, right_count } = this.walk;
    const i = step - 1;
    return left_count && right_count ? count[i] / (left_count[i] * right_count[i]) : count[i];
  }

  /** A token's text, or its bytes. @param {number} id @returns {string|number[]} */
  spell(id) {
    const known = this.spelled.get(id);
    if (known !== undefined) return known;
    const { specials, base } = this.walk;
    /** @type {any} */
    let out;
    if (id < specials.length) out = specials[id];
    else if (!this.isMerge(id)) {
      const token = base[id - specials.length];
      out = typeof token === "number" ? [token] : token;
    } else out = this.spellMerge(id);
    this.spelled.set(id, out);
    return out;
  }

  /** @param {number} id */
  spellMerge(id) {
    const { left, right } = this.merge(this.stepOf(id));
    const [a, b] = [this.spell(left), this.spell(right)];
    if (typeof a === "string" && typeof b === "string") return a + b.slice(this.walk.prefix.length);
    const encoder = new TextEncoder();
    const bytes = (/** @type {any} */ x) => (typeof x === "string" ? [...encoder.encode(x)] : x);
    return [...bytes(a), ...bytes(b)];
  }

  /**
   * A word at a step: its tokens, and where in the word's base tokens each starts.
   * @param {number} word @param {number} step
   * @returns {{id: number, start: number, end: number, made: number}[]} made: the step that closed its last gap
   */
  tokensAt(word, step) {
    const units = this.walk.words[word];
    const closed = this.walk.closed[word];
    const out = [];
    let start = 0;
    let made = 0;
    for (let i = 0; i < units.length; i++) {
      const gap = i < closed.length ? closed[i] : 0;
      if (gap && gap <= step) {
        made = Math.max(made, gap);
        continue; // the next unit belongs to the same token
      }
      out.push({ id: made ? this.firstMerge + made - 1 : units[start], start, end: i + 1, made });
      start = i + 1;
      made = 0;
    }
    return out; // a token that a shortened word cuts is left out
  }

  /** The bytes of a word, and the character that each is part of. @param {number} word */
  spelledWord(word) {
    let known = this.spelledWords.get(word);
    if (!known) {
      const spelled = /** @type {number[]} */ (this.walk.words[word].flatMap((id) => (id === this.walk.marker ? [] : this.spell(id))));
      this.spelledWords.set(word, (known = { spelled, characters: charactersOf(spelled) }));
    }
    return known;
  }

  /**
   * Where a run of bytes stands first in the words: the character that each byte is part of.
   * `alike` says whether it is the same wherever the run stands.
   * @param {number[]} bytes
   * @returns {{places: {char: string, nth: number, of: number}[], alike: boolean}|undefined}
   */
  home(bytes) {
    let first;
    for (let word = 0; word < this.walk.words.length; word++) {
      const { spelled, characters } = this.spelledWord(word);
      for (let i = 0; i + bytes.length <= spelled.length; i++) {
        if (!bytes.every((byte, j) => spelled[i + j] === byte)) continue;
        const places = characters.slice(i, i + bytes.length);
        if (first && JSON.stringify(first) !== JSON.stringify(places)) return { places: first, alike: false };
        first = places;
      }
    }
    return first && { places: first, alike: true };
  }

  /** Ids of the vocabulary at a step. @param {number} step @param {boolean} onlyInUse */
  vocabularyAt(step, onlyInUse) {
    const out = [];
    const end = this.firstMerge + step;
    for (let id = 0; id < end; id++) if (!onlyInUse || this.inUse(id, step)) out.push(id);
    return out;
  }

  /** @param {number} id @param {number} step */
  inUse(id, step) {
    const dropped = this.walk.dropped_at[id]; // -1: never dropped, 0: never in use
    return dropped < 0 || dropped > step;
  }
}

/** What a pair goes by: its count, or its score. @param {View} view @param {number} rank of the pair */
function amountOf(view, rank) {
  const count = view.pairs[3 * rank + 2];
  const tokens = view.token_counts;
  return tokens ? count / (tokens[2 * rank] * tokens[2 * rank + 1]) : count;
}

// ---------------------------------------------------------------- tokens as chips

class Chips {
  /** @param {Model} model */
  constructor(model) {
    this.model = model;
    this.text = model.walk.text;
    /** @type {Map<number, Node[]>} */
    this.labels = new Map();
    /** @type {Map<string, {char: string, nth: number, of: number}[]>} */
    this.pairs = new Map();
  }

  /**
   * A token as a chip. Tokens that are part of a character say which bytes of which character.
   * @param {number} id
   * @param {{characters?: {char: string, nth: number, of: number}[], start?: number, end?: number}} [place]
   * @returns {HTMLElement}
   */
  chip(id, place = {}) {
    const merged = this.model.stepOf(id);
    const chip = el("bdi", { className: "chip" + (merged ? " merged" : ""), "data-id": id });
    if (merged) chip.style.setProperty("--hue", `var(--token-${merged % 7})`);
    if (id < this.model.walk.specials.length) chip.classList.add("special");
    chip.append(...this.label(id, place));
    return chip;
  }

  /** @param {number} id @param {any} place @returns {Node[]} */
  label(id, place) {
    const spelled = this.model.spell(id);
    if (typeof spelled === "string") return [document.createTextNode(this.shorten(visible(spelled)))];
    const inWord = place.characters?.slice(place.start, place.end);
    if (inWord?.length === spelled.length) return this.byteLabel(spelled, inWord);
    let known = this.labels.get(id);
    if (!known) this.labels.set(id, (known = this.byteLabel(spelled, this.withHome(spelled))));
    return known.map((node) => node.cloneNode(true));
  }

  /** The characters of bytes that stand alone; partial ones borrow theirs from the corpus. @param {number[]} bytes */
  withHome(bytes) {
    const places = charactersOf(bytes);
    if (places.every((place) => place.char)) return places;
    const home = this.model.home(bytes);
    if (!home) return places;
    if (home.alike) return home.places;
    // Several characters share these bytes: one of them, and that there are more.
    return home.places.map((place, i) => (places[i].char ? places[i] : { ...place, char: place.char && place.char + "…" }));
  }

  /**
   * Bytes as whole characters where they are whole, else as "哈 1/3" with the byte in hex.
   * @param {number[]} bytes @param {{char: string, nth: number, of: number}[]} places
   * @returns {Node[]}
   */
  byteLabel(bytes, places) {
    /** @type {Node[]} */
    const out = [];
    let whole = "";
    const flush = () => {
      if (whole) out.push(document.createTextNode(this.shorten(visible(whole))));
      whole = "";
    };
    for (let i = 0; i < bytes.length; ) {
      const { char, nth, of } = places[i];
      let end = i + 1;
      while (char && end < bytes.length && places[end].char === char && places[end].nth === nth + end - i) end++;
      if (char && nth === 1 && end - i === of) whole += char;
      else {
        flush();
        out.push(this.part(bytes.slice(i, end), char, nth, of));
      }
      i = end;
    }
    flush();
    return out;
  }

  /** @param {number[]} bytes @param {string} char @param {number} nth @param {number} of */
  part(bytes, char, nth, of) {
    const last = nth + bytes.length - 1;
    const which = nth === last ? `${nth}/${of}` : `${nth}–${last}/${of}`;
    return el("span", { className: "part" }, char ? el("span", {}, `${visible(char)} ${which}`) : null, el("small", {}, bytes.map(hex).join(" ")));
  }

  /** @param {string} text */
  shorten(text) {
    const points = [...text];
    if (points.length <= LONGEST_CHIP) return text;
    const shown = LONGEST_CHIP - 12;
    return points.slice(0, shown).join("") + "…" + points.slice(-4).join("") + ` (${points.length})`;
  }

  /** "l + r" @param {number} left @param {number} right */
  pair(left, right) {
    const [first, second] = this.pairOfChips(left, right);
    return el("span", { className: "pair" }, first, el("span", { className: "plus" }, "+"), second);
  }

  /** Two neighbours; bytes that are one character only together say so. @param {number} left @param {number} right */
  pairOfChips(left, right) {
    const [a, b] = [this.model.spell(left), this.model.spell(right)];
    let place = {};
    if (typeof a !== "string" && typeof b !== "string") place = { characters: this.pairCharacters(left, right, [...a, ...b]), start: 0, end: a.length };
    const second = { ...place, start: a.length, end: a.length + b.length };
    return [this.chip(left, place), this.chip(right, second)];
  }

  /** @param {number} left @param {number} right @param {number[]} bytes */
  pairCharacters(left, right, bytes) {
    const key = `${left} ${right}`;
    let known = this.pairs.get(key);
    if (!known) this.pairs.set(key, (known = this.withHome(bytes)));
    return known;
  }

  /** A token as plain text, for accessible names. @param {number} id */
  plain(id) {
    return /** @type {string} */ (this.chip(id).textContent);
  }
}

// ---------------------------------------------------------------- a list of thousands of rows

/**
 * Draws only the rows that can be seen. Where it is scrolled to is remembered rather than asked:
 * asking makes the browser lay the whole page out at every step.
 */
class LongList {
  /** @param {string} label @param {(index: number) => HTMLElement} drawRow */
  constructor(label, drawRow) {
    this.drawRow = drawRow;
    this.length = 0;
    this.top = 0;
    this.height = 10 * ROW_HEIGHT;
    this.rows = el("div", { className: "rows" });
    this.space = el("div", { className: "space" }, this.rows);
    this.node = el("div", { className: "long-list", role: "group", ariaLabel: label, tabIndex: 0 }, this.space);
    this.node.onscroll = () => {
      if (this.node.scrollTop === this.top) return; // our own scrolling
      this.top = this.node.scrollTop;
      this.draw();
    };
    new ResizeObserver(([entry]) => (this.height = entry.contentRect.height)).observe(this.node);
  }

  /** @param {number} length @param {number} [reveal] index of the row to bring into view */
  update(length, reveal) {
    if (length !== this.length) this.space.style.height = `${length * ROW_HEIGHT}px`;
    this.length = length;
    if (reveal !== undefined && reveal >= 0) this.reveal(reveal * ROW_HEIGHT);
    // Once a frame is enough, however fast the clicks come.
    this.drawing ||= requestAnimationFrame(() => {
      this.drawing = 0;
      this.draw();
      this.node.scrollTop = this.top;
    });
  }

  /** @param {number} top of the row, in pixels */
  reveal(top) {
    if (top >= this.top && top + ROW_HEIGHT <= this.top + this.height) return;
    this.top = Math.max(0, Math.min(top - this.height + 2 * ROW_HEIGHT, this.length * ROW_HEIGHT - this.height));
  }

  draw() {
    const first = Math.max(0, Math.floor(this.top / ROW_HEIGHT) - 1);
    const last = Math.min(this.length, first + Math.ceil(this.height / ROW_HEIGHT) + 3);
    const rows = [];
    for (let i = first; i < last; i++) rows.push(this.drawRow(i));
    this.rows.style.transform = `translateY(${first * ROW_HEIGHT}px)`;
    this.rows.replaceChildren(...rows);
  }
}

// ---------------------------------------------------------------- panels: each draws one thing

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
    const asked = Number(this.number.value.replace(/[\s,]/g, ""));
    if (Number.isFinite(asked)) stepper.go(Math.round(asked));
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
    this.node = panel(text.words_title, "corpus", el("div", { className: "tools" }, this.tabs, el("label", {}, this.ids, " ", text.ids)), this.list, this.more);
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
    /** @type {{word: number, tokens: HTMLElement}[]} */
    this.places = shown.map((word) => ({ word, tokens: el("span", { className: "tokens", dir: "auto" }) }));
    this.list.classList.toggle("running", this.running);
    const gap = this.running ? walk.joiner : "";
    const nodes = this.places.flatMap(({ word, tokens }) => {
      const count = this.running ? null : el("span", { className: "count" }, `×${this.stepper.number(walk.word_counts[word])}`);
      return [el("span", { className: "word" }, tokens, count), gap];
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
  }

  /** @param {number} i */
  drawPlace(i) {
    const { step, model, chips } = this.stepper;
    const { word, tokens } = /** @type {any} */ (this.places)[i];
    const characters = model.walk.unit === "byte" ? model.spelledWord(word).characters : undefined;
    const nodes = model.tokensAt(word, step).map((token) => {
      const isNew = token.made === step && step > 0;
      const chip = chips.chip(token.id, { characters, start: token.start, end: token.end });
      if (isNew) this.splitForJoining(chip, token);
      return chip;
    });
    const cut = model.walk.words[word].length === model.walk.closed[word].length; // Python cut a long word
    tokens.replaceChildren(...nodes, cut ? el("span", { className: "cut" }, "…") : "");
  }

  /** A token that has just been made: its two parts, which the stylesheet moves together. @param {HTMLElement} chip @param {any} token */
  splitForJoining(chip, token) {
    const { left, right } = this.stepper.model.merge(token.made);
    const whole = chip.textContent ?? "";
    const first = this.stepper.chips.plain(left);
    // What cannot be drawn apart is shown at once: parts of characters, marks, shortened tokens.
    const apart = this.isWhole(left, right) && whole.startsWith(first) && /^[^\p{M}…]*$/u.test(whole);
    const half = (/** @type {string} */ text) => el("span", { className: "half" }, text);
    if (apart) chip.replaceChildren(half(first), half(whole.slice(first.length)));
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

  /** Rings a pair wherever it stands; without a pair, clears the rings. @param {number} [left] @param {number} [right] */
  ring(left, right) {
    for (const node of this.ringed) node.classList.remove("ring-left", "ring-right");
    this.ringed = [];
    if (left === undefined) return;
    for (const { tokens } of this.places ?? []) {
      const chips = tokens.children;
      for (let i = 0; i + 1 < chips.length; i++) {
        if (chips[i].dataset.id !== String(left) || chips[i + 1].dataset.id !== String(right)) continue;
        chips[i].classList.add("ring-left");
        chips[i + 1].classList.add("ring-right");
        this.ringed.push(chips[i], chips[i + 1]);
      }
    }
  }

  /** @param {any} event */
  openToken(event) {
    const chip = event.target.closest?.(".chip");
    if (chip) this.stepper.tree.open(Number(chip.dataset.id));
  }
}

/** How often each pair stands now, most frequent first; the next winner and its ties marked. */
class Pairs {
  /** @param {Stepper} stepper */
  constructor(stepper) {
    this.stepper = stepper;
    const { text } = stepper.model.walk;
    this.list = el("ol", { className: "bars" });
    this.more = el("p", { className: "more" });
    this.node = panel(text.pairs_title, "pairs", null, el("p", { className: "legend" }, text.pairs_legend), this.list, this.more);
    /** @type {Map<string, BarRow>} the rows that are shown, by pair */
    this.rows = new Map();
  }

  /** @param {View|undefined} view */
  update(view) {
    const { text } = this.stepper.model.walk;
    this.node.classList.toggle("loading", !view);
    if (!view) return;
    const n = view.pairs.length / 3;
    const before = this.rows;
    this.rows = new Map();
    for (let rank = 0; rank < n; rank++) {
      const [left, right] = view.pairs.slice(3 * rank, 3 * rank + 2);
      const key = `${left} ${right}`;
      const row = before.get(key) ?? this.makeRow(left, right); // a pair that stays keeps its row
      this.updateRow(row, amountOf(view, rank), amountOf(view, 0), this.markOf(rank, view));
      this.rows.set(key, row);
    }
    this.arrange(before);
    const rest = view.pair_total - n;
    this.more.textContent = n === 0 ? text.no_pairs : rest > 0 ? text.more_pairs.replace("{n}", this.stepper.number(rest)) : "";
  }

  /** Puts the rows in order and moves none that is where it belongs. @param {Map<string, BarRow>} before */
  arrange(before) {
    for (const [key, row] of before) if (!this.rows.has(key)) row.node.remove();
    let place = this.list.firstChild;
    for (const { node } of this.rows.values()) {
      if (node === place) place = place.nextSibling;
      else this.list.insertBefore(node, place);
    }
  }

  /** @param {number} left @param {number} right @returns {BarRow} */
  makeRow(left, right) {
    const bar = el("span", { className: "bar" });
    const value = el("span", { className: "value" });
    const mark = el("span", { className: "mark" });
    const name = el("span", { className: "name" }, this.stepper.chips.pair(left, right));
    const node = el("li", { tabIndex: 0 }, name, el("span", { className: "track" }, bar, value), mark);
    node.onmouseenter = node.onfocus = () => this.stepper.words.ring(left, right);
    node.onmouseleave = node.onblur = () => this.stepper.words.ring();
    return { node, bar, value, mark };
  }

  /** "next", "tied" or "" @param {number} rank @param {View} view */
  markOf(rank, view) {
    if (rank === 0 && this.stepper.step < this.stepper.model.steps) return "next";
    return rank < view.tie_total && view.tie_total > 1 ? "tied" : "";
  }

  /** @param {BarRow} row @param {number} amount @param {number} most @param {string} mark */
  updateRow(row, amount, most, mark) {
    row.bar.style.width = `${(100 * amount) / most}%`;
    row.value.textContent = this.stepper.amount(amount);
    row.mark.textContent = mark ? this.stepper.model.walk.text[`mark_${mark}`] : "";
    row.node.className = mark;
  }
}

/** The sum behind the last merge and behind the next one, and what decided. */
class Why {
  /** @param {Stepper} stepper */
  constructor(stepper) {
    this.stepper = stepper;
    this.text = stepper.model.walk.text;
    this.body = el("div", { className: "reasons" });
    this.node = panel(this.text.why_title, "why", null, this.body);
  }

  /** @param {View|undefined} before @param {View|undefined} now */
  update(before, now) {
    const { step, model } = this.stepper;
    const rows = [];
    if (step > 0) rows.push(this.reason("done", step, before));
    if (step < model.steps) rows.push(this.reason("coming", step + 1, now));
    else rows.push(el("p", { className: "reason" }, this.text[`stopped_${model.walk.stopped}`]));
    this.body.replaceChildren(...rows);
  }

  /** @param {string} name @param {number} step the merge that is explained @param {View|undefined} view of the step before it */
  reason(name, step, view) {
    const { chips, model } = this.stepper;
    const { left, right, count } = model.merge(step);
    const title = fill(name === "done" ? this.text.why_done : this.text.why_coming, { k: this.stepper.number(step), pair: chips.pair(left, right) });
    const body = view ? [this.sum(view, count), this.score(view), this.verdict(view), this.bpe(view)] : [el("p", {}, "…")];
    return el("div", { className: `reason ${name}` }, el("p", { className: "reason-title" }, title), ...body);
  }

  /** learning 7 + language 3 + processing 7 = 17 @param {View} view @param {number} count */
  sum(view, count) {
    const line = el("p", { className: "sum" });
    let room = SUM_BYTES;
    const shown = view.words.filter(([word], i) => (room -= Math.min(new TextEncoder().encode(word).length, 90) + 4) > 0 || i < 3);
    shown.forEach(([word, times, wordCount], i) => line.append(i ? el("span", { className: "op" }, " + ") : "", this.addend(word, times, wordCount)));
    const rest = view.word_total - shown.length;
    if (rest > 0) line.append(el("span", { className: "op" }, " + "), this.text.more_addends.replace("{n}", this.stepper.number(rest)));
    line.append(el("span", { className: "op" }, " = "), el("b", { className: "total" }, this.stepper.number(count)));
    return line;
  }

  /** @param {string} word @param {number} times in the word @param {number} count of the word */
  addend(word, times, count) {
    const points = [...word];
    const label = visible(points.length > 40 ? points.slice(0, 40).join("") + "…" : word);
    const factor = times > 1 ? ` × ${this.stepper.number(times)}` : "";
    return el("span", { className: "addend" }, el("bdi", {}, label), "\u00a0", el("b", {}, this.stepper.number(count) + factor));
  }

  /** 5 / (20 × 5) = 0.05 @param {View} view */
  score(view) {
    if (!view.token_counts) return "";
    const { number, amount } = this.stepper;
    const [left, right] = view.token_counts;
    const values = { count: number(view.pairs[2]), left: number(left), right: number(right), score: el("b", {}, amount(amountOf(view, 0))) };
    return el("p", { className: "sum" }, fill(this.text.score, values));
  }

  /** What BPE would have taken, where that is another pair. @param {View} view */
  bpe(view) {
    if (!view.bpe) return "";
    const { number, amount, chips } = this.stepper;
    const [left, right, count, leftCount, rightCount] = view.bpe;
    const values = { pair: chips.pair(left, right), count: number(count), left: number(leftCount), right: number(rightCount), score: amount(count / (leftCount * rightCount)) };
    return el("p", { className: "verdict" }, fill(this.text.bpe_instead, values));
  }

  /** Why this one: none has more, or a tie and the rule. @param {View} view */
  verdict(view) {
    const { chips, model } = this.stepper;
    const tied = view.tie_total;
    const line = el("p", { className: "verdict" });
    if (tied > 1) {
      line.classList.add("tie");
      const others = el("span", { className: "others" });
      const shown = Math.min(tied, view.pairs.length / 3, 6);
      for (let i = 1; i < shown; i++) others.append(i > 1 ? this.text.comma : "", chips.pair(view.pairs[3 * i], view.pairs[3 * i + 1]));
      if (tied > shown) others.append(this.text.and_more.replace("{n}", this.stepper.number(tied - shown)));
      line.append(fill(this.text.verdict_tie, { n: this.stepper.number(tied), count: this.stepper.amount(amountOf(view, 0)), others }), " ", this.text[`rule_${model.walk.tie_rule}`]);
    } else if (view.pairs.length > 3) {
      line.append(fill(this.text.verdict_most, { pair: chips.pair(view.pairs[3], view.pairs[4]), count: this.stepper.amount(amountOf(view, 1)) }));
    } else line.append(this.text.verdict_only);
    return line;
  }
}

/** Which pair counts the last merge moved, and which tokens it used up. */
class Changes {
  /** @param {Stepper} stepper */
  constructor(stepper) {
    this.stepper = stepper;
    this.text = stepper.model.walk.text;
    this.body = el("div", { className: "changes" });
    this.node = panel(this.text.changes_title, "changed", null, this.body);
  }

  /** @param {View|undefined} view */
  update(view) {
    if (!view) return void this.body.replaceChildren("…");
    if (this.stepper.step === 0) return void this.body.replaceChildren(el("p", { className: "more" }, this.text.changes_none));
    const { model } = this.stepper;
    const { token } = model.merge(this.stepper.step);
    const saved = model.walk.token_counts[this.stepper.step - 1] - model.walk.token_counts[this.stepper.step];
    const groups = [this.group("new", view, view.new_total), this.group("fell", view, view.fell_total), this.group("gone", view, view.gone_total)];
    const first = fill(this.text.changed_tokens, { token: this.stepper.chips.chip(token), saved: this.stepper.number(saved), total: this.stepper.number(model.walk.token_counts[this.stepper.step]) });
    this.body.replaceChildren(el("p", {}, first), ...groups.filter(Boolean), this.droppedLine(view));
  }

  /** @param {string} kind @param {View} view @param {number} total */
  group(kind, view, total) {
    if (!total) return "";
    const rows = [];
    for (let i = 0; i < view.changes.length; i += 4) {
      const [left, right, before, after] = view.changes.slice(i, i + 4);
      const is = before === 0 ? "new" : after === 0 ? "gone" : "fell";
      if (is === kind) rows.push(this.change(left, right, before, after, kind));
    }
    const rest = total - rows.length;
    if (rest > 0) rows.push(el("li", { className: "more" }, this.text.and_more.replace("{n}", this.stepper.number(rest))));
    const label = this.text[`changed_${kind}`].replace("{n}", this.stepper.number(total));
    return el("div", { className: `group ${kind}` }, el("h4", {}, label), el("ul", {}, ...rows));
  }

  /** @param {number} left @param {number} right @param {number} before @param {number} after @param {string} kind */
  change(left, right, before, after, kind) {
    const { number } = this.stepper;
    const counts = kind === "new" ? number(after) : kind === "gone" ? number(before) : `${number(before)} → ${number(after)}`;
    return el("li", {}, this.stepper.chips.pair(left, right), " ", el("span", { className: "value" }, counts));
  }

  /** @param {View} view */
  droppedLine(view) {
    if (!view.dropped.length) return "";
    const tokens = el("span", {}, ...view.dropped.flatMap((id, i) => [i ? " " : "", this.stepper.chips.chip(id)]));
    return el("p", { className: "dropped" }, fill(this.text.dropped, { tokens }));
  }
}

/** Every merge with its count; a click goes there. */
class Merges {
  /** @param {Stepper} stepper */
  constructor(stepper) {
    const { text } = stepper.model.walk;
    this.stepper = stepper;
    this.list = new LongList(text.merges_title, (i) => this.row(i + 1));
    this.node = panel(text.merges_title, "merges", null, this.list.node);
  }

  /** @param {number} step */
  row(step) {
    const { model, chips } = this.stepper;
    const { left, right, token } = model.merge(step);
    const state = step === this.stepper.step ? " now" : step > this.stepper.step ? " later" : "";
    return el(
      "button", { type: "button", className: "row" + state, ariaCurrent: state === " now" ? "step" : null, onclick: () => this.stepper.go(step) },
      el("span", { className: "index" }, this.stepper.number(step)), chips.pair(left, right), el("span", { className: "arrow" }, "→"), chips.chip(token),
      el("span", { className: "value" }, this.stepper.amount(model.amountOfMerge(step))),
    );
  }

  update() {
    const { step, model } = this.stepper;
    this.list.update(model.steps, step - 1);
  }
}

/** Every token with its id; a click shows how it was made. */
class Vocabulary {
  /** @param {Stepper} stepper */
  constructor(stepper) {
    const { text } = stepper.model.walk;
    this.stepper = stepper;
    /** @type {number[]} */
    this.ids = [];
    this.list = new LongList(text.vocabulary_title, (i) => this.row(this.ids[i]));
    this.size = el("span", { className: "size" });
    this.inUse = el("input", { type: "checkbox" });
    this.inUse.onchange = () => this.update();
    const tools = el("div", { className: "tools" }, this.size, el("label", {}, this.inUse, " ", text.only_in_use));
    this.node = panel(text.vocabulary_title, "vocabulary", tools, this.list.node);
  }

  /** @param {number} id */
  row(id) {
    const { model, chips, step } = this.stepper;
    const { text } = model.walk;
    const made = model.stepOf(id);
    const inUse = model.inUse(id, step);
    const origin = id < model.walk.specials.length ? text.origin_special : made ? text.origin_step.replace("{k}", this.stepper.number(made)) : text.origin_base;
    const state = (made && made === step ? " now" : "") + (inUse ? "" : " unused");
    return el(
      "button", { type: "button", className: "row" + state, title: inUse ? "" : text.not_in_use, onclick: () => this.stepper.tree.open(id) },
      el("span", { className: "index" }, this.stepper.number(id)), chips.chip(id), el("span", { className: "origin" }, origin),
    );
  }

  update() {
    const { model, step } = this.stepper;
    this.ids = model.vocabularyAt(step, this.inUse.checked);
    const newest = this.ids.length - 1;
    this.list.update(this.ids.length, step > 0 ? newest : undefined);
    const all = model.firstMerge + step;
    this.size.textContent = model.walk.text.vocabulary_size.replace("{n}", this.stepper.number(all)).replace("{m}", this.stepper.number(model.vocabularyAt(step, true).length));
  }
}

/** How a token was made: a tree, each node with the step that made it. */
class Tree {
  /** @param {Stepper} stepper */
  constructor(stepper) {
    const { text } = stepper.model.walk;
    this.stepper = stepper;
    this.title = el("h3", {});
    this.body = el("div", { className: "tree" });
    const close = el("button", { type: "button", className: "close", ariaLabel: text.close, onclick: () => this.node.close() }, "✕");
    this.node = el("dialog", { className: "derivation" }, el("header", {}, this.title, close), this.body);
    this.node.onclick = (/** @type {any} */ event) => event.target === this.node && this.node.close();
  }

  /** @param {number} id */
  open(id) {
    const { model, chips } = this.stepper;
    this.left = TREE_NODES;
    this.title.replaceChildren(fill(model.walk.text.tree_title, { token: chips.chip(id), id: this.stepper.number(id) }));
    this.body.replaceChildren(this.branch(id));
    this.node.showModal();
  }

  /** @param {number} id @returns {HTMLElement} */
  branch(id) {
    const { model, chips } = this.stepper;
    const { text } = model.walk;
    const made = model.stepOf(id);
    const label = el("span", { className: "leaf" }, chips.chip(id), el("small", {}, made ? text.origin_step.replace("{k}", this.stepper.number(made)) : text.origin_base));
    if (!made) return el("div", { className: "branch" }, label);
    this.left -= 2;
    if (this.left < 0) return el("div", { className: "branch" }, label, el("small", {}, "…"));
    const { left, right } = model.merge(made);
    return el("div", { className: "branch" }, label, el("div", { className: "twigs" }, this.branch(left), this.branch(right)));
  }
}

// ---------------------------------------------------------------- the whole

class Stepper {
  /**
   * @param {Walk} walk
   * @param {ShadowRoot} root
   * @param {(step: number) => void} report tells Python where we are, once things are quiet
   * @param {() => void} lost asks Python to send the walk again
   */
  constructor(walk, root, report, lost) {
    this.model = new Model(walk);
    this.chips = new Chips(this.model);
    this.report = report;
    this.lost = lost;
    const locale = walk.lang === "zh" ? "zh-Hans" : "en";
    const whole = new Intl.NumberFormat(locale);
    const precise = new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 });
    this.number = (/** @type {number} */ n) => whole.format(n);
    /** A count, or a score with three digits. */
    this.amount = (/** @type {number} */ n) => (walk.left_count ? precise : whole).format(n);
    this.step = Math.min(walk.step, this.model.steps);
    this.speed = 1;
    this.playing = false;
    /** @type {Set<number>} */
    this.asked = new Set();
    this.transport = new Transport(this);
    this.headline = new Headline();
    this.words = new Words(this);
    this.pairs = new Pairs(this);
    this.why = new Why(this);
    this.changes = new Changes(this);
    this.merges = new Merges(this);
    this.vocabulary = new Vocabulary(this);
    this.tree = new Tree(this);
    this.draw(root);
  }

  /** @param {ShadowRoot} root */
  draw(root) {
    const left = el("div", { className: "column" }, this.words.node, this.changes.node);
    const right = el("div", { className: "column" }, this.why.node, this.pairs.node);
    const stage = el("div", { className: "stage" }, left, right);
    const below = el("div", { className: "below" }, this.merges.node, this.vocabulary.node);
    this.node = el("div", { className: "stepper", lang: this.model.walk.lang === "zh" ? "zh-Hans" : "en" }, this.transport.node, this.headline.node, stage, below, this.tree.node);
    // A mouse click leaves no focus behind, so that Space goes on playing.
    this.node.addEventListener("click", (/** @type {any} */ event) => event.detail > 0 && event.target.closest("button")?.blur());
    root.querySelector(".mount")?.replaceChildren(this.node);
    this.update();
  }

  /** @param {number} step */
  go(step) {
    const to = Math.max(0, Math.min(this.model.steps, step));
    if (to === this.model.steps && this.playing) this.togglePlay();
    if (to === this.step) return;
    this.step = to;
    this.update();
    clearTimeout(this.reporting);
    this.reporting = setTimeout(() => this.report(this.step), REPORT_AFTER_MS);
  }

  update() {
    const { views } = this.model;
    const before = this.step ? views.get(this.step - 1) : undefined;
    const now = views.get(this.step);
    this.transport.update(this);
    this.headline.update(this);
    this.words.update();
    this.words.ring();
    this.pairs.update(now);
    this.why.update(before, now);
    this.changes.update(now);
    this.merges.update();
    this.vocabulary.update();
    this.fetchAround();
  }

  /** Fetches the piece that is needed here, then its neighbours. */
  fetchAround() {
    const last = this.model.pieceOf(this.model.steps);
    const here = this.model.pieceOf(this.step);
    const wanted = [here, this.model.pieceOf(Math.max(0, this.step - 1)), here + 1, here - 1];
    for (const piece of wanted) if (piece >= 0 && piece <= last) this.fetchPiece(piece);
  }

  /** @param {number} piece */
  async fetchPiece(piece) {
    const { walk } = this.model;
    if (this.asked.has(piece) || this.model.views.has(piece * walk.piece_size)) return;
    this.asked.add(piece);
    try {
      const answer = await fetch(`${appRoot()}trace/${walk.key}/${piece}`);
      if (!answer.ok) throw new Error(String(answer.status));
      this.model.addPiece(piece, await answer.json());
      const here = [this.model.pieceOf(this.step), this.model.pieceOf(Math.max(0, this.step - 1))];
      if (here.includes(piece)) this.update();
    } catch {
      this.lost(); // the server has forgotten this walk: Python trains it again and the key works
      setTimeout(() => this.retry(piece), 1500);
    }
  }

  /** @param {number} piece */
  retry(piece) {
    this.asked.delete(piece);
    if (this.node?.isConnected) this.fetchAround();
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

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || this.tree.node.open) return;
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
    clearTimeout(this.reporting);
  }
}

/** @param {any} target */
function isTyping(target) {
  return Boolean(target?.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target?.tagName ?? "") || target?.closest?.('[role="combobox"], [role="listbox"], [role="slider"], [role="menu"], [role="tablist"], [role="radiogroup"]'));
}

/** The address of the app, whatever path it is served under. */
function appRoot() {
  const script = /** @type {HTMLScriptElement|null} */ (document.querySelector('script[src*="/static/js/"]'));
  return script ? script.src.split("/static/js/")[0] + "/" : "/";
}

/** The theme's categorical colours as --token-0 to --token-6, and whether it is dark. @param {HTMLElement} mount */
function takeColours(mount) {
  const style = getComputedStyle(mount);
  const background = style.getPropertyValue("--st-background-color").trim();
  mount.style.colorScheme = parseInt(background.slice(1, 3), 16) < 128 ? "dark" : "light"; // the browser's own controls
  const colours = style.getPropertyValue("--st-chart-categorical-colors").split(",");
  for (let i = 0; i < 7; i++) mount.style.setProperty(`--token-${i}`, colours[i % colours.length].trim());
}

/** @type {WeakMap<object, {stepper: Stepper, identity: string, keydown: (event: KeyboardEvent) => void}>} */
const mounted = new WeakMap();

/** @param {any} component */
export default function mount(component) {
  const { data, parentElement, setStateValue, setTriggerValue } = component;
  takeColours(parentElement.querySelector(".mount"));
  const identity = `${data.key} ${data.lang}`;
  const known = mounted.get(parentElement);
  if (known?.identity !== identity) {
    if (known && known.stepper.model.walk.key === data.key) data.step = known.stepper.step; // only the language has changed
    known?.stepper.stop();
    const stepper = new Stepper(data, parentElement, (step) => setStateValue("step", step), () => setTriggerValue("lost", Date.now()));
    const keydown = known?.keydown ?? ((/** @type {KeyboardEvent} */ event) => mounted.get(parentElement)?.stepper.key(event));
    if (!known) document.addEventListener("keydown", keydown);
    mounted.set(parentElement, { stepper, identity, keydown });
  } else for (const [piece, views] of Object.entries(data.pieces)) known?.stepper.model.addPiece(Number(piece), /** @type {View[]} */ (views));
  return () => {
    const here = mounted.get(parentElement);
    here?.stepper.stop();
    if (here) document.removeEventListener("keydown", here.keydown);
    mounted.delete(parentElement);
  };
}
