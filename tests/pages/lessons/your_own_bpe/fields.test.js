import { deepStrictEqual as equal } from "node:assert/strict";

import { keepInTab } from "../../../../pages/components/browser/tab_memory.js";
import mountField from "../../../../pages/lessons/your_own_bpe/hand_in.js";
import { componentOnPage } from "../../components/plain_document.js";

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
  const file = {
    name: "merges\ud83d.txt",
    size: 3,
    arrayBuffer: () => new Uint8Array([104, 32, 117]),
  };
  input.value = "C:\\fakepath\\merges.txt";
  input.files = [file];
  await input.onchange();
  await new Promise((done) => setTimeout(done));
  equal(told, [["sent", { name: "merges\ufffd.txt", file: btoa("h u") }]]);
  equal(input.value, "");
});

Deno.test("what was pasted before a reload is shown and sent again, in its own field", () => {
  const { getEntriesByType } = performance;
  performance.getEntriesByType = () => /** @type {any} */ ([{ type: "reload" }]);
  const fields = ["merges", "ids"].map((kind) => {
    const page = componentOnPage(mountField);
    keepInTab("merge-by-merge: handed in, merges", { name: "", file: btoa("h u") });
    keepInTab("merge-by-merge: handed in, ids", { file: btoa("of another version") });
    page.draw({ ...DATA, kind });
    return [page.found("textarea")[0].value, page.told.length];
  });
  performance.getEntriesByType = getEntriesByType;
  equal(fields, [["h u", 1], ["", 0]]);
});
