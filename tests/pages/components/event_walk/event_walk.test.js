import assert from "node:assert/strict";

import { EventModel } from "../../../../pages/components/event_walk/event_walk.js";
import { EventBars } from "../../../../pages/components/event_walk/event_rows.js";
import { makeDocument } from "../plain_document.js";

/** 哈 as bytes, merged in two steps and split in a third; what is not read here is left out. */
const model = new EventModel(
  /** @type {any} */ ({
    tokens: [[0xe5], [0x93], [0x88], [0xe5, 0x93], [0xe5, 0x93, 0x88]],
    made: [0, 0, 0, 1, 2],
    marker: "",
    marked: [],
    rows: [{ history: [[0, [0, 1, 2]], [1, [3, 2]], [2, [4]], [3, [0, 1, 2]]] }],
    events: [{}, {}, {}, {}, {}],
    context: "你",
    figures: [{ name: "junk", values: [0, 0, 1, 0, 0] }],
  }),
);

Deno.test("a token has its place in the row, in bytes", () => {
  const places = model.placesAt(0, 1).map(({ id, start, end }) => [id, start, end]);
  assert.deepEqual(places, [[3, 0, 2], [2, 2, 3]]);
});

Deno.test("a part of a character knows which one, from the words", () => {
  assert.deepEqual(model.home([0x93, 0x88]), {
    places: [{ char: "哈", nth: 2, of: 3 }, { char: "哈", nth: 3, of: 3 }],
    alike: true,
  });
  assert.equal(model.home([0xbd])?.places[0].char, "你"); // which no row has
  assert.equal(model.home([0x88, 0xe5]), undefined);
});

Deno.test("a token that ends a word has the marker", () => {
  const walk = { ...model.walk, marker: "</w>", marked: [2, 4] };
  const marked = new EventModel(/** @type {any} */ (walk));
  assert.deepEqual([1, 2, 4].map((id) => marked.markerOf(id)), ["", "</w>", "</w>"]);
});

Deno.test("a threshold of nothing is marked as any other, and none is not", () => {
  makeDocument();
  const marks = [0.5, 0, -1].map((limit) => {
    const bars = new EventBars(
      /** @type {any} */ ({ draw: String }),
      /** @type {any} */ ({ limit }),
      0,
    );
    return bars.row("a").node.children[1].children.length - 1;
  });
  assert.deepEqual(marks, [1, 1, 0]);
});
