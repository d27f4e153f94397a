import { deepEqual as equal } from "node:assert/strict";

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
  const file = { name: "merges.txt", size: 3, arrayBuffer: () => new Uint8Array([104, 32, 117]) };
  input.value = "C:\\fakepath\\merges.txt";
  input.files = [file];
  await input.onchange();
  await new Promise((done) => setTimeout(done));
  equal(told, [["sent", { name: "merges.txt", file: btoa("h u") }]]);
  equal(input.value, "");
});
