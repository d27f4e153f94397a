import { deepEqual as equal } from "node:assert/strict";

import mountField from "../../../../pages/lessons/your_own_bpe/hand_in.js";
import mountVerdict from "../../../../pages/lessons/your_own_bpe/verdict.js";
import { componentOnPage } from "../../components/plain_document.js";

Deno.test("a verdict has its sentences with their values, its tables and its explanations", () => {
  const page = componentOnPage(mountVerdict);
  const line = (/** @type {string} */ said, facts = {}, look = "") => ({ line: said, facts, look });
  page.draw({
    lang: "en",
    blocks: [
      line("Step {k} merges {pair}.", { k: 1200, pair: { pair: ["h", "u"] } }, "wrong"),
      { table: [[line("count"), line("{n}", { n: 3 })], [line("tie"), line("yes")]] },
      { items: [{ names: "tie-last-seen", lines: ["Takes the last.", "Often with >=."] }] },
    ],
  });
  equal(page.texts(".found > p"), ["Step 1,200 merges h+u."]);
  equal(page.found(".found > p")[0].className, "wrong");
  equal([page.texts("th"), page.texts("td")], [["count", "tie"], ["3", "yes"]]);
  equal(page.texts("li p"), ["Takes the last.", "Often with >=."]);
  equal(page.texts("li code"), ["tie-last-seen"]);
});

const DATA = {
  kind: "merges",
  digest: "",
  session: "1",
  lang: "en",
  limit: 9,
  label: "",
  sample: "",
};

/** A field in which something is typed and handed in. */
function field() {
  const page = componentOnPage(mountField);
  Object.defineProperty(globalThis, "performance", {
    value: Object.assign(Object.create(performance), { getEntriesByType: () => [] }),
    configurable: true,
  });
  page.draw({ ...DATA, placeholder: "", sample: "s t" });
  const area = page.found("textarea")[0];
  return { ...page, area };
}

Deno.test("what is handed in is sent as bytes, and again only to a server that has lost it", () => {
  const { area, press, told, draw, texts } = field();
  area.value = "h u";
  press("button");
  equal(told, [["sent", { name: "", file: btoa("h u") }]]);
  draw({ ...DATA, digest: "d" });
  draw({ ...DATA, digest: "" });
  equal(told.length, 1); // the same session has dropped it: it was taken back
  draw({ ...DATA, session: "2" });
  equal(told[1], told[0]);
  area.value = "h".repeat(10);
  press("button");
  equal([told.length, texts("[role=alert], .message")], [2, [
    "This file has 10 bytes; the limit is 9.",
  ]]);
});

Deno.test("a file keeps its name, and can be chosen again at once", async () => {
  const { found, told } = field();
  const input = found("input[type=file]")[0];
  const file = { name: "merges.txt", size: 3, arrayBuffer: () => new Uint8Array([104, 32, 117]) };
  input.value = "C:\\fakepath\\merges.txt";
  input.files = [file];
  await input.onchange();
  await new Promise((done) => setTimeout(done));
  equal(told, [["sent", { name: "merges.txt", file: btoa("h u") }]]);
  equal(input.value, "");
});
