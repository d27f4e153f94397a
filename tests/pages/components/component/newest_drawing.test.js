import assert from "node:assert/strict";

import { keepNewest } from "../../../../pages/components/component/newest_drawing.js";

/** A component that shows its data, and Streamlit, which calls it for drawings in any order. */
class Loading {
  constructor() {
    this.element = { isConnected: true };
    this.shown = "";
    this.ends = 0;
    this.mount = keepNewest(({ data }) => {
      this.shown = data;
      return () => this.ends++;
    });
  }

  /** @param {string} data */
  draw(data) {
    const drawing = /** @type {any} */ ({ data, parentElement: this.element });
    return /** @type {() => void} */ (this.mount(drawing));
  }
}

Deno.test("the newest of the drawings that a loading script has waited for stays", async () => {
  for (const order of ["abc", "acb", "bac", "bca", "cab", "cba"]) {
    const loading = new Loading();
    const ends = Object.fromEntries([...order].map((data) => [data, loading.draw(data)]));
    for (const older of [...order].filter((data) => data !== "c")) ends[older]();
    assert.equal(loading.shown, "c", order);
    assert.equal(loading.ends, 0, order);
    await new Promise((resolve) => setTimeout(resolve));
  }
});

Deno.test("each is ended before the next is drawn: the newest stays all the same", async () => {
  for (const order of ["abc", "acb", "bac", "bca", "cab", "cba"]) {
    const loading = new Loading();
    for (const data of order) {
      const end = loading.draw(data);
      if (data !== "c") end();
      await new Promise((resolve) => setTimeout(resolve));
    }
    assert.equal(loading.shown, "c", order);
  }
});

Deno.test("a component ends once its element has left the page", async () => {
  const loading = new Loading();
  const end = loading.draw("a");
  loading.element.isConnected = false;
  end();
  assert.equal(loading.ends, 1);
  await new Promise((resolve) => setTimeout(resolve));
});
