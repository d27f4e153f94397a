import { deepEqual as equal } from "node:assert/strict";

import {
  finish,
  finishedLessons,
} from "../../../../pages/components/lesson_end/course_progress.js";

/** A storage that holds one value, as another version or a broken browser may have left it. */
function storageWith(/** @type {string|null} */ value) {
  return {
    getItem: () => value,
    setItem(/** @type {string} */ _key, /** @type {string} */ next) {
      value = next;
    },
  };
}

Deno.test("a finished lesson is remembered once", () => {
  const storage = storageWith(null);
  finish("train", storage);
  finish("bytes", storage);
  finish("train", storage);
  equal(finishedLessons(storage), ["train", "bytes"]);
});

Deno.test("what another version stored counts as nothing", () => {
  for (const value of ["null", "{", "7", '{"train":true}', "", '"train"']) {
    equal(finishedLessons(storageWith(value)), []);
  }
  equal(finishedLessons(storageWith('["train", 7, null]')), ["train"]);
});

Deno.test("a browser that keeps nothing does not stop the course", () => {
  const refusing = {
    getItem() {
      throw new Error("denied");
    },
    setItem() {
      throw new Error("denied");
    },
  };
  finish("train", refusing);
  equal(finishedLessons(refusing), []);
});
