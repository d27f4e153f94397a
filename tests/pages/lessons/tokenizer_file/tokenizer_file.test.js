import assert from "node:assert/strict";
import { deepEqual as equal } from "node:assert/strict";

import life, { rulesOf } from "../../../../pages/lessons/tokenizer_file/life.js";
import { RuleWalk } from "../../../../pages/components/stepper/walking/rule_walk.js";
import overlay, { partingOf } from "../../../../pages/lessons/tokenizer_file/overlay.js";
import list, { stretches } from "../../../../pages/lessons/tokenizer_file/token_list.js";
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

/** A token of a file. @param {number} id @param {string} spelling @param {number|null} rank */
const token = (id, spelling, rank = null) => ({
  ...{ id, spelling, rank, text: spelling, score: null },
  bytes: [...new TextEncoder().encode(spelling)].map((byte) => byte.toString(16)).join(""),
});
const [H, U, G, UG, HUG] = [
  ...[token(1, "h"), token(2, "u"), token(3, "g")],
  ...[token(7, "ug", 4), token(8, "hug", 1500)],
];
const rule = (/** @type {any} */ made, /** @type {number} */ place, chosen = true) => ({
  ...{ place, rank: made.rank, id: made.id, spelling: made.spelling, chosen },
});
const LIFE = {
  life: {
    token: HUG,
    tree: [
      { ...HUG, left: 4, right: 1 },
      { ...UG, left: 3, right: 2 },
      ...[G, U, H].map((one) => ({ ...one, left: null, right: null })),
    ],
    is_reached: false,
    variants: [{ name: "capital", text: "Hug", ids: [9, 7] }],
    tokens: Object.fromEntries([H, U, G, UG, HUG].map((one) => [one.id, one])),
  },
  origin: "rank 1,500",
  variants: { capital: "with a capital" },
  words: null,
  replay: {
    word: "hug",
    steps: [
      {
        ids: [1, 2, 3],
        spellings: ["h", "u", "g"],
        ready: [rule(UG, 1), rule({ ...token(9, "hu", 60) }, 0, false)],
      },
      { ids: [1, 7], spellings: ["h", "ug"], ready: [rule(HUG, 0)] },
      { ids: [8], spellings: ["hug"], ready: [] },
    ],
    tokens: Object.fromEntries([H, U, G, UG, HUG].map((one) => [one.id, one])),
  },
  step: 0,
  visit: 0,
  lang: "en",
};

Deno.test("a token's life says its bytes, its ancestors' ranks, and what its text becomes", () => {
  const { draw, found, texts, press } = componentOnPage(life);
  draw(LIFE);
  equal(texts(".headline")[0], "The token hug, id 8rank 1,500bytes: 68 75 67");
  equal(texts(".ancestors .legend").length, 1);
  equal(texts(".tree"), ["hugrank 1,500hbase tokenugrank 4ubase tokengbase token"]);
  equal(texts(".variants tr"), ["with a capitalHug9ug"]);
  equal(found(".replay")[0].open, false);
  press("button.next");
  draw({ ...LIFE, visit: 1, step: 2 });
  equal(texts(".replay .headline"), ["Step 2 of 2: rank 1,500, h + ug → hug"]);
  press("button.previous");
  const again = [{ origin: "", visit: 1 }, { origin: "rank", visit: 2, step: 2 }].map((more) => {
    draw({ ...LIFE, ...more });
    return texts(".replay .headline")[0].slice(0, 6);
  });
  equal(again, ["Step 1", "Step 2"]);
  const reached = componentOnPage(life);
  reached.draw({ ...LIFE, step: 1, life: { ...LIFE.life, is_reached: true } });
  equal([reached.texts(".ancestors .legend"), reached.found(".replay")[0].open], [[], true]);
});

Deno.test("a word is walked by the lowest rank, and the other rules have to wait", () => {
  const { draw, found, texts, press } = componentOnPage(life);
  draw(LIFE);
  const states = [0, 1, 2].map((step) => {
    if (step) press("button.next");
    return [
      texts(".replay .headline")[0],
      texts(".replay .verdict")[0],
      texts("tbody tr").slice(1),
    ];
  });
  equal(states, [
    [
      "Step 0 of 2: the word as base tokens",
      "2 rules fit. Rank 4 is the lowest, so it comes first.",
      ["h+u60huhas to wait", "u+g4ug◀ first"],
    ],
    [
      "Step 1 of 2: rank 4, u + g → ug",
      "One rule fits, so it is next: rank 1,500.",
      ["h+ug1,500hug◀ first"],
    ],
    [
      "Step 2 of 2: rank 1,500, h + ug → hug",
      "No rule fits any more: these are the tokens. Their ids are those that the file's own " +
      "library gives.",
      [],
    ],
  ]);
  equal(found(".scroll").at(-1).hidden, true);
});

Deno.test("a row has the token's id, rank and first bytes; long tokens are unfolded at once", () => {
  const { draw, texts, press, told } = componentOnPage(list);
  const row = { script: "Latin", remark: "", instead: [], folded: false };
  const tokens = [H, token(12, "abcdefghijkl", 2000), token(13, "abcdefghijklm")];
  const folded = [UG, HUG].map((one) => ({ ...row, folded: true, token: one }));
  draw({ rows: [...tokens.map((one) => ({ ...row, token: one })), ...folded], lang: "en" });
  const first = "61 62 63 64 65 66 67 68 69 6A 6B 6C";
  const rows = ["h1Latin68", `abcdefghijkl122,000Latin${first}`, `abcdefghijklm13Latin${first} …`];
  equal(texts("tr").slice(0, 4), ["tokenidrankscriptbytes", ...rows]);
  equal(texts(".unfold")[0].startsWith("Long tokens, folded away: 2."), true);
  press("button.unfold");
  equal(texts("tr").slice(4), ["ug74Latin75 67", "hug81,500Latin68 75 67"]);
  press("button.token", 1);
  equal(told, [["token", 12]]);
  draw({ rows: [{ ...row, token: HUG, remark: "other merges", instead: [H, UG] }], lang: "en" });
  equal(texts("th").slice(3), ["why", "what comes out instead"]);
  equal(texts("td").slice(3), ["other merges", "hug"]);
});
