import assert from "node:assert/strict";

import life from "../../../../pages/lessons/tokenizer_file/life/life.js";
import { RuleWalk } from "../../../../pages/components/stepper/walking/rule_walk.js";
import { rulesOf } from "../../../../pages/lessons/tokenizer_file/life/rank_walk.js";
import overlay from "../../../../pages/lessons/tokenizer_file/overlay/overlay.js";
import { partingOf } from "../../../../pages/lessons/tokenizer_file/overlay/parting.js";
import { stretches } from "../../../../pages/lessons/tokenizer_file/tokens/token_list.js";
import { componentOnPage } from "../../components/plain_document.js";

Deno.test("folded rows that follow each other are one stretch", () => {
  const rows = [false, true, true, false, true].map((folded, id) => ({ folded, id }));
  const found = stretches(rows).map(({ folded, items }) => [folded, items.map(({ id }) => id)]);
  assert.deepEqual(found, [[false, [0]], [true, [1, 2]], [false, [3]], [true, [4]]]);
  assert.deepEqual(stretches([]), []);
});

Deno.test("each pair of neighbours has the rule that fits it, and the applied ones are known", () => {
  const rule = (/** @type {number} */ place, chosen = false) => ({
    place,
    rank: 10 - place,
    id: place,
    spelling: "",
    chosen,
  });
  const rules = rulesOf([rule(4, true), rule(1), rule(2, true)]);
  assert.deepEqual(rules.map(({ number }) => number), [6, 9, 8]);
  const first = RuleWalk.prototype.firstAt.call(/** @type {any} */ ({ rulesAt: () => rules }), 0);
  assert.deepEqual(first.map(({ place }) => place), [2, 4]);
});

/** Tokens that end at these bytes. @param {number[]} ends @returns {[number, number][]} */
const ending = (...ends) => ends.map((end, i) => [ends[i - 1] ?? 0, end]);

Deno.test("a place where two cuts part is a stretch between borders that both have", () => {
  const cases = /** @type {[number[], number[], number, number, boolean[]][]} */ ([
    [[3, 5], [3, 5], 0, 5, [false, false]],
    [[4, 5, 7], [2, 4, 5, 6, 7], 2, 1, [true, false, true]],
    [[2, 4], [1, 2, 3, 4], 2, 0, [true, true]],
    [[2, 4], [1, 3, 4], 1, 0, [true, true]], // they cross each other
    [[2, 2], [2], 0, 2, [false, false]], // a token of no byte
  ]);
  for (const [one, other, places, same, parted] of cases) {
    const [there, back] = [[one, other], [other, one]].map(([a, b]) =>
      partingOf(ending(...a), ending(...b))
    );
    assert.deepEqual([there.places, there.same, there.one, back.other], [
      ...[places, same, parted, parted],
    ]);
  }
});

Deno.test("a word that is clicked is asked for by the place of its first token", () => {
  const { draw, press, told } = componentOnPage(life);
  draw({
    life: {
      token: { id: 7, spelling: "ug", kind: "normal", bytes: "7567" },
      tree: [],
      variants: [],
    },
    origin: "",
    words: { words: [[1, 2], [3]], firsts: [0, 2], tokens: {}, chosen: 0 },
    lang: "en",
  });
  press(".word-choice .word", 1);
  assert.deepEqual(told, [["place", 2]]);
});

Deno.test("only the token that is pointed at is marked as that", () => {
  const { draw, found, texts } = componentOnPage(overlay);
  const row = { code: "a", name: "A", remark: "", labels: {}, unknown: -1, address: {} };
  const rows = [{ ...row, tokens: [7, 0, 1, 8, 1, 3] }, { ...row, tokens: [9, 0, 3] }];
  draw({ input: "hug", rows, two: [], life: "", lang: "en" });
  for (const [place, bytes] of ["68", "75 67", "68 75 67"].entries()) {
    found(".tokens .chip")[place].dispatchEvent({ type: "pointerover" });
    const marked = found(".tokens .chip").map(({ classList }) => classList.contains("pointed"));
    assert.deepEqual([marked.indexOf(true), marked.filter(Boolean).length], [place, 1]);
    assert.deepEqual(texts(".said code"), [bytes]);
  }
});
