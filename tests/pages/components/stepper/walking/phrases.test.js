// Whether what a text is cut into are words or whole phrases.

import { arePhrases } from "../../../../../pages/components/stepper/walking/corpus_model.js";

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
