// The stepper's logic: keys, answers, pieces of a walk, what a chart is drawn of, places.

import { deepStrictEqual as equal } from "node:assert/strict";

import { keepInTab } from "../../../../pages/components/browser/tab_memory.js";
import { el } from "../../../../pages/components/drawing/elements.js";
import { Arrival } from "../../../../pages/components/stepper/arrival/arrival.js";
import { placesOf } from "../../../../pages/components/stepper/merges/merge_panels.js";
import { pairOutcome } from "../../../../pages/components/stepper/merges/pair_prediction.js";
import { lastBirth } from "../../../../pages/components/stepper/merges/pairs.js";
import { exampleWord } from "../../../../pages/components/stepper/merges/question.js";
import { arePhrases } from "../../../../pages/components/stepper/walking/corpus_model.js";
import * as growth from "../../../../pages/components/stepper/walking/growth.js";
import { Presenter } from "../../../../pages/components/stepper/walking/mounted.js";
import { actionOf, tokenByKey } from "../../../../pages/components/stepper/walking/player.js";
import { InPieces, Pieces } from "../../../../pages/components/stepper/walking/trace_source.js";
import { Answers } from "../../../../pages/components/stepper/walking/turn.js";
import mountFollower from "../../../../pages/components/walk_follower/walk_follower.js";
import * as place from "../../../../pages/components/walk_follower/walk_place.js";
import { componentOnPage, makeDocument } from "../plain_document.js";

/**
 * @import { Outcome } from "../../../../pages/components/stepper/walking/turn.js"
 */

const PAGE = { tagName: "DIV", closest: () => null };
const SCRUBBER = { ...PAGE, tagName: "INPUT" };

/** Presses a key at step 3 of 9; returns its effect, or nothing if it is not for the walk. */
function done(/** @type {string} */ key, /** @type {object} */ target = PAGE, held = "") {
  const press = { key, altKey: false, ctrlKey: false, metaKey: false, [held]: true };
  const act = actionOf(press, target, SCRUBBER);
  /** @type {(number|string)[]} */
  const said = [];
  const go = (/** @type {number} */ step) => void said.push(step);
  act?.({ step: 3, model: { steps: 9 }, go, togglePlay: () => void said.push("play") });
  return said[0];
}

Deno.test("arrows and page keys take a step, Home and End all of them, Space plays", () => {
  const moves = { ArrowLeft: 2, PageUp: 2, ArrowRight: 4, PageDown: 4, Home: 0, End: 9 };
  const keys = [...Object.entries(moves), [" ", "play"], ["a", undefined], ["toString", undefined]];
  for (const [key, wanted] of keys) equal(done(String(key)), wanted);
});

Deno.test("a key is for what has the focus, if that uses it, and for the browser with another key", () => {
  const arrow = (/** @type {object} */ target, held = "") =>
    done("ArrowRight", { ...PAGE, ...target }, held);
  const isSlider = (/** @type {string} */ roles) => roles.includes('[role="slider"]') ? {} : null;
  const fields = ["INPUT", "TEXTAREA", "SELECT"].map((tagName) => ({ tagName }));
  for (const target of [...fields, { isContentEditable: true }, { closest: isSlider }]) {
    equal(arrow(target), undefined);
  }
  for (const held of ["altKey", "ctrlKey", "metaKey"]) equal(arrow({}, held), undefined);
  for (const tagName of ["BUTTON", "A", "SUMMARY"]) {
    equal([done(" ", { ...PAGE, tagName }), arrow({ tagName })], [undefined, 4]);
  }
  equal(done("ArrowRight", SCRUBBER), 4);
});

Deno.test("arrows lead over the tokens: three words of 2, 1 and 3", () => {
  const to = (/** @type {string} */ key, isRightToLeft = false) =>
    [0, 1, 2, 3, 4, 5].map((place) =>
      tokenByKey(`Arrow${key}`, place, [0, 2, 3], 6, isRightToLeft)
    );
  equal(to("Right"), [1, 2, 3, 4, 5, 5]);
  equal(to("Left"), [0, 0, 1, 2, 3, 4]);
  equal(to("Left", true), [1, 2, 3, 4, 5, 5]);
  equal(to("Down"), [2, 2, 3, 3, 4, 5]);
  equal(to("Up"), [0, 0, 0, 2, 2, 2]);
  equal(tokenByKey("ArrowDown", -1, [0, 2, 3], 6, false), 0);
  equal(tokenByKey("Enter", 1, [0], 2, false), undefined);
  equal(tokenByKey("ArrowDown", -1, [], 0, false), undefined);
});

/**
 * Answers to the steps from 0 onwards, outcome and hints, as the tab has kept them.
 * @param {string} key @param {[Outcome, number][]} given
 */
function answered(key, ...given) {
  const answers = new Answers(key);
  given.forEach(([outcome, hints], step) => answers.add({ step, pick: [1, 2], outcome, hints }));
  return new Answers(key);
}

Deno.test("the score counts answers, right ones, those without a hint, and the last row", () => {
  sessionStorage.clear();
  equal(answered("none").score(), { n: 0, right: 0, alone: 0, streak: 0 });
  const answers = answered("a", ["right", 0], ["wrong", 0], ["tied", 1], ["right", 0]);
  equal(answers.score(), { n: 4, right: 3, alone: 2, streak: 2 });
  const shown = answered("b", ["right", 0], ["shown", 3], ["right", 0]);
  equal(shown.score(), { n: 2, right: 2, alone: 2, streak: 1 });
});

Deno.test("each walk keeps its own answers until they are cleared, and the last 20 walks theirs", () => {
  sessionStorage.clear();
  for (let i = 0; i < 25; i++) answered(`walk ${i}`, ["right", 0]);
  new Answers("walk 24").clear();
  const kept = Array.from({ length: 25 }, (_, i) => new Answers(`walk ${i}`).bySteps.size);
  equal(kept, [...Array(5).fill(0), ...Array(19).fill(1), 0]);
});

Deno.test("Chinese that is cut at marks alone is cut into phrases", () => {
  const cuts = /** @type {[string[], boolean][]} */ ([
    [["君不见黄河之水天上来", "，", "奔流到海不复回", "。"], true],
    [["やわらかい", "ひらがなのぶん", "、"], true],
    [["外婆家", "在", "山里", "，", "屋后", "是", "茶园", "。"], false],
    [["外", "婆", "家", "在", "山", "里"], false],
    [["A", "school", "garden", "学校的菜园里种着番茄"], false],
    [["hug", "internationalization"], false],
    [["，", "。"], false],
    [[], false],
  ]);
  for (const [words, expected] of cuts) equal(arePhrases(words), expected, String(words));
});

/**
 * The pieces fetched at a step of a walk of 100 in pieces of 10, of which only the first has
 * arrived, and how often the page is drawn. The first requests may find no network.
 */
async function fetchedAt(/** @type {number} */ step, failing = 0, isConnected = true) {
  const views = Array(10).fill({});
  const model = new InPieces({ key: "k", piece_size: 10, pieces: { 0: views } }, 100);
  /** @type {string[]} */
  const asked = [];
  let drawn = 0;
  let open = 0;
  /** @type {(() => void)[]} */
  const later = [];
  const { document: page, fetch: fetching, setTimeout } = globalThis;
  Object.assign(globalThis, {
    document: { querySelector: () => ({ src: "https://host/app/static/js/index.js" }) },
    fetch: (/** @type {string} */ address) => {
      asked.push(address);
      if (failing-- > 0) return Promise.reject(new Error("no network"));
      equal(open++, 0); // one at a time
      return Promise.resolve(Response.json(views)).finally(() => open--);
    },
  });
  Object.assign(globalThis, { setTimeout: (/** @type {() => void} */ act) => later.push(act) });
  const node = /** @type {any} */ ({ isConnected });
  const pieces = new Pieces({ model, step, node, update: () => void drawn++ }, () => {});
  await Promise.all([pieces.fetchAround(), pieces.fetchAround()]);
  Object.assign(globalThis, { setTimeout });
  for (const act of later) act();
  await new Promise((done) => setTimeout(done));
  Object.assign(globalThis, { document: page, fetch: fetching });
  return [asked.map((each) => each.replace("https://host/app/trace/k/", "")), drawn];
}

Deno.test("what is needed here comes first, then its neighbours; the page is drawn for it alone", async () => {
  equal(await fetchedAt(50), [["5", "4", "6"], 2]); // its own piece, and that of the step before
  equal(await fetchedAt(3), [["1"], 0]);
  equal(await fetchedAt(100), [["10", "9"], 2]);
  // After a while, what has not come is asked for once more, unless its walk is gone.
  equal(await fetchedAt(50, 1), [["5", "4", "6", "5"], 2]);
  equal(await fetchedAt(50, 1, false), [["5", "4", "6"], 1]);
});

/** hug ×10, pug ×5, pun ×12, bun ×4, hugs ×5: 7 characters, 113 in all; 36 words, 5 of them. */
const HUG = /** @type {any} */ ({
  walk: {
    name: "BPE",
    characters: [7, 113],
    whole_words: [5, 36],
    word_total: 5,
    unit: "char",
    words: ["hug", "pug", "pun", "bun", "hugs"].map((word) => [...word]),
  },
  steps: 7,
  tokenCounts: [113, 93, 77, 62, 50, 45, 40, 36],
  sizeAt: (/** @type {number} */ step) => 7 + step,
  isCut: () => false,
  textOf: (/** @type {number} */ word) => HUG.walk.words[word].join(""),
});
const changed = (/** @type {object} */ walk) => ({ ...HUG, walk: { ...HUG.walk, ...walk } });
/** The same text with more different words than the vocabulary ever has. */
const MANY = changed({ whole_words: [28, 36] });

Deno.test("a walk goes from characters to its last size, over the tokens that are needed", () => {
  const { characters, words, at } = growth.tradeOff(MANY);
  const x = (/** @type {number} */ size) => Math.log(size / 7) / Math.log(28 / 7);
  const near = (/** @type {{x: number, y: number}} */ { x, y }) => [x, y].map((n) => n.toFixed(9));
  equal(near(characters), near({ x: 0, y: 1 }));
  equal(near(words), near({ x: 1, y: 36 / 113 }));
  equal(near(at(0)), near(characters));
  equal(near(at(3)), near({ x: x(10), y: 62 / 113 }));
  equal(near(at(7)), near({ x: x(14), y: 36 / 113 }));
});

Deno.test("few words are drawn by how many would be unknown: those with a letter of their own", () => {
  // Only bun has a b, and only hugs an s.
  equal(growth.unknownWords(HUG), { words: 5, characters: 2, pieces: 2 });
  equal(growth.unknownWords(changed({ unit: "byte" })), { words: 5, characters: 2, pieces: 0 });
  const { characters, words, at } = growth.tradeOff(HUG);
  equal([words.x, characters.x, at(0).x, at(7).x], [1, 2 / 5, 2 / 5, 2 / 5]);
});

Deno.test("the size is drawn where few words tell nothing, or not all of them were sent whole", () => {
  const words = ["ab", "cd", "ef", "gh", "ij"].map((word) => [...word]);
  const others = [{ word_total: 6 }, { lines: true }, { words }].map(changed);
  for (const model of [MANY, ...others, { ...HUG, isCut: () => true }]) {
    equal(growth.unknownWords(model), undefined);
  }
});

Deno.test("a vocabulary of pieces may be smaller than that of characters, and a text without words", () => {
  // Thousands of different characters, as in Chinese cut into bytes.
  const said = growth.betterFor(changed({ characters: [3000, 113] }), 4, String);
  equal(
    said.split(". ").slice(1).join(),
    "Of those that can: smaller vocabulary, BPE (11, not 3000); fewer tokens, BPE (50, not 113).",
  );
  equal(growth.betterFor(changed({ whole_words: [0, 0] }), 0, String), "");
});

Deno.test("the largest figure is at the top, and the last step at the right", () => {
  const tokens = (/** @type {number} */ step) => HUG.tokenCounts[step];
  const { level, place } = growth.scaled([...Array(8).keys()], tokens, 113, 36);
  equal([place(0), place(7), level(36)], [{ x: 0, y: 1 }, { x: 1, y: 36 / 113 }, 36 / 113]);
  equal(growth.scaled([0, 1], (step) => 7 + step, 7, 16).place(1).y, 0.5);
  equal(growth.scaled([0], () => 0, 0, 0).place(0), { x: 0, y: 0 });
});

Deno.test("a pair has occurred since its last birth, whatever its count became", () => {
  const counts = /** @type {[number, number, number][]} */ ([[0, 1, 12], [1, 4, 2], [6, 9, 5]]);
  equal([0, 3, 6, 8].map((step) => lastBirth(counts, step)), [0, 0, 6, 6]);
});

Deno.test("a pair with the winner's score that is too rare would win under no tie rule", () => {
  const sum = (
    /** @type {number[]} */ pairs,
    /** @type {number[]} */ token_counts,
  ) => /** @type {any} */ ({ pairs, token_counts });
  const outcome = (/** @type {any} */ chosen) =>
    pairOutcome({ left: 0, right: 1 }, sum([0, 1, 6], [12, 6]), chosen, { min_frequency: 2 });
  equal(outcome(sum([0, 1, 6], [12, 6])), "right");
  equal(outcome(sum([2, 3, 2], [6, 4])), "tied");
  equal(outcome(sum([2, 3, 1], [3, 4])), "wrong");
});

Deno.test("the word is whole, of letters, and left in pieces; then long enough, then frequent", () => {
  const cases = /** @type {[Record<string, number>, string|undefined][]} */ ([
    [{ " have": 2, "The": 1, "There": 2, "It": 1, "“Tell": 2 }, "There"],
    [{ hug: 1, pun: 1, hugs: 1 }, "hugs"],
    [{ 一个芽: 2, 一个玻璃杯: 2, 就觉得它们是渴了: 3 }, "一个玻璃杯"],
    [{ " the": 1, " harbour": 2 }, " harbour"],
    [{ "7th": 2, the: 1 }, "the"],
    [{ a: 1, happilyhap: 2, happilyhapp: 2 }, "happilyhap"],
    [{ a: 1, happilyhapp: 2 }, undefined],
  ]);
  for (const [pieces, wanted] of cases) {
    const texts = Object.keys(pieces);
    const word = exampleWord(
      /** @type {any} */ ({
        walk: { words: texts.map((text) => [...text]), shown: texts.length, marker: -1 },
        textOf: (/** @type {number} */ word) => texts[word],
        tokensAt: (/** @type {number} */ word) => Array(pieces[texts[word]]),
      }),
    );
    equal(texts[word ?? NaN], wanted);
  }
});

Deno.test("each step of a short walk has a mark of its own; a hundred stand for those of a long one", () => {
  const places = placesOf([1, 1, 4, 2], 5);
  equal(places, [{ at: 0.2, share: 1 }, { at: 0.8, share: 1 }, { at: 1, share: 1 }]);
  equal(placesOf([1, 20, 1_001, 5], 2_000).map(({ share }) => share), [1, 0.25]);
  equal([placesOf([1, 32_001], 32_001).length, placesOf([], 0).length], [100, 0]);
});

Deno.test("a kept step follows the walk, and none is kept while the server hears each", () => {
  const { dataset } = makeDocument().documentElement;
  place.followSavedStep(4);
  equal(place.savedStep(), undefined);
  dataset.savedStep = "3";
  place.followSavedStep(0);
  equal(place.savedStep(), 0);
});

Deno.test("a reload comes back to the arrival's last place, a link to the one that it names", () => {
  makeDocument();
  keepInTab("arrival_place", 4);
  const places = /** @type {[string, number][]} */ (
    [["", 1], ["?arrival=1", 1], ["?arrival=3", 3], ["", 0]]
  );
  const shown = places.map(([search, place]) => {
    history.replaceState(null, "", new URL(`http://app/${search}`));
    let shown;
    const stepper = { prediction: { answers: { clear() {} } } };
    const show = (/** @type {number} */ to) => shown = to;
    Arrival.prototype.follow.call(/** @type {any} */ ({ isOn: false, stepper, show }), place);
    return shown;
  });
  equal(shown, [4, 1, 3, 0]);
});

/** A page with what follows a walk, the walk's place, and others. */
function followed(/** @type {HTMLElement[]} */ ...others) {
  const page = componentOnPage(mountFollower);
  page.document.body.append(el("div.st-key-walk_place"), ...others);
  return page;
}

Deno.test("while no server hears it, the address follows the walk, which is kept", () => {
  const app = el("div", { "data-testid": "stApp" });
  const { draw } = followed(app);
  let lose = () => {};
  Object.assign(globalThis, {
    MutationObserver: class {
      constructor(/** @type {() => void} */ changed) {
        lose = changed;
      }
      observe() {}
    },
  });
  history.replaceState(null, "", new URL("http://app/?step=4"));
  draw({ step: 4, walk: 1, corpus: "", lang: "en" });
  lose(); // before the walk is there
  const { setTimeout } = globalThis;
  const found = ["CONNECTED", "DISCONNECTED"].map((state, i) => {
    app.dataset.testConnectionState = state;
    Object.assign(globalThis, { setTimeout: (/** @type {() => void} */ act) => void act() });
    place.announce({ step: i + 1 });
    Object.assign(globalThis, { setTimeout });
    return [location.search, place.savedStep()];
  });
  equal(found, [["?step=4", undefined], ["?step=2", 2]]);
});

Deno.test("figures follow the walk, rounded as Python rounds", () => {
  const figure = el("span", { "data-walk": "share", "data-times": 2 });
  const { draw } = followed(figure);
  const drawn = { walk: 1, corpus: "", lang: "en", step: 0 };
  draw(drawn);
  const found = [0.0625, 50, 0.1875].map((share) => {
    place.announce({ step: 0, share });
    return figure.textContent;
  });
  equal(found, ["0.12", "100", "0.38"]);
  figure.textContent = "of an earlier step";
  draw(drawn);
  equal(figure.textContent, "0.38");
});

Deno.test("on leaving, Python is told the step, which the address gets with its corpus", () => {
  const wayOut = el("header");
  const { document, draw, told } = followed(wayOut);
  const leave = (/** @type {string} */ corpus, /** @type {string} */ search, step = 3) => {
    draw({ step: 1, walk: 1, corpus, lang: "en" });
    history.replaceState(null, "", new URL(`http://app/wordpiece${search}`));
    place.announce({ step });
    told.length = 0;
    wayOut.dispatchEvent(/** @type {any} */ ({ type: "pointerdown" }));
    equal(told.map((report) => report.flat().slice(0, 3)), [["step", 1, step]]);
    return location.search;
  };
  equal(leave("quit", "?lang=en"), "?lang=en&corpus=quit&step=3");
  equal(leave("quit", "?lang=en&corpus=low&step=1"), "?lang=en&corpus=low&step=3");
  equal(leave("", "?text=AAAA"), "?text=AAAA&step=3");
  equal(leave("", "?text=AAAA&step=2", 0), "?text=AAAA");
  place.announce({ step: 3 });
  // A step that was kept without a server is kept until Python has drawn it.
  document.documentElement.dataset.savedStep = "3";
  const kept = [2, 3].map((step) => {
    draw({ step, walk: 1, corpus: "quit", lang: "en" });
    return place.savedStep();
  });
  equal(kept, [3, undefined]);
});

Deno.test("the page is as large as the screen until asked again, or its view is left", async () => {
  const document = makeDocument();
  const { documentElement } = document;
  let isAllowed = false;
  Object.assign(documentElement, {
    requestFullscreen() {
      if (!isAllowed) return Promise.reject(new TypeError("It may be refused."));
      return Promise.resolve(Object.assign(document, { fullscreenElement: documentElement }));
    },
  });
  Object.assign(document, {
    exitFullscreen: () => Object.assign(document, { fullscreenElement: null }),
  });
  const told = /** @type {string[]} */ ([]);
  const { full, leave } = new Presenter({ node: el("div") }, (name) => told.push(name));
  const isFull = async (/** @type {HTMLElement} */ pressed) => {
    pressed.click();
    await Promise.resolve();
    return Boolean(document.fullscreenElement);
  };
  equal(await isFull(full), false);
  isAllowed = true;
  equal([await isFull(full), await isFull(full), await isFull(full)], [true, false, true]);
  equal([await isFull(leave), told], [false, ["leave"]]);
});
