import assert from "node:assert/strict";
import { deepEqual as equal } from "node:assert/strict";

import { Answers } from "../../../../../pages/components/stepper/walking/turn.js";
import { arePhrases } from "../../../../../pages/components/stepper/walking/corpus_model.js";
import {
  actionOf,
  Player,
  tokenByKey,
} from "../../../../../pages/components/stepper/walking/player.js";
import { InPieces, Pieces } from "../../../../../pages/components/stepper/walking/trace_source.js";
import {
  whyNoMore,
  whyStopped,
} from "../../../../../pages/components/stepper/walking/explained.js";
import { makeDocument } from "../../plain_document.js";
import { scaled } from "../../../../../pages/components/stepper/walking/over_steps.js";
import {
  betterFor,
  tradeOff,
  unknownWords,
} from "../../../../../pages/components/stepper/walking/growth.js";

/**
 * @import { Outcome } from "../../../../../pages/components/stepper/walking/turn.js"
 */

const PAGE = { tagName: "DIV", closest: () => null };
const SCRUBBER = { tagName: "INPUT", closest: () => null };

/** Presses a key at step 3 of 9; returns its effect, or nothing if it is not for the walk. */
function done(/** @type {Partial<KeyboardEvent>} */ press, /** @type {object} */ target = PAGE) {
  const plain = { key: "", altKey: false, ctrlKey: false, metaKey: false };
  const act = actionOf({ ...plain, ...press }, target, SCRUBBER);
  /** @type {(number|string)[]} */
  const said = [];
  const go = (/** @type {number} */ step) => void said.push(step);
  act?.({ step: 3, model: { steps: 9 }, go, togglePlay: () => void said.push("play") });
  return said[0];
}

Deno.test("arrows and page keys take a step, Home and End all of them, Space plays", () => {
  const keys = {
    ArrowLeft: 2,
    PageUp: 2,
    ArrowRight: 4,
    PageDown: 4,
    Home: 0,
    End: 9,
    " ": "play",
  };
  for (const [key, wanted] of Object.entries(keys)) assert.equal(done({ key }), wanted);
  for (const key of ["a", "Enter", "toString", "__proto__"]) assert.equal(done({ key }), undefined);
});

Deno.test("with another key held it is a shortcut of the browser", () => {
  for (const held of ["altKey", "ctrlKey", "metaKey"]) {
    assert.equal(done({ key: "ArrowRight", [held]: true }), undefined);
  }
});

Deno.test("what is typed into a field or chosen in a list is not for the walk", () => {
  for (const tagName of ["INPUT", "TEXTAREA", "SELECT"]) {
    assert.equal(done({ key: "ArrowRight" }, { ...PAGE, tagName }), undefined);
  }
  assert.equal(done({ key: "ArrowRight" }, { ...PAGE, isContentEditable: true }), undefined);
  const inSlider = (/** @type {string} */ roles) => roles.includes('[role="slider"]') ? {} : null;
  assert.equal(done({ key: "ArrowRight" }, { ...PAGE, closest: inSlider }), undefined);
  assert.equal(done({ key: "ArrowRight" }, SCRUBBER), 4);
});

Deno.test("Space presses the button that has the focus, and arrows still step", () => {
  for (const tagName of ["BUTTON", "A", "SUMMARY"]) {
    assert.equal(done({ key: " " }, { ...PAGE, tagName }), undefined);
    assert.equal(done({ key: "ArrowRight" }, { ...PAGE, tagName }), 4);
  }
});

Deno.test("arrows lead over the tokens: three words of 2, 1 and 3", () => {
  const to = (/** @type {string} */ key, /** @type {number} */ place, rtl = false) =>
    tokenByKey(`Arrow${key}`, place, [0, 2, 3], 6, rtl);
  const places = [0, 1, 2, 3, 4, 5];
  assert.deepEqual(places.map((place) => to("Right", place)), [1, 2, 3, 4, 5, 5]);
  assert.deepEqual(places.map((place) => to("Left", place)), [0, 0, 1, 2, 3, 4]);
  assert.deepEqual(places.map((place) => to("Left", place, true)), [1, 2, 3, 4, 5, 5]);
  assert.deepEqual(places.map((place) => to("Down", place)), [2, 2, 3, 3, 4, 5]);
  assert.deepEqual(places.map((place) => to("Up", place)), [0, 0, 0, 2, 2, 2]);
  assert.equal(to("Down", -1), 0);
  assert.equal(tokenByKey("Enter", 1, [0], 2, false), undefined);
  assert.equal(tokenByKey("ArrowDown", -1, [], 0, false), undefined);
});

/**
 * Answers to the steps from 0 onwards: outcome and hints.
 * @param {string} key @param {[Outcome, number][]} given
 */
function answered(key, ...given) {
  const answers = new Answers(key);
  given.forEach(([outcome, hints], step) => answers.add({ step, pick: [1, 2], outcome, hints }));
  return answers;
}

Deno.test("the score counts answers, right ones, those without a hint, and the last row", () => {
  sessionStorage.clear();
  assert.deepEqual(answered("none").score(), { n: 0, right: 0, alone: 0, streak: 0 });
  const answers = answered("a", ["right", 0], ["wrong", 0], ["tied", 1], ["right", 0]);
  assert.deepEqual(answers.score(), { n: 4, right: 3, alone: 2, streak: 2 });
});

Deno.test("what was shown is not asked, and ends a row", () => {
  sessionStorage.clear();
  const answers = answered("a", ["right", 0], ["shown", 3], ["right", 0]);
  assert.deepEqual(answers.score(), { n: 2, right: 2, alone: 2, streak: 1 });
});

Deno.test("answers outlive what shows them, each walk has its own, and they can be cleared", () => {
  sessionStorage.clear();
  answered("a", ["right", 0]);
  answered("b", ["wrong", 0], ["wrong", 0]);
  assert.deepEqual([...new Answers("a").bySteps.keys()], [0]);
  assert.deepEqual([...new Answers("b").bySteps.keys()], [0, 1]);
  new Answers("a").clear();
  assert.equal(new Answers("a").bySteps.size, 0);
  assert.equal(new Answers("b").bySteps.size, 2);
});

Deno.test("of many walks the ones answered last are kept", () => {
  sessionStorage.clear();
  for (let i = 0; i < 25; i++) answered(`walk ${i}`, ["right", 0]);
  const kept = Array.from({ length: 25 }, (_, i) => new Answers(`walk ${i}`).bySteps.size);
  assert.deepEqual(kept, [...Array(5).fill(0), ...Array(20).fill(1)]);
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
  for (const [words, expected] of cuts) {
    if (arePhrases(words) !== expected) throw new Error(`${words} ≠ ${expected}`);
  }
});

/** A walk of 100 steps in pieces of 10; only the first piece has arrived. */
const walk = () => new InPieces({ key: "k", piece_size: 10, pieces: { 0: views(0) } }, 100);

/** @param {number} piece */
const views = (piece) => Array.from({ length: 10 }, (_, i) => ({ step: 10 * piece + i }));

Deno.test("a step's view is in its piece", () => {
  const model = walk();
  model.addPieces({ 3: views(3) });
  assert.deepEqual(model.views.get(9), { step: 9 });
  assert.equal(model.views.get(10), undefined);
  assert.deepEqual(model.views.get(37), { step: 37 });
});

/** The pieces fetched at a step, in order, and how often the page is drawn. */
async function fetchedAt(/** @type {number} */ step) {
  /** @type {string[]} */
  const asked = [];
  let drawn = 0;
  const walker = { model: walk(), step, update: () => void drawn++ };
  const [page, fetching] = [globalThis.document, globalThis.fetch];
  Object.assign(globalThis, {
    document: { querySelector: () => ({ src: "https://host/app/static/js/index.js" }) },
    fetch: (/** @type {string} */ address) => {
      asked.push(address);
      return Promise.resolve(Response.json(views(Number(address.split("/").at(-1)))));
    },
  });
  const pieces = new Pieces(walker, () => undefined);
  await pieces.fetchAround();
  Object.assign(globalThis, { document: page, fetch: fetching });
  return { asked, drawn };
}

Deno.test("what is needed here comes first, then its neighbours; the page is drawn for it alone", async () => {
  const { asked, drawn } = await fetchedAt(50);
  const address = (/** @type {number} */ piece) => `https://host/app/trace/k/${piece}`;
  assert.deepEqual(asked, [5, 4, 6].map(address));
  assert.equal(drawn, 2); // the step's own piece, and that of the step before
});

Deno.test("what is here already is not fetched, nor what is beyond the end", async () => {
  assert.deepEqual((await fetchedAt(3)).asked.map((a) => a.at(-1)), ["1"]);
  assert.deepEqual((await fetchedAt(100)).asked.map((a) => a.split("/").at(-1)), ["10", "9"]);
});

Deno.test("a training that was cut short says why beside its number of steps", () => {
  assert.equal(whyNoMore({ stopped: "nothing_left" }), "(then no pair is left)");
  assert.equal(
    whyNoMore({ stopped: "min_frequency", min_frequency: 2 }),
    "(then no count reaches 2)",
  );
  for (const stopped of ["token_length", "time_limit"]) {
    assert.equal(whyNoMore({ stopped }), "(then a limit is reached)");
  }
  for (const asked of ["num_merges", "vocab_size"]) assert.equal(whyNoMore({ stopped: asked }), "");
});

Deno.test("each reason to stop is told by what stopped", () => {
  const told = (/** @type {string} */ stopped, algorithm = "bpe") =>
    whyStopped(/** @type {any} */ ({ stopped, algorithm })).replace("Training stops here: ", "");
  assert.deepEqual(
    ["num_merges", "vocab_size", "min_frequency", "token_length", "time_limit"].map((each) =>
      told(each)
    ),
    [
      "you asked for this many merges.",
      "the vocabulary has the size you asked for.",
      "no pair reaches the minimum frequency.",
      "the next token would be longer than 4,096 bytes.",
      "the time limit was reached.",
    ],
  );
  assert.deepEqual(told("nothing_left"), "no pairs are left, and each word is one token.");
  assert.deepEqual(
    told("nothing_left", "unigram"),
    "the seed vocabulary has no more tokens to drop.",
  );
});

Deno.test("a part moves from a neighbouring step, once all is measured, and not while it is asked", () => {
  makeDocument();
  const player = new Player({ steps: 5 }, 1, { controls: "" }, "en");
  Object.assign(player.movement, { begin: () => true, soon: (/** @type {() => void} */ f) => f() });
  /** @type {unknown[]} */
  let done = [];
  const part = (/** @type {string} */ name) => ({
    prepare: (/** @type {number} */ from) => done.push(`${name} left ${from}`),
    update: () => done.push(name),
    measure: (/** @type {number|undefined} */ from) => done.push(`${name} from ${from}`),
    move: (/** @type {unknown} */ _, /** @type {boolean} */ onwards) => done.push([name, onwards]),
  });
  player.parts = [part("a"), part("b")];
  const walked = (/** @type {() => void} */ act) => {
    done = [];
    act();
    return done;
  };
  const still = ["a", "b", "a from undefined", "b from undefined"];
  equal(walked(() => player.update()), still);
  equal(walked(() => player.go(2)), [
    ...["a left 1", "b left 1", "a", "b", "a from 1", "b from 1", ["a", true], ["b", true]],
  ]);
  equal(walked(() => player.go(1)).slice(-2), [["a", false], ["b", false]]);
  equal(walked(() => player.go(4)), still, "a jump");
  player.prediction = /** @type {any} */ ({ on: true });
  equal(walked(() => player.go(5)), still);
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
/** The same text with more different words than the vocabulary ever has. */
const MANY = { ...HUG, walk: { ...HUG.walk, whole_words: [28, 36] } };

/** @param {number} one @param {number} other */
const assertClose = (one, other) =>
  assert.ok(Math.abs(one - other) < 1e-9, `${one} is not ${other}`);

Deno.test("a walk goes from characters to its last size, over the tokens that are needed", () => {
  const { characters, words, at } = tradeOff(MANY);
  const x = (/** @type {number} */ size) => Math.log(size / 7) / Math.log(28 / 7);
  assertClose(characters.x, 0);
  assertClose(characters.y, 1);
  assertClose(words.x, 1);
  assertClose(words.y, 36 / 113);
  assertClose(at(0).x, characters.x);
  assertClose(at(3).x, x(10));
  assertClose(at(3).y, 62 / 113);
  assertClose(at(7).x, x(14));
  assertClose(at(7).y, words.y);
});

Deno.test("few words are drawn by how many would be unknown: those with a letter of their own", () => {
  // Only bun has a b, and only hugs an s.
  assert.deepEqual(unknownWords(HUG), { words: 5, characters: 2, pieces: 2 });
  const bytes = { ...HUG, walk: { ...HUG.walk, unit: "byte" } };
  assert.deepEqual(unknownWords(bytes), { words: 5, characters: 2, pieces: 0 });
  const { characters, words, at } = tradeOff(HUG);
  assertClose(words.x, 1);
  for (const place of [characters, at(0), at(7)]) assertClose(place.x, 2 / 5);
  assertClose(at(7).y, words.y);
});

Deno.test("the size is drawn where few words tell nothing, or not all of them were sent whole", () => {
  const partly = { ...HUG, walk: { ...HUG.walk, word_total: 6 } };
  const inLines = { ...HUG, walk: { ...HUG.walk, lines: true } };
  const words = ["ab", "cd", "ef", "gh", "ij"].map((word) => [...word]);
  const unlike = { ...HUG, walk: { ...HUG.walk, words } };
  for (const model of [MANY, partly, inLines, unlike, { ...HUG, isCut: () => true }]) {
    assert.deepEqual(unknownWords(model), undefined);
  }
});

Deno.test("each step says what words, characters and BPE are better for", () => {
  const said = (/** @type {any} */ model, /** @type {number} */ step) =>
    betterFor(model, step, String);
  const words = "Whole words need 36 tokens, but cannot read anything new.";
  assert.deepEqual(said(HUG, 0), `${words} Characters can, in 113 tokens; BPE does no better yet.`);
  const smaller = "Of those that can: smaller vocabulary, characters (7, not 11);";
  assert.deepEqual(said(HUG, 4), `${words} ${smaller} fewer tokens, BPE (50, not 113).`);
  // Thousands of different characters, as in Chinese cut into bytes.
  const walk = { ...HUG.walk, characters: [3000, 113] };
  const both =
    "Of those that can: smaller vocabulary, BPE (11, not 3000); fewer tokens, BPE (50, not 113).";
  assert.deepEqual(said({ ...HUG, walk }, 4), `${words} ${both}`);
});

Deno.test("a corpus without words, or of one word, has a chart", () => {
  for (const walk of [[0, 0, 0], [1, 1, 1]]) {
    const [size, words, tokens] = walk;
    const model = /** @type {any} */ ({
      walk: {
        characters: [size, tokens],
        whole_words: [words, words],
        name: "BPE",
        word_total: words,
        words: words ? [["a"]] : [],
      },
      steps: 0,
      tokenCounts: [tokens],
      sizeAt: () => size,
      isCut: () => false,
      textOf: () => "a",
    });
    const { at } = tradeOff(model);
    assertClose(at(0).x, 0);
    assertClose(at(0).y, tokens ? 1 : 0);
    const said = "Whole words need 1 token, but cannot read anything new. " +
      "Characters can, in 1 token; BPE does no better yet.";
    assert.deepEqual(betterFor(model, 0, String), words ? said : "");
  }
});

/** hug ×10, pug ×5, pun ×12, bun ×4, hugs ×5: 113 characters, 36 words. */
const TOKENS = [113, 93, 77, 62, 50, 45, 40, 36];

Deno.test("the largest figure is at the top, and the last step at the right", () => {
  const { level, place } = scaled([0, 1, 2, 3, 4, 5, 6, 7], (step) => TOKENS[step], 113, 36);
  assert.deepEqual(place(0), { x: 0, y: 1 });
  assert.deepEqual(place(7), { x: 1, y: 36 / 113 });
  assert.equal(level(36), place(7).y);
});

Deno.test("words may need a larger vocabulary than any step, and a walk may have no step", () => {
  assert.equal(scaled([0, 1], (step) => 7 + step, 7, 16).place(1).y, 0.5);
  assert.deepEqual(scaled([0], () => 0, 0, 0).place(0), { x: 0, y: 0 });
});
