import assert from "node:assert/strict";

import { arcLevels, labelWidth } from "../../../../pages/components/tokens/lattice/diagram.js";

/** Every token of up to `longest` units in a word of `length` units, each `unit` pixels wide. */
function lattice(
  /** @type {number} */ length,
  /** @type {number} */ longest,
  unit = 60,
  width = 54,
) {
  const arcs = [];
  for (let start = 0; start < length; start++) {
    for (let end = start + 1; end <= Math.min(length, start + longest); end++) {
      arcs.push({ start, end, middle: (unit * (start + end)) / 2, width });
    }
  }
  return arcs;
}

Deno.test("single units are on the ground, longer tokens above", () => {
  const arcs = lattice(3, 1);
  assert.deepEqual(arcLevels(arcs), [0, 0, 0]);
  assert.deepEqual(arcLevels([...arcs, { start: 0, end: 3, middle: 90, width: 54 }]), [0, 0, 0, 1]);
});

Deno.test("no two labels of one level lie over each other, however wide they are", () => {
  for (const [length, longest, width] of [[2, 2, 54], [12, 5, 54], [12, 12, 200], [24, 8, 130]]) {
    const arcs = lattice(length, longest, 60, width);
    const levels = arcLevels(arcs);
    arcs.forEach((one, i) =>
      arcs.slice(0, i).forEach((other, j) => {
        const apart = Math.abs(one.middle - other.middle) >= width;
        assert.ok(levels[i] !== levels[j] || apart);
        const isLonger = one.end - one.start > other.end - other.start;
        const isOver = one.middle === other.middle;
        assert.ok(!(isLonger && isOver) || levels[i] > levels[j]);
      })
    );
  }
});

Deno.test("a label is as wide as its columns: a Chinese character has two", () => {
  assert.equal(labelWidth("a", 54), 54);
  assert.equal(labelWidth("a", 0), 25);
  assert.equal(labelWidth("abcdefgh", 54), 88);
  assert.equal(labelWidth("哈哈哈哈", 54), labelWidth("abcdefgh", 54));
});
