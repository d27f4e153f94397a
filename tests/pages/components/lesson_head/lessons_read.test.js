import assert from "node:assert/strict";

import { withLesson } from "../../../../pages/components/lesson_head/idea/lessons_read.js";

Deno.test("a lesson is added once to those that were read, beside other cookies", () => {
  assert.equal(withLesson("", "read", "train"), "train");
  assert.equal(withLesson("a=b; read=train; c=d", "read", "unigram"), "train.unigram");
  assert.equal(withLesson("read=train.unigram", "read", "unigram"), "");
  assert.equal(withLesson("unread=train", "read", "train"), "train");
});
