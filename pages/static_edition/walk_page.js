/**
 * A lesson's walk without the app's server. Sample walks of WordPiece and Unigram come as files;
 * BPE is trained here, in a worker, on a sample or on the learner's own text.
 */

import { speak, t } from "../components/browser/sentences.js";
import { localeOf, wholeIn } from "../components/drawing/numbers.js";
import { isLessonRead } from "../components/lesson_head/lessons_read.js";
import { PLACES } from "../components/stepper/arrival/places.js";
import { answerTracesFrom } from "../components/stepper/walking/trace_source.js";
import { WALKED, walkPlace } from "../components/walk_follower/walk_place.js";
import { readAddress, writeAddress } from "./address.js";

/**
 * @import { Drawing, Texts, Translations } from "../components/component/newest_drawing.js"
 * @import { Training } from "./trainer/walk.js"
 */

/**
 * A sample's title, and the settings that suit it. Its words are a file of their own.
 * @typedef {{
 *   title: Record<string, string>,
 *   unit: "char"|"byte", marker: string, cut: string, numMerges: number, specials: string[]
 * }} Sample
 */

/**
 * The sentences in one language: of the page, whose elements name them; of tie rules and beliefs;
 * and of all modules.
 * @typedef {{page: Texts, records: Texts, translations: Translations}} PageTexts
 */

/** Draws a walk. @typedef {(drawing: Drawing<Uint8Array>) => unknown} Mount */

/** Bytes of an own text, and merges, that a browser trains in a few seconds. */
const MOST_BYTES = 100_000;
const MOST_MERGES = 1000;
const USUAL_MERGES = 200;
/** Settings that suit another corpus: its own. */
const SUITS = { unit: "", marker: null, pre: "", merges: 0 };

/** Settings by the names that an address has for them. @type {Record<string, keyof Training>} */
const FIELDS = {
  unit: "unit",
  pre: "cut",
  marker: "marker",
  tie: "tie",
  merges: "numMerges",
  min: "minFrequency",
};

/** Files that were delivered, by their names: a script can be read from a disk, JSON cannot. */
const delivered = /** @type {any} */ (globalThis).delivered ??= {};

/** An element that the page always has. @param {string} selector @returns {any} */
const pagePart = (selector) => document.querySelector(selector);

/** @param {string} name of a file @returns {Promise<any>} what it delivers */
async function deliveredFile(name) {
  if (!(name in delivered)) {
    await new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = `${name}.js`;
      script.onload = resolve;
      script.onerror = reject;
      document.head.append(script);
    });
  }
  return delivered[name];
}

/** @typedef {{answer: (found: any) => void, progress: (done: number) => void}} Asker */

/** @type {Map<number, Asker>} */
const waiting = new Map();
/** @type {Worker|undefined} */
let trainerWorker;

/**
 * The trainer's answer to a question; null for a training that is no longer wanted.
 * @param {object} question
 * @param {(done: number) => void} [progress] is told how many steps were taken
 * @returns {Promise<any>}
 */
async function askTrainer(question, progress = () => {}) {
  if (!trainerWorker) {
    const source = new Blob([await deliveredFile("trainer")], { type: "text/javascript" });
    trainerWorker = new Worker(URL.createObjectURL(source));
    trainerWorker.onmessage = ({ data: [number, found, done] }) => {
      const asker = waiting.get(number);
      if (found === undefined) return asker?.progress(done);
      asker?.answer(found);
      waiting.delete(number);
    };
  }
  const number = Date.now() + Math.random();
  const answered = new Promise((answer) => waiting.set(number, { answer, progress }));
  trainerWorker.postMessage([number, question]);
  return answered;
}

/** In somebody else's page: says how high the content is, as the app does in a frame. */
function tellHeight() {
  if (globalThis.parent === globalThis.self) return;
  const page = document.documentElement;
  // Otherwise a stage as high as the frame, and the frame around it, would grow with each other.
  page.style.setProperty("--frame-height", `${innerHeight}px`);
  new ResizeObserver(() => {
    const height = Math.ceil(page.getBoundingClientRect().height);
    globalThis.parent.postMessage({ type: "merge-by-merge-height", height }, "*");
  }).observe(document.body);
}

class WalkPage {
  /**
   * @param {import("./address.js").Shown} shown
   * @param {Record<string, Sample>} samples
   * @param {Mount} mount
   */
  constructor(shown, samples, mount) {
    this.algorithm = document.documentElement.dataset.algorithm ?? "bpe";
    this.mount = mount;
    this.shown = shown;
    this.samples = samples;
    const isKnown = shown.corpus in samples || (shown.corpus === "own" && this.isTrainedHere);
    if (!isKnown) shown.corpus = this.firstCorpus(shown);
    /** @type {any} what was trained or delivered */
    this.walk = null;
    /** The choices of the walk on the screen. @type {Partial<import("./address.js").Shown>} */
    this.settled = { corpus: Object.keys(samples)[0], text: "" };
    /** @type {PageTexts} */
    this.texts = { page: {}, records: {}, translations: {} };
  }

  /**
   * The lesson's first corpus, in the visitor's language; a link to a step means the first of all.
   * @param {import("./address.js").Shown} shown
   */
  firstCorpus({ step, lang }) {
    const first = JSON.parse(document.documentElement.dataset.first ?? "{}");
    return (step ? null : first[lang]) ?? Object.keys(this.samples)[0];
  }

  /** Whether the browser trains, with settings and a field for a text; other walks are files. */
  get isTrainedHere() {
    return Boolean(pagePart("#own"));
  }

  /** Reads the language's texts, and draws everything in it. */
  async sayAll() {
    this.texts = await deliveredFile(`texts/${this.shown.lang}`);
    speak(this.texts.translations);
    document.documentElement.lang = localeOf(this.shown.lang);
    for (const node of document.querySelectorAll("[data-says]")) {
      node.textContent = this.texts.page[/** @type {HTMLElement} */ (node).dataset.says ?? ""];
    }
    pagePart("#idea").innerHTML = this.texts.page[`idea_${this.algorithm}`]; // ours, made by Python
    document.title = [...new Set([pagePart("h1").textContent, t("Merge by Merge")])].join(" · ");
    pagePart("#home").href = this.shown.lang === "en"
      ? "index.html"
      : `index.${this.shown.lang}.html`;
    for (const link of document.querySelectorAll("nav a[href*='.html']:not([href*='index'])")) {
      const [page] = link.getAttribute("href")?.split("?") ?? [];
      link.setAttribute("href", `${page}?lang=${this.shown.lang}`);
    }
    this.fillFields();
  }

  /** Puts what is shown into the fields. */
  fillFields() {
    const { shown, samples } = this;
    const corpora = Object.entries(samples).map(([name, sample]) =>
      new Option(sample.title[shown.lang] ?? sample.title.en, name, false, name === shown.corpus)
    );
    if (this.isTrainedHere) {
      corpora.push(new Option(t("Your own text"), "own", false, shown.corpus === "own"));
    }
    pagePart("#corpus").replaceChildren(...corpora);
    pagePart("#lang").value = shown.lang;
    if (!this.isTrainedHere) return;
    pagePart("#own").hidden = shown.corpus !== "own";
    pagePart("#text").value = shown.text;
    const now = this.training();
    for (const [name, setting] of Object.entries(FIELDS)) pagePart(`#${name}`).value = now[setting];
  }

  /** The text of a corpus, or its words with their counts. @param {string} corpus */
  words(corpus) {
    return corpus === "own" ? { text: this.shown.text } : deliveredFile(`samples/${corpus}`);
  }

  /**
   * The settings that are asked for: what suits the corpus, with the learner's changes.
   * @returns {Training}
   */
  training() {
    const { shown } = this;
    const isUnspaced = /[\u3041-\u30ff\u3400-\u9fff]/.test(shown.text);
    /** @type {Omit<Sample, "title">} */
    const sample = this.samples[shown.corpus] ?? {
      unit: "char",
      marker: "",
      cut: isUnspaced ? "gpt2" : "whitespace",
      numMerges: USUAL_MERGES,
      specials: [],
    };
    return {
      unit: /** @type {"char"|"byte"} */ (shown.unit || sample.unit),
      marker: shown.marker ?? sample.marker,
      cut: shown.pre || sample.cut,
      numMerges: Math.min(shown.merges || sample.numMerges, MOST_MERGES),
      minFrequency: shown.min || 1,
      tie: shown.tie || "first-seen",
      specials: sample.specials,
      choices: [],
      limits: delivered.limits,
    };
  }

  /** The fault of the learner's own text; "" for none. */
  fault() {
    if (this.shown.corpus !== "own") return "";
    if (!/[^\s\x85]/.test(this.shown.text)) {
      return t("There is no word in this text yet: type or paste some.");
    }
    return new TextEncoder().encode(this.shown.text).length > MOST_BYTES
      ? t("This text has more than 100,000 bytes. The full app takes longer texts.")
      : "";
  }

  /** Trains, or fetches the walk, and draws it. */
  async train() {
    const { shown } = this;
    const fault = this.fault();
    pagePart("#status").textContent = fault;
    if (fault) return;
    const chosen = { ...shown };
    pagePart("#place").classList.add("waiting");
    const walk = this.isTrainedHere ? await this.trainedWalk() : await this.deliveredWalk();
    if (!walk) return; // cancelled, or another training was asked for
    this.walk = walk;
    this.settled = chosen;
    if (this.isTrainedHere) await this.takeFork(shown.fork);
    this.showProgress();
    this.draw();
  }

  /** A sample's walk, whose key is also its file's name; null if it cannot be fetched. */
  async deliveredWalk() {
    const key = `${this.algorithm}-${this.shown.corpus}`;
    try {
      return { ...await deliveredFile(`walks/${key}`), key };
    } catch {
      this.showProgress();
      pagePart("#status").textContent = t("Open this corpus once with a network connection.");
      return null;
    }
  }

  /** The walk that is trained here; null if it is no longer wanted. */
  async trainedWalk() {
    const { shown } = this;
    const { corpus } = shown;
    const words = await this.words(corpus);
    if (shown.corpus !== corpus) return null;
    const training = { ...this.training(), ...words };
    const walk = await askTrainer(
      { train: training },
      (done) => this.showProgress(done, training.numMerges),
    );
    const key = corpus === "own" ? `own${words.text}` : corpus;
    const settings = { ...training, text: "", counts: 0 };
    return walk && { ...walk, key: encodeURIComponent(`${key} ${JSON.stringify(settings)}`) };
  }

  /** Says how far a training is; without a number, that none is going on. @param {number} [done] */
  showProgress(done, total = 1) {
    const isTraining = done !== undefined;
    pagePart("#place").classList.toggle("waiting", isTraining);
    pagePart("#training").hidden = !isTraining;
    if (!isTraining) return;
    const number = wholeIn(this.shown.lang);
    Object.assign(pagePart("#done"), { value: done, max: total });
    pagePart("#told").textContent = t("Training: {done} of {total} merges learned.", {
      done: number(done),
      total: number(total),
    });
  }

  /** Gives up the training that is going on, and keeps the walk on the screen. */
  cancel() {
    void askTrainer({ cancel: true });
    const hadWalk = Boolean(this.walk);
    Object.assign(this.shown, this.settled);
    this.showProgress();
    this.fillFields();
    if (!hadWalk) void this.train();
  }

  /** Trains again with the learner's choices. @param {number[][]} choices */
  async takeFork(choices) {
    const fork = choices.length ? await askTrainer({ fork: choices }) : null;
    // A link may choose pairs that are not there.
    const isPossible = fork && choices.every(([step]) => step <= fork.left.length);
    this.shown.fork = isPossible ? choices : [];
    this.walk.fork = isPossible ? { ...fork, key: `fork-${choices.join()}` } : null;
  }

  /** Hands the walk to the stepper; the same walk stays at its step. */
  draw() {
    const { shown, texts, walk } = this;
    const data = {
      ...walk,
      step: shown.step,
      lang: shown.lang,
      predict: shown.predict,
      seed: shown.seed,
      visit: 0, // nothing else than the stepper chooses the step
      prose: this.isTrainedHere,
      text: texts.records,
      translations: texts.translations,
      classroom: {
        present: false,
        hidden: this.isTrainedHere ? [] : ["spotlight"],
        place: this.algorithm === "bpe" ? shown.place : 0,
        notes: [],
      },
    };
    document.documentElement.classList.toggle("arriving", data.classroom.place > 0);
    this.mount({
      data: new TextEncoder().encode(JSON.stringify(data)),
      parentElement: pagePart("#place"),
      setStateValue: (name, value) => this.take(name, value),
      setTriggerValue: (name, value) => this.take(name, value),
    });
    this.keepAddress();
  }

  /** Takes a report of the stepper. @param {string} name @param {any} value */
  async take(name, value) {
    if (name === "predict") this.shown.predict = value === "on";
    else if (name === "place") [this.shown.place] = value;
    else if (name === "prose") return this.takeManyWords();
    else if (name === "seed") this.shown.seed = value;
    else if (name === "fork") await this.takeFork(value);
    else return;
    this.draw();
  }

  /**
   * Answers what the stepper would ask the app.
   * @param {string} place
   * @returns {Promise<Response>}
   */
  async answer(place) {
    const [key, what, ...numbers] = place.split("/");
    const found = what === "sum"
      ? await this.sum(numbers.map(Number), key.startsWith("fork-"))
      : what === "worth"
      ? (await deliveredFile(`walks/${this.walk.key}-worths`))[numbers.join("/")]
      : key.startsWith("fork-")
      ? this.walk.fork.pieces[what]
      : null;
    return found ? Response.json(found) : new Response(null, { status: 404 });
  }

  /** Sums up a pair. @param {number[]} sum @param {boolean} ofFork */
  async sum(sum, ofFork) {
    if (this.isTrainedHere) return askTrainer({ sum, ofFork });
    const { base, left, right, prefix, specials } = this.walk;
    const { corpus } = this.shown;
    const { limits } = delivered;
    const text = { ...this.samples[corpus], ...await this.words(corpus), limits };
    return askTrainer({ sum, text, walk: { base, left, right, prefix, specials } });
  }

  /** Writes what is shown into the address, once it is quiet. */
  keepAddress() {
    clearTimeout(this.writing);
    this.writing = setTimeout(async () => {
      history.replaceState(null, "", `?${await writeAddress(this.shown, delivered.limits.link)}`);
    }, 200);
  }

  /** A text of many words; in the arrival, at the place that is about them. */
  takeManyWords() {
    const { shown } = this;
    if (shown.place) shown.place = PLACES.indexOf("many") + 1;
    this.change({ ...SUITS, corpus: shown.lang === "zh" ? "lessons" : "english" });
  }

  /** Another corpus, or other settings: a new walk from its start. @param {object} changes */
  change(changes) {
    Object.assign(this.shown, { step: 0, fork: [] }, changes);
    if (this.shown.corpus === "own") this.shown.text = pagePart("#text").value.toWellFormed();
    this.fillFields();
    void this.train();
  }

  /** Listens to the fields. */
  listen() {
    const { shown } = this;
    const on = (/** @type {string} */ selector, /** @type {(value: string) => void} */ act) =>
      pagePart(selector)?.addEventListener("change", () => act(pagePart(selector).value));
    on("#lang", async (lang) => {
      shown.lang = lang;
      await this.sayAll();
      if (this.walk) this.draw();
    });
    on("#corpus", (corpus) => {
      this.change({ ...SUITS, corpus });
      // The box has just appeared: nobody could have typed.
      if (corpus === "own" && !shown.text) pagePart("#status").textContent = "";
    });
    for (const name of Object.keys(FIELDS)) {
      const isNumber = name === "merges" || name === "min";
      on(
        `#${name}`,
        (value) =>
          this.change({ [name]: isNumber ? Math.max(1, Math.floor(Number(value))) : value }),
      );
    }
    pagePart("#train")?.addEventListener("click", () => this.change({ corpus: "own" }));
    pagePart("#cancel").addEventListener("click", () => this.cancel());
    walkPlace().addEventListener(WALKED, () => {
      shown.step = walkPlace().value.step;
      this.keepAddress();
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
  }

  /** Draws the page; who comes for the first time, and by no link, begins with the arrival. */
  async begin() {
    const asked = [...new URLSearchParams(location.search).keys()];
    const isLinked = asked.some((name) => name !== "lang");
    if (this.algorithm === "bpe" && !isLinked && !isLessonRead("train")) this.shown.place = 1;
    if (this.shown.embed) tellHeight();
    answerTracesFrom((place) => this.answer(place));
    this.listen();
    await this.sayAll();
    await this.train();
  }
}

/** Opens the page, on which walks are drawn so. @param {Mount} mount */
export async function openPage(mount) {
  const { lang = "en" } = document.documentElement.dataset;
  const shown = await readAddress(location.search, lang, delivered.known);
  await new WalkPage(shown, delivered.samples, mount).begin();
}
