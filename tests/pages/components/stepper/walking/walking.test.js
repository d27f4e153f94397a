import assert from "node:assert/strict";
import { deepEqual as equal } from "node:assert/strict";

import { Cheapest } from "../../../../../pages/components/stepper/rounds/token_bars.js";
import { el } from "../../../../../pages/components/drawing/elements.js";
import { Answers } from "../../../../../pages/components/stepper/walking/answers.js";
import { arePhrases } from "../../../../../pages/components/stepper/walking/corpus_model.js";
import { actionOf, tokenByKey } from "../../../../../pages/components/stepper/walking/keys.js";
import { InPieces, Pieces } from "../../../../../pages/components/stepper/walking/pieces.js";
import { Player } from "../../../../../pages/components/stepper/walking/player.js";
import { Presenter } from "../../../../../pages/components/stepper/walking/presenter.js";
import { Words } from "../../../../../pages/components/stepper/walking/words.js";
import {
  whyNoMore,
  whyStopped,
} from "../../../../../pages/components/stepper/walking/why_stopped.js";
import { makeDocument } from "../../plain_document.js";

/**
 * @import { Outcome } from "../../../../../pages/components/stepper/walking/answers.js"
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
  assert.deepEqual(answered("none").score(), { total: 0, right: 0, alone: 0, streak: 0 });
  const answers = answered("a", ["right", 0], ["wrong", 0], ["tied", 1], ["right", 0]);
  assert.deepEqual(answers.score(), { total: 4, right: 3, alone: 2, streak: 2 });
});

Deno.test("what was shown is not asked, and ends a row", () => {
  sessionStorage.clear();
  const answers = answered("a", ["right", 0], ["shown", 3], ["right", 0]);
  assert.deepEqual(answers.score(), { total: 2, right: 2, alone: 2, streak: 1 });
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

Deno.test("a stage hides what the link hides now, and no more", () => {
  makeDocument();
  /** @type {unknown[]} */
  const told = [];
  const node = el("div", { className: "stepper" });
  const presenter = new Presenter({ node }, (name) => told.push(name));
  presenter.dress({ present: true, hidden: ["bars", "growth"] });
  equal([...node.classList], [
    ...["stepper", "without-bars", "without-growth", "presenting", "spotlight"],
  ]);
  presenter.spot.click();
  presenter.dress({ present: true, hidden: ["growth"] });
  equal([...node.classList], ["stepper", "presenting", "without-growth"]);
  presenter.leave.click();
  equal(told, ["leave"]);
  presenter.dress({ present: false, hidden: [] });
  equal([[...node.classList], presenter.node.hidden], [["stepper"], true]);
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

Deno.test("a word moves from where it was, along its line or to another", () => {
  const document = makeDocument();
  const word = () => {
    const [tokens, node] = [document.createElement("span"), document.createElement("span")];
    node.append(tokens);
    return { tokens };
  };
  const places = Array.from({ length: 4 }, word);
  const at = (/** @type {[number, number][]} */ ...of) => ({
    width: 9,
    of: of.map(([left, top]) => ({ left, top })),
  });
  const moved = Words.prototype.moved.call(
    /** @type {any} */ ({
      places,
      before: at([5, 0], [20, 0], [35, 0], [50, 0]),
      spots: at([5, 0], [25, 0], [35, 30], [5, 30]),
      inSight: (/** @type {Element[]} */ words) => words,
    }),
  );
  equal([...moved.values()], [
    "translate(-5px, 0px)",
    "translate(0px, -30px)",
    "translate(45px, -30px)",
  ]);
});

Deno.test("a token of a bar is ringed in the words while it is pointed at, and no longer", () => {
  makeDocument();
  /** @type {unknown[]} */
  const rung = [];
  const words = { ring: (/** @type {number[]} */ ...ids) => rung.push(ids) };
  const bars = new Cheapest(/** @type {any} */ ({ words }));
  bars.point(3);
  bars.point();
  equal(rung, [[3], []]);
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
