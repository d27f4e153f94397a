import { deepEqual as equal } from "node:assert/strict";

import { AnswerSheet } from "../../../../pages/lessons/quiz/marking.js";
import mount from "../../../../pages/lessons/quiz/quiz.js";
import { componentOnPage } from "../../components/plain_document.js";

const question = (/** @type {number} */ right, more = {}) => ({
  ask: "How often does {pair} occur?",
  why: "It is {count}.",
  facts: { pair: { pair: ["h", "u"] }, count: 10 + right },
  choices: [{ value: 7 }, { value: 8, why: "Forgets one." }, { value: 9 }],
  right,
  step: null,
  words: [],
  rules: [],
  ...more,
});
const QUESTIONS = /** @type {any[]} */ ([
  question(1, { words: [[["h", "u"], 5]], rules: [["h", "u", "hu"]] }),
  question(0, { words: [[["hu"], 5]], step: 2 }),
]);
const DATA = {
  name: "one",
  questions: QUESTIONS,
  in_room: QUESTIONS.map((_, seed) => ({ form: "count", seed })),
  answers: "",
  at_once: false,
  present: false,
  about: { corpus: "hug", is_large: false, suited: [] },
  lang: "en",
};

function drawn(more = {}) {
  const page = componentOnPage(mount);
  page.draw({ ...DATA, ...more });
  return page;
}

Deno.test("a question has its words as they are at its step, and the merges", () => {
  const { texts, press } = drawn();
  equal(texts(".quiz h2"), ["How often does h+u occur?"]);
  equal(texts(".scene h3"), ["The words, before the first merge", "The merges, in their order"]);
  equal(texts(".scene li"), ["hu×5", "h+u → hu"]);
  press(".moves .main");
  equal(texts(".scene h3"), ["The words after step 2"]);
  equal(texts(".progress"), ["Question 2 of 2"]);
});

Deno.test("the result says what was right, what was chosen instead, and why", () => {
  const { press, texts, document, found } = drawn();
  press(".choice", 0);
  equal(document.activeElement.textContent, "7"); // the focus stays
  press(".moves .main");
  equal(texts(".note"), ["Still unanswered: 1"]);
  press(".moves .main");
  equal(texts(".score"), ["0 of 2 right"]);
  equal(document.activeElement.className, "score");
  equal(texts(".verdict"), ["✗ wrong", "✗ no answer"]);
  equal(texts(".review .why"), ["It is 11.", "It is 10."]);
  const signs = found(".review .choices li");
  equal(signs.map((each) => each.textContent), [
    "✗7 your answer",
    "✓8 Forgets one.",
    "·9 ",
    "✓7 ",
    "·8 Forgets one.",
    "·9 ",
  ]);
  press(".quiz .moves button", 1); // try these again
  equal([texts(".progress"), texts("[aria-pressed=true]")], [["Question 1 of 2"], []]);
});

Deno.test("a tab that is loaded again has its answers of this quiz, and none of another", () => {
  const { press } = drawn();
  press(".choice", 1);
  const { name, answers } = JSON.parse(sessionStorage.getItem("merge-by-merge-quiz") ?? "");
  equal([name, answers], ["one", "1-"]);
  for (const [of, open] of [["one", "2"], ["two", "1"]]) {
    const page = componentOnPage(mount);
    sessionStorage.setItem("merge-by-merge-quiz", JSON.stringify({ name, answers }));
    page.draw({ ...DATA, name: of });
    equal(page.texts(".progress"), [`Question ${open} of 2`]);
  }
});

Deno.test("what a link says beside the choices is no answer", () => {
  for (const given of ["9", "x", " ", "", "-"]) {
    equal(new AnswerSheet(QUESTIONS.slice(1), given).written, "-");
  }
});
