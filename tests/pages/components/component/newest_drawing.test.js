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

const ORDERS = ["abc", "acb", "bac", "bca", "cab", "cba"];
const later = () => new Promise((resolve) => setTimeout(resolve));

Deno.test("the newest of the drawings stays, whether older ones end before it comes or after", async () => {
  for (const order of ORDERS) {
    const [waited, ended] = [new Loading(), new Loading()];
    const ends = Object.fromEntries([...order].map((data) => [data, waited.draw(data)]));
    for (const older of [...order].filter((data) => data !== "c")) ends[older]();
    assert.deepEqual([waited.shown, waited.ends], ["c", 0], order);
    for (const data of order) {
      const end = ended.draw(data);
      if (data !== "c") end();
      await later();
    }
    assert.equal(ended.shown, "c", order);
  }
});

Deno.test("a component ends once its element has left the page", async () => {
  const loading = new Loading();
  const end = loading.draw("a");
  loading.element.isConnected = false;
  end();
  assert.equal(loading.ends, 1);
  await later();
});
