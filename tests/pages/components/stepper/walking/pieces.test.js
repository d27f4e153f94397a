import assert from "node:assert/strict";

import { InPieces, Pieces } from "../../../../../pages/components/stepper/walking/pieces.js";

/** A walk of 100 steps in pieces of 10; only the first piece has arrived. */
const walk = () => new InPieces({ key: "k", piece_size: 10, pieces: { 0: views(0) } }, 100);

/** @param {number} piece */
const views = (piece) => Array.from({ length: 10 }, (_, i) => ({ step: 10 * piece + i }));

Deno.test("a step's view is in its piece", () => {
  const model = walk();
  model.addPieces({ 3: views(3) });
  assert.deepEqual(model.views.get(9), { step: 9 });
  assert.equal(model.views.get(10), undefined);
  assert.deepEqual(model.views.get(37), { step: 37 });
});

/** The pieces fetched at a step, in order, and how often the page is drawn. */
async function fetchedAt(/** @type {number} */ step) {
  /** @type {string[]} */
  const asked = [];
  let drawn = 0;
  const walker = { model: walk(), step, update: () => void drawn++ };
  const [page, fetching] = [globalThis.document, globalThis.fetch];
  Object.assign(globalThis, {
    document: { querySelector: () => ({ src: "https://host/app/static/js/index.js" }) },
    fetch: (/** @type {string} */ address) => {
      asked.push(address);
      return Promise.resolve(Response.json(views(Number(address.split("/").at(-1)))));
    },
  });
  const pieces = new Pieces(walker, () => undefined);
  await pieces.fetchAround();
  Object.assign(globalThis, { document: page, fetch: fetching });
  return { asked, drawn };
}

Deno.test("what is needed here comes first, then its neighbours; the page is drawn for it alone", async () => {
  const { asked, drawn } = await fetchedAt(50);
  const address = (/** @type {number} */ piece) => `https://host/app/trace/k/${piece}`;
  assert.deepEqual(asked, [5, 4, 6].map(address));
  assert.equal(drawn, 2); // the step's own piece, and that of the step before
});

Deno.test("what is here already is not fetched, nor what is beyond the end", async () => {
  assert.deepEqual((await fetchedAt(3)).asked.map((a) => a.at(-1)), ["1"]);
  assert.deepEqual((await fetchedAt(100)).asked.map((a) => a.split("/").at(-1)), ["10", "9"]);
});
