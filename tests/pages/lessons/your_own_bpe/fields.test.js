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

Deno.test("a file keeps its name, and can be chosen again at once", async () => {
  const { draw, found, told } = componentOnPage(mountField);
  draw({ ...DATA, digest: "d" });
  const input = found("input[type=file]")[0];
  const file = { name: "merges.txt", size: 3, arrayBuffer: () => new Uint8Array([104, 32, 117]) };
  input.value = "C:\\fakepath\\merges.txt";
  input.files = [file];
  await input.onchange();
  await new Promise((done) => setTimeout(done));
  equal(told, [["sent", { name: "merges.txt", file: btoa("h u") }]]);
  equal(input.value, "");
});
