import { deepStrictEqual as equal } from "node:assert/strict";

import { el } from "../../../pages/components/drawing/elements.js";
import askAgain from "../../../pages/components/lesson_end/ask_again.js";
import {
  finish,
  finishedLessons,
  noteAnswer,
  questionsToAsk,
} from "../../../pages/components/lesson_end/course_progress.js";
import mount from "../../../pages/components/lesson_head/idea.js";
import {
  isLessonRead,
  noteLessonRead,
} from "../../../pages/components/lesson_head/lessons_read.js";
import way from "../../../pages/lessons/course/way.js";
import { componentOnPage } from "./plain_document.js";

/** The idea of a lesson on its page, and the rest of the page. */
function drawn() {
  const page = componentOnPage(mount);
  const { document, parentElement } = page;
  const main = /** @type {any} */ (el("div", { "data-testid": "stMain" }));
  const box = el("div.st-key-idea_train", el("div", el("p"), el("p")), parentElement);
  document.body.append(box, main);
  page.draw({ lesson: "another" });
  page.draw({ lesson: "train", translations: { "The whole explanation": "全部讲解" } });
  return { ...page, box, main };
}

const keptBy = (/** @type {any} */ document) => document.cookie.split(";")[0];

Deno.test("whoever steps with a key or does something in the lesson has read its idea", () => {
  const steps = ["ArrowLeft", "ArrowRight", "PageUp", "PageDown", "Home", "End", " "];
  const typed = ["a", "Tab", "Enter", "ArrowDown"];
  for (const key of [...steps, ...typed]) {
    const { document, main } = drawn();
    main.dispatchEvent({ type: "keydown", init: { key } });
    equal(keptBy(document), steps.includes(key) ? "lessons_read=train" : "", key);
  }
  for (const type of ["click", "input"]) {
    const { document, main } = drawn();
    document.body.dispatchEvent({ type });
    equal(keptBy(document), "");
    main.dispatchEvent({ type });
    main.dispatchEvent({ type });
    equal(document.cookie, "lessons_read=train; path=/; max-age=15552000; SameSite=Lax");
  }
});

Deno.test("the button folds the idea to its first sentence", () => {
  const { box, found, press } = drawn();
  const [button] = found("button");
  equal(button.title, "全部讲解");
  const rest = /** @type {HTMLElement} */ (box.querySelector("p + p"));
  const states = [true, false].map((isHidden) => {
    rest.hidden = !isHidden;
    press("button");
    return [box.getAttribute("data-shown"), button.getAttribute("aria-expanded")];
  });
  equal(states, [["lead", "true"], ["whole", "false"]]); // a stylesheet hides the rest
  rest.hidden = false;
  const isNeeded = [30, 31].map((clientHeight) => {
    Object.assign(/** @type {any} */ (rest.parentElement), { clientHeight });
    press("button");
    return !button.hidden;
  });
  equal(isNeeded, [false, true]); // not for less than two lines
});

Deno.test("a lesson is added once to those that were read, beside other cookies", () => {
  const cases = [
    ["a=b; lessons_read=train; c=d", "lessons_read=train.unigram"],
    ["lessons_read=train.unigram", "lessons_read=train.unigram"],
    ["unread=train", "lessons_read=unigram"],
    ["lessons_reader=train", "lessons_read=unigram"],
  ];
  for (const [before, after] of cases) {
    const { document } = componentOnPage(mount);
    document.cookie = before;
    noteLessonRead("unigram");
    equal([keptBy(document), isLessonRead("train")], [after, before.includes("s_read=train")]);
  }
});

/** A browser that keeps what it is given; of each name, at first, what somebody left there. */
function remember(left = /** @type {string|null} */ (null)) {
  const kept = new Map();
  const value = {
    getItem: (/** @type {string} */ name) => kept.get(name) ?? left,
    setItem: (/** @type {string} */ name, /** @type {string} */ text) => kept.set(name, text),
  };
  Object.defineProperty(globalThis, "localStorage", { value, configurable: true });
}

Deno.test("a finished lesson is remembered once", () => {
  remember();
  for (const lesson of ["train", "bytes", "train"]) finish(lesson);
  equal(finishedLessons(), ["train", "bytes"]);
});

Deno.test("what another version stored counts as nothing", () => {
  for (const value of ["null", "{", "7", '{"train":true}', "", '"train"']) {
    remember(value);
    equal(finishedLessons(), []);
  }
  remember('["train", 7, null]');
  equal(finishedLessons(), ["train"]);
});

Deno.test("a browser that keeps nothing does not stop the course", () => {
  const get = () => {
    throw new Error("denied");
  };
  Object.defineProperty(globalThis, "localStorage", { get, configurable: true });
  finish("train");
  equal(finishedLessons(), []);
});

const HOUR = 3600 * 1000;

Deno.test("questions of finished lessons come back after a day, missed ones first", () => {
  remember();
  finish("train");
  const answer = (/** @type {number} */ hours, missed = false, lesson = "train") => ({
    at: hours * HOUR,
    lesson,
    missed,
  });
  noteAnswer("early", answer(0));
  noteAnswer("later", answer(2));
  noteAnswer("missed", answer(3, true));
  noteAnswer("missed before", answer(1, true));
  noteAnswer("unfinished", answer(0, true, "bytes"));
  noteAnswer("late", answer(5));
  equal(questionsToAsk(23.9 * HOUR), []);
  equal(questionsToAsk(24 * HOUR), ["early"]);
  equal(questionsToAsk(48 * HOUR), ["missed before", "missed", "early"]);
  for (const missed of ["missed", "missed before"]) noteAnswer(missed, answer(48));
  equal(questionsToAsk(49 * HOUR), ["early", "later", "late"]);
});

Deno.test("what another version kept counts as no answer", () => {
  for (const text of ["no JSON", "[]", "3", '{"ties": 1, "bpe": {"at": "x"}, "a": null}']) {
    remember(text);
    finish("train");
    equal(questionsToAsk(1e15), []);
    noteAnswer("new", { at: 0, lesson: "train", missed: false });
    equal(questionsToAsk(1e15), ["new"]);
  }
});

Deno.test("what is due is asked for by name, and a course's link goes where a key says", () => {
  remember();
  finish("train");
  noteAnswer("ties", { at: 0, lesson: "train", missed: true });
  const page = componentOnPage(askAgain);
  page.draw({ questions: [], lang: "en" });
  page.press("button.primary");
  equal(page.told, [["names", ["ties"]]]);

  const { draw, told, texts, found } = componentOnPage(way);
  const lessons = ["train", "encode", "bytes"].map((address) => ({ address, name: address }));
  const chapters = ["One", "Two"].map((heading) => ({ heading, lessons }));
  draw({ parts: [{ heading: "", chapters }], lang: "en" });
  equal(texts("h3"), ["One", "Two"]);
  draw({ parts: [{ heading: "", chapters: chapters.slice(1) }], lang: "en" });
  equal([texts("h3"), texts(".mark")], [[], ["finished", "Go on here"]]);
  const link = found("a")[1];
  for (const key of ["ctrlKey", "metaKey", "shiftKey"]) {
    equal(link.dispatchEvent({ type: "click", init: { [key]: true } }), true);
  }
  equal([link.dispatchEvent({ type: "click" }), told], [false, [["lesson", "encode"]]]);
});
