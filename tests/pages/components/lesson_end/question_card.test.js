import { deepEqual as equal } from "node:assert/strict";

import { questionCard } from "../../../../pages/components/lesson_end/question_card.js";
import { makeDocument } from "../plain_document.js";

const QUESTION = {
  name: "ties",
  lesson: "train",
  ask: "Which pair wins?",
  choices:
    /** @type {[string, string][]} */ ([["a", "No."], ["b", "Because."], ["c", "Nor this."]]),
  right: 1,
};

/** A card whose choices are pressed in this order: what is kept, said, and how often it was told. */
function pressed(/** @type {number[]} */ ...choices) {
  makeDocument();
  const kept = new Map();
  const value = {
    getItem: (/** @type {string} */ name) => kept.get(name) ?? null,
    setItem: (/** @type {string} */ name, /** @type {string} */ text) => kept.set(name, text),
  };
  Object.defineProperty(globalThis, "localStorage", { value, configurable: true });
  let answered = 0;
  /** @type {any} */
  const card = questionCard(QUESTION, () => answered++);
  const said = choices.map((choice) => {
    card.querySelectorAll("button")[choice].click();
    return card.querySelector(".verdict").textContent;
  });
  const { missed } = JSON.parse(kept.get("merge-by-merge-answers")).ties;
  const marks = card.querySelectorAll("button").map((/** @type {any} */ each) => each.className);
  return { said, missed, answered, marks };
}

Deno.test("each choice says why, and the first one is remembered", () => {
  equal(pressed(0, 1, 1), {
    said: ["Not quite. No.", "Right. Because.", "Right. Because."],
    missed: true,
    answered: 1,
    marks: ["choice wrong", "choice right", "choice"],
  });
  const { missed, answered } = pressed(1, 2);
  equal([missed, answered], [false, 1]);
});
