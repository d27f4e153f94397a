// A training in the browser's worker says how far it is, and is given up when it is not wanted.

import assert from "node:assert/strict";

/** @type {[number, any, number?][]} */
const said = [];
const scope = /** @type {any} */ (globalThis);
scope.self = scope;
scope.postMessage = (/** @type {any} */ message) => said.push(message);
await import("../../../pages/static_edition/trainer/worker.js");

const training = {
  text: "low lower lowest low lower",
  unit: "char",
  marker: "",
  cut: "whitespace",
  numMerges: 4,
  minFrequency: 1,
  tie: "first-seen",
  specials: [],
  choices: [],
};
const ask = (/** @type {number} */ number, /** @type {object} */ question) =>
  scope.onmessage({ data: [number, question] });

/**
 * As on a machine on which each step takes longer than the page should wait for a sign of life.
 * @param {() => Promise<void>} act
 */
async function slowly(act) {
  const { now } = performance;
  let time = 0;
  performance.now = () => time += 1000;
  said.length = 0;
  await act();
  performance.now = now;
}

Deno.test("each step of a long training is told, and then its walk", () =>
  slowly(async () => {
    await ask(1, { train: training });
    assert.deepEqual(said.slice(0, -1).map(([, , done]) => done), [1, 2, 3, 4]);
    assert.equal(said.at(-1)?.[1].left.length, 4);
  }));

Deno.test("a cancelled training gives nothing, and the one before is kept", () =>
  slowly(async () => {
    const given = ask(2, { train: { ...training, numMerges: 2 } });
    await ask(3, { cancel: true });
    await given;
    assert.deepEqual(said.at(-1), [2, null]);
    await ask(4, { sum: [0, 0, 1], ofFork: false });
    assert.deepEqual(said.at(-1)?.[1].pairs.slice(0, 2), [0, 1]);
  }));

Deno.test("of two trainings, only the one that was asked for last is finished", () =>
  slowly(async () => {
    const first = ask(5, { train: training });
    await ask(6, { train: { ...training, numMerges: 3 } });
    await first;
    const walks = said.filter(([, found]) => found !== undefined);
    const sizes = new Map(walks.map(([number, found]) => [number, found?.left.length]));
    assert.deepEqual(Object.fromEntries(sizes), { 5: undefined, 6: 3 });
  }));
