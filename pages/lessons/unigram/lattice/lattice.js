/**
 * The lattice of a word: arcs over its units, the best segmentations, and Viterbi's table.
 *
 * Python sends the edges, the table and the best ways; stepping over the table asks nothing. A
 * *position* is a place between units, from 0 to their number; an *edge* is a token between two
 * positions. Helpers and chips are those of the stepper, which stand before this in the module.
 *
 * Text is only ever placed with textContent.
 */

import { takeColours } from "../../../components/drawing/colours.js";
import { el, fill } from "../../../components/drawing/elements.js";
import { amountIn, raised } from "../../../components/drawing/numbers.js";
import { Chips } from "../../../components/tokens/chips.js";
import { charactersOf, codePoint, hex, visible } from "../../../components/tokens/spelling.js";

const LEVEL = 46; // pixels between the tops of arcs, one above the other
const LEAST_WIDTH = 62; // pixels of a unit
const MOST_WIDTH = 150;

/** What `Chips` asks of a walk; a token's id is its edge. */
class WordModel {
  /** @param {any} lattice @param {Record<string, string>} text */
  constructor(lattice, text) {
    this.lattice = lattice;
    this.walk = { specials: [], text };
    const bytes = lattice.units.filter((/** @type {any} */ unit) => typeof unit === "number");
    this.characters = charactersOf(bytes);
  }

  /** Single units have no colour of their own. @param {number} id */
  stepOf(id) {
    const [start, end] = this.lattice.edges[id];
    return end - start > 1 ? start + end : 0;
  }

  /** @param {number} id */
  spell(id) {
    const [start, end] = this.lattice.edges[id];
    return spellUnits(this.lattice.units.slice(start, end));
  }

  home() {
    return undefined;
  }
}

/** Units as text, or as bytes where they are bytes. @param {(string|number)[]} units @returns {string|number[]} */
function spellUnits(units) {
  if (units.every((unit) => typeof unit === "string")) return units.join("");
  const encoder = new TextEncoder();
  return units.flatMap((unit) => (typeof unit === "number" ? [unit] : [...encoder.encode(unit)]));
}

/** @param {string} tag @param {Record<string, string|number>} attributes @returns {any} */
function svg(tag, attributes) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  return node;
}

/** The arcs. What is marked follows the position of the table and the chosen segmentation. */
class Diagram {
  /** @param {View} view */
  constructor(view) {
    this.view = view;
    const { lattice, text } = view;
    this.canvas = el("div", { className: "canvas" });
    this.scroll = el("div", { className: "scroll", tabIndex: 0, role: "img" }, this.canvas);
    this.scroll.ariaLabel = fill(text.diagram, { word: view.plain(lattice.units), n: view.number(lattice.way_total), best: view.plainWay(lattice.best) }).textContent;
    this.node = el("section", { className: "panel diagram" }, el("h3", {}, text.diagram_title), el("p", { className: "legend" }, text.diagram_legend), this.scroll);
    this.scroll.onkeydown = (/** @type {KeyboardEvent} */ event) => event.key.startsWith("Arrow") && event.stopPropagation(); // scrolls
    this.draw();
  }

  draw() {
    const { lattice, probability } = this.view;
    const n = lattice.units.length;
    this.width = Math.max(LEAST_WIDTH, Math.min(MOST_WIDTH, this.view.width / (n + 0.6)));
    const levels = this.levels();
    const top = LEVEL * (Math.max(...levels) + 1) + 26;
    this.canvas.style.width = `${(n + 0.6) * this.width}px`;
    this.canvas.style.height = `${top + 58}px`;
    const picture = svg("svg", { width: "100%", height: "100%", "aria-hidden": "true" });
    /** @type {{path: any, label: HTMLElement}[]} */
    this.arcs = lattice.edges.map((/** @type {any} */ edge, /** @type {number} */ i) => {
      const [start, end, score, unknown] = edge;
      const height = LEVEL * (levels[i] + 1);
      const [x, to, lift] = [this.x(start), this.x(end), (4 * height) / 3];
      const path = svg("path", { d: `M ${x} ${top} C ${x} ${top - lift}, ${to} ${top - lift}, ${to} ${top}`, class: "arc" });
      const label = el("span", { className: "label" + (unknown ? " unknown" : "") }, this.view.chip(i), el("small", {}, unknown ? "?" : probability(score)));
      label.style.left = `${(x + to) / 2}px`;
      label.style.top = `${top - height}px`;
      return { path, label };
    });
    picture.append(...this.arcs.map(({ path }) => path), ...this.positions(top));
    const units = lattice.units.map((/** @type {any} */ _, /** @type {number} */ i) => this.unit(i, top + 24));
    this.canvas.replaceChildren(picture, ...units, ...this.arcs.map(({ label }) => label));
  }

  /** @param {number} position */
  x(position) {
    return (position + 0.3) * /** @type {number} */ (this.width);
  }

  /** For each edge how high its arc goes: no two labels lie over each other. @returns {number[]} */
  levels() {
    const { lattice } = this.view;
    /** @type {[number, number][][]} */
    const taken = [];
    const levels = [];
    /** @type {number[]} */
    const order = lattice.edges.map((/** @type {any} */ _, /** @type {number} */ i) => i);
    const lengths = [...new Set(order.map((/** @type {number} */ i) => this.reach(i)))].sort((a, b) => a - b);
    order.sort((/** @type {number} */ a, /** @type {number} */ b) => this.reach(a) - this.reach(b) || a - b);
    for (const i of order) {
      const [start, end] = lattice.edges[i];
      const middle = (this.x(start) + this.x(end)) / 2;
      const half = this.labelWidth(i) / 2;
      let level = lengths.indexOf(this.reach(i));
      while (taken[level]?.some(([from, to]) => from < middle + half && middle - half < to)) level++;
      (taken[level] ??= []).push([middle - half, middle + half]);
      levels[i] = level;
    }
    return levels;
  }

  /** @param {number} i */
  reach(i) {
    const [start, end] = this.view.lattice.edges[i];
    return end - start;
  }

  /** About how wide a label is, in pixels. @param {number} i */
  labelWidth(i) {
    const text = [.../** @type {string} */ (this.view.chip(i).textContent)];
    const columns = text.reduce((sum, point) => sum + (/[\u1100-\uffdc]/.test(point) ? 2 : 1), 0);
    return Math.max(54, 9 * columns + 16);
  }

  /** @param {number} top */
  positions(top) {
    const { lattice } = this.view;
    this.dots = Array.from({ length: lattice.units.length + 1 }, (_, i) => svg("circle", { cx: this.x(i), cy: top, r: 6, class: "dot" }));
    const numbers = this.dots.map((_, i) => {
      const label = svg("text", { x: this.x(i), y: top + 22, class: "dot-number" });
      label.textContent = this.view.number(i);
      return label;
    });
    return [...this.dots, ...numbers];
  }

  /** @param {number} i @param {number} top */
  unit(i, top) {
    const node = el("span", { className: "unit" }, this.view.unitLabel(i));
    node.style.left = `${(this.x(i) + this.x(i + 1)) / 2}px`;
    node.style.top = `${top - 36}px`;
    node.classList.toggle("long", node.textContent.length > 4);
    return node;
  }

  update() {
    const { lattice, position, chosen } = this.view;
    const done = position === lattice.units.length;
    const best = new Set(lattice.best);
    const way = new Set(lattice.ways[chosen].edges);
    this.arcs?.forEach(({ path, label }, i) => {
      const end = lattice.edges[i][1];
      const wins = lattice.back[end] === i;
      const state = done
        ? (best.has(i) ? "best" : "") + (chosen && way.has(i) ? " chosen" : "")
        : end > position ? "later" : wins ? (end === position ? "best" : "kept") : end === position ? "compared" : "lost";
      path.setAttribute("class", `arc ${state}`);
      label.dataset.state = state.trim();
    });
    this.dots?.forEach((dot, i) => dot.setAttribute("class", "dot" + (!done && i === position ? " here" : "")));
  }
}

/** The best segmentations with their probabilities, and what is left for all others. */
class Ways {
  /** @param {View} view */
  constructor(view) {
    const { lattice, text, number, probability } = view;
    this.view = view;
    this.buttons = lattice.ways.map((/** @type {any} */ way, /** @type {number} */ i) => {
      const button = el("button", { type: "button", className: "way", onclick: () => view.choose(i) }, view.way(way.edges));
      return button;
    });
    const rows = lattice.ways.map((/** @type {any} */ way, /** @type {number} */ i) =>
      el("tr", {}, el("td", {}, this.buttons[i], i ? null : el("span", { className: "mark" }, ` ✓ ${text.best}`)), el("td", {}, probability(way.score)), el("td", {}, view.percent(way.share))),
    );
    const others = lattice.way_total - lattice.ways.length;
    const many = lattice.way_total > 1;
    if (others > 0) rows.push(this.sum(fill(text.others, { n: number(others) }), probability(lattice.total + Math.log(lattice.rest)), view.percent(lattice.rest)));
    if (many) rows.push(this.sum(fill(text.all, { n: number(lattice.way_total) }), probability(lattice.total), view.percent(1)));
    const head = el("tr", {}, ...["segmentation", "probability", "share"].map((name) => el("th", { scope: "col" }, text[name])));
    const table = el("table", {}, el("thead", {}, head), el("tbody", {}, ...rows));
    this.node = el("section", { className: "panel ways" }, el("h3", {}, text.ways_title), el("p", { className: "legend" }, many ? fill(text.ways_legend, { n: number(lattice.way_total) }) : text.only_way), el("div", { className: "scroll" }, table));
  }

  /** @param {Node} name @param {string} probability @param {string} share */
  sum(name, probability, share) {
    return el("tr", { className: "sum-row" }, el("td", {}, name), el("td", {}, probability), el("td", {}, share));
  }

  update() {
    this.buttons.forEach((/** @type {any} */ button, /** @type {number} */ i) => (button.ariaPressed = String(i === this.view.chosen)));
  }
}

/** Viterbi's table, filled up to the position. */
class Table {
  /** @param {View} view */
  constructor(view) {
    const { lattice, text, number } = view;
    this.view = view;
    const n = lattice.units.length;
    const button = (/** @type {string} */ name, /** @type {string} */ sign, /** @type {() => void} */ act) =>
      el("button", { type: "button", className: name, ariaLabel: text[name], title: text[name], onclick: act }, sign);
    this.first = button("first", "⏮\ufe0e", () => view.go(0));
    this.previous = button("previous", "◀\ufe0e", () => view.go(view.position - 1));
    this.next = button("next", text.next_short, () => view.go(view.position + 1));
    this.last = button("last", "⏭\ufe0e", () => view.go(n));
    this.where = el("span", { className: "where", role: "status", "aria-live": "polite" });
    const transport = el("div", { className: "small-transport", role: "group", ariaLabel: text.transport }, this.first, this.previous, this.next, this.last, this.where);
    const head = el("tr", {}, ...["position", "candidates", "score", "back"].map((name) => el("th", { scope: "col" }, text[name])));
    this.rows = Array.from({ length: n + 1 }, (_, i) => this.row(i));
    this.end = el("p", { className: "trace-back" });
    this.end.append(fill(text.trace_back, { n: number(n), steps: this.steps(), best: view.way(lattice.best) }));
    const table = el("table", {}, el("thead", {}, head), el("tbody", {}, ...this.rows));
    this.node = el(
      "section", { className: "panel viterbi" }, el("h3", {}, text.table_title), el("p", { className: "legend" }, text.table_legend, " ", text.sums),
      transport, el("div", { className: "scroll" }, table), this.end,
    );
    this.node.onkeydown = (/** @type {KeyboardEvent} */ event) => this.key(event);
  }

  /** Where the table has the focus, the arrows walk through it and not through the rounds. @param {KeyboardEvent} event */
  key(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    this.view.go(this.view.position + step);
  }

  /** @param {number} position */
  row(position) {
    const { lattice, text, number, score } = this.view;
    const ways = lattice.table[position];
    const before = position ? el("span", { className: "read" }, this.view.unitLabel(position - 1)) : null;
    const cells = [el("td", {}, el("b", {}, number(position)), " ", before)];
    if (!position) cells.push(el("td", {}, text.start), el("td", { className: "score" }, score(0)), el("td", {}, "–"));
    else {
      const back = lattice.back[position];
      const best = Math.max(...ways.map((/** @type {any} */ way) => way[1]));
      cells.push(
        el("td", { className: "compared" }, ...ways.map((/** @type {any} */ way) => this.candidate(way, way[0] === back))),
        el("td", { className: "score" }, score(best)),
        el("td", {}, fill(text.back_to, { token: this.view.chip(back), k: number(lattice.edges[back][0]) })),
      );
    }
    return el("tr", {}, ...cells);
  }

  /** "hug: 0.000 − 1.214 = −1.214 ✓" @param {[number, number]} way @param {boolean} wins */
  candidate([edge, sum], wins) {
    const { lattice, score, chip } = this.view;
    const [, , own] = lattice.edges[edge];
    const line = `${score(sum - own)} + ${score(own).replace(/^(−.*)$/, "($1)")} = `;
    return el("div", { className: wins ? "wins" : "" }, chip(edge), " ", line, el("b", {}, score(sum)), wins ? " ✓" : "");
  }

  /** "s from 3, then hug from 0" */
  steps() {
    const { lattice, text, number, chip } = this.view;
    const out = el("span", {});
    [...lattice.best].reverse().forEach((/** @type {number} */ edge, /** @type {number} */ i) =>
      out.append(i ? text.then : "", fill(text.back_to, { token: chip(edge), k: number(lattice.edges[edge][0]) })),
    );
    return out;
  }

  update() {
    const { position, lattice, text, number } = this.view;
    const n = lattice.units.length;
    this.where.textContent = text.position_of.replace("{k}", number(position)).replace("{n}", number(n));
    this.first.disabled = this.previous.disabled = position === 0;
    this.next.disabled = this.last.disabled = position === n;
    this.rows.forEach((row, i) => {
      row.classList.toggle("later", i > position);
      row.classList.toggle("here", i === position);
    });
    this.end.classList.toggle("later", position < n);
  }
}

/** Everything about one word. */
class View {
  /** @param {any} data @param {number} width */
  constructor(data, width) {
    this.lattice = data.lattice;
    this.text = data.text;
    this.width = width;
    const locale = data.lang === "zh" ? "zh-Hans" : "en";
    const whole = new Intl.NumberFormat(locale);
    const decimals = new Intl.NumberFormat(locale, { minimumFractionDigits: 3, maximumFractionDigits: 3 });
    const percent = new Intl.NumberFormat(locale, { style: "percent", minimumFractionDigits: 2, maximumFractionDigits: 2 });
    this.number = (/** @type {number} */ n) => whole.format(n);
    this.amount = amountIn(locale);
    this.probability = (/** @type {number} */ log) => this.fromLogarithm(log);
    this.percent = (/** @type {number} */ n) => (n > 0 && n < 0.0001 ? `${this.amount(100 * n)}%` : percent.format(n));
    this.score = (/** @type {number} */ n) => decimals.format(n || 0).replace("-", "−");
    this.model = new WordModel(this.lattice, this.text);
    this.chips = new Chips(/** @type {any} */ (this.model));
    this.chip = (/** @type {number} */ edge) => this.makeChip(edge);
    this.position = this.lattice.units.length;
    this.chosen = 0;
    this.diagram = new Diagram(this);
    this.ways = new Ways(this);
    this.table = new Table(this);
    this.node = el("div", { className: "view" }, ...this.notes(), this.diagram.node, el("div", { className: "below" }, this.ways.node, this.table.node));
    this.update();
  }

  /** A probability by its logarithm, however small. @param {number} log */
  fromLogarithm(log) {
    if (log > -600 || log === -Infinity) return this.amount(Math.exp(log));
    const power = Math.floor(log / Math.LN10);
    const [, rest] = this.amount(1e-10).split("×"); // how powers are written
    const mantissa = this.amount(10 ** (log / Math.LN10 - power));
    return `${mantissa} ×${rest.replace("¹⁰", raised(-power))}`;
  }

  /** @param {number} edge */
  makeChip(edge) {
    const [start, end] = this.lattice.edges[edge];
    const isMarked = this.lattice.marker && end === this.lattice.units.length;
    const place = isMarked ? {} : { characters: this.model.characters, start, end };
    return this.chips.chip(edge, place);
  }

  /** A unit as a learner reads it: a character, or a byte with the character that it is part of. @param {number} i */
  unitLabel(i) {
    const unit = this.lattice.units[i];
    if (typeof unit === "string") return el("bdi", {}, visible(unit));
    return el("bdi", {}, ...this.chips.byteLabel([unit], [this.model.characters[i]]));
  }

  /** What is left out and what is unknown. */
  notes() {
    const { lattice, text } = this;
    const notes = [];
    const rest = lattice.left_out;
    const more = rest.length > 24 ? "…" : "";
    if (rest.length) notes.push(el("p", { className: "note" }, fill(text.left_out, { n: this.number(lattice.units.length), rest: el("bdi", { className: "literal" }, this.plain(rest.slice(0, 24)) + more) })));
    if (lattice.unknown.length) {
      const units = el("bdi", { className: "literal" }, lattice.unknown.map((/** @type {any} */ unit) => nameOf(unit)).join(" "));
      notes.push(el("p", { className: "note" }, fill(text.unknown, { units })));
    }
    return notes;
  }

  /** @param {(string|number)[]} units */
  plain(units) {
    const spelled = spellUnits(units);
    return typeof spelled === "string" ? visible(spelled) : visible(new TextDecoder().decode(new Uint8Array(spelled)));
  }

  /** @param {number[]} edges */
  way(edges) {
    return el("span", { className: "pair" }, ...edges.map((edge) => this.chip(edge)));
  }

  /** @param {number[]} edges */
  plainWay(edges) {
    return edges.map((edge) => this.chip(edge).textContent).join(" ");
  }

  /** @param {number} position */
  go(position) {
    this.position = Math.max(0, Math.min(this.lattice.units.length, position));
    this.update();
  }

  /** @param {number} i of the segmentation to show in the lattice */
  choose(i) {
    this.chosen = i;
    this.go(this.lattice.units.length);
  }

  update() {
    this.diagram.update();
    this.ways.update();
    this.table.update();
  }
}

/** "q (U+0071)" @param {string|number} unit */
function nameOf(unit) {
  if (typeof unit === "number") return hex(unit);
  const shown = visible(unit);
  const code = codePoint(unit).replace(/[⟨⟩]/g, "");
  return shown.includes(code) ? shown : `${shown} (${code})`;
}

/** The field for a word, and below it the view of the word at hand. */
class Lattice {
  /** @param {HTMLElement} mount */
  constructor(mount) {
    this.mount = mount;
    this.input = el("input", { type: "text", spellcheck: false, dir: "auto", autocomplete: "off" });
    this.button = el("button", { type: "submit", className: "show" });
    this.label = el("label", {});
    this.message = el("p", { className: "message", role: "alert" });
    this.form = el("form", { className: "ask" }, this.label, this.button, this.message);
    this.place = el("div", {});
    mount.replaceChildren(el("div", { className: "stepper lattice" }, this.form, this.place));
  }

  /** @param {any} data @param {(word: string) => void} send */
  update(data, send) {
    const { text, limit, lang } = data;
    this.mount.lang = lang === "zh" ? "zh-Hans" : "en";
    this.label.replaceChildren(text.label.replace("{limit}", String(limit)), this.input);
    this.button.textContent = text.show;
    if (this.shown !== data.word) this.input.value = this.shown = data.word;
    this.message.textContent = "";
    this.form.onsubmit = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.submit(data, send);
    };
    const key = JSON.stringify([data.lattice, lang]);
    if (key === this.drawn) return; // what the learner does here goes on
    this.drawn = key;
    const kept = this.view && JSON.stringify(this.view.lattice.units) === JSON.stringify(data.lattice?.units) ? this.view.position : undefined;
    this.view = data.lattice ? new View(data, this.mount.clientWidth - 36) : undefined;
    if (kept !== undefined) this.view?.go(kept);
    this.place.replaceChildren(this.view?.node ?? "");
  }

  /** @param {any} data @param {(word: string) => void} send */
  submit({ text, limit, lang }, send) {
    // A half character (a lone surrogate) would end the connection.
    const word = this.input.value.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd");
    const length = [...word].length;
    const number = new Intl.NumberFormat(lang === "zh" ? "zh-Hans" : "en");
    if (length > limit) this.message.textContent = text.too_long.replace("{n}", number.format(length)).replace("{limit}", number.format(limit));
    else this.message.textContent = length ? "" : text.empty;
    if (length && length <= limit) send(word);
  }
}

/** @type {WeakMap<object, Lattice>} */
const lattices = new WeakMap();

/** @param {any} component */
export default function mount({ data, parentElement, setTriggerValue }) {
  const place = parentElement.querySelector(".mount");
  takeColours(place);
  let lattice = lattices.get(parentElement);
  if (!lattice) lattices.set(parentElement, (lattice = new Lattice(place)));
  lattice.update(data, (word) => setTriggerValue("word", word));
}
