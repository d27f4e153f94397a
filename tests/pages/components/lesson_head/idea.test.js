import assert, { deepEqual as equal } from "node:assert/strict";

import mount from "../../../../pages/components/lesson_head/idea.js";
import { withLesson } from "../../../../pages/components/lesson_head/lessons_read.js";
import { componentOnPage } from "../plain_document.js";

/** The idea of a lesson on its page, and the rest of the page. */
function drawn() {
  const page = componentOnPage(mount);
  const { document, parentElement } = page;
  const make = (/** @type {string} */ tag) => document.createElement(tag);
  const [box, text, main] = [make("div"), make("div"), make("div")];
  box.className = "st-key-idea_train";
  text.append(make("p"), make("p"));
  main.setAttribute("data-testid", "stMain");
  box.append(text, parentElement);
  document.body.append(box, main);
  page.draw({ lesson: "train", translations: {} });
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
  const { document, main } = drawn();
  document.body.click();
  equal(keptBy(document), "");
  main.click();
  equal(keptBy(document), "lessons_read=train");
});

Deno.test("the button folds the idea to its first sentence", () => {
  const { box, press } = drawn();
  press("button");
  equal(box.getAttribute("data-shown"), "lead");
});

Deno.test("a lesson is added once to those that were read, beside other cookies", () => {
  assert.equal(withLesson("", "read", "train"), "train");
  assert.equal(withLesson("a=b; read=train; c=d", "read", "unigram"), "train.unigram");
  assert.equal(withLesson("read=train.unigram", "read", "unigram"), "");
  assert.equal(withLesson("unread=train", "read", "train"), "train");
});
