import { deepEqual as equal } from "node:assert/strict";

import { pngOf } from "../../../../pages/components/drawing/files.js";

/** A picture of 20 × 10, and a canvas that says how large it is instead of drawing. */
class Picture {
  width = 20;
  height = 10;
  src = "";
  async decode() {}
}

Deno.test("a picture is as much larger as was asked for", async () => {
  /** @type {any} */
  const canvas = { width: 0, height: 0 };
  /** @type {number[]} */
  let filled = [];
  Object.assign(canvas, {
    append() {},
    getContext: () => ({
      drawImage: (/** @type {any} */ _, /** @type {number[]} */ ...box) => filled = box,
    }),
    toBlob: (/** @type {any} */ done) => done(new Blob([`${canvas.width} × ${canvas.height}`])),
  });
  Object.assign(globalThis, { Image: Picture, document: { createElement: () => canvas } });
  equal(await (await pngOf(new Blob(), 3)).text(), "60 × 30");
  equal(filled, [0, 0, 60, 30]);
});
