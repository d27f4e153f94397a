import { deepStrictEqual as equal } from "node:assert/strict";

import mount from "../../../../pages/lessons/quiz/quiz.js";
import { componentOnPage } from "../../components/plain_document.js";

const question = (/** @type {number} */ right) => ({
  ...{ ask: "How many?", why: "", facts: {}, step: null, words: [], rules: [] },
  choices: [{ value: 7 }, { value: 8 }, { value: 9 }],
  right,
});
const QUESTIONS = /** @type {any[]} */ ([question(1), question(0)]);
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

Deno.test("a tab that is loaded again has its answers of this quiz, and none of another", () => {
  const { draw, press } = componentOnPage(mount);
  draw(DATA);
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

Deno.test("answers in a link, which leave the address, are kept in the tab", () => {
  for (const beside of ["9", "x", " ", "", "-"]) { // no answer
    const { draw } = componentOnPage(mount);
    sessionStorage.setItem("merge-by-merge-quiz", '{"name": "one", "answers": "2-"}');
    draw({ ...DATA, answers: `1${beside}` });
    const kept = JSON.parse(sessionStorage.getItem("merge-by-merge-quiz") ?? "");
    equal(kept, { name: "one", answers: "1-" });
  }
});
