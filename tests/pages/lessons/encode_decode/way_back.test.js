import { deepEqual as equal } from "node:assert/strict";

import { WayBack } from "../../../../pages/lessons/encode_decode/encoder.js";
import { makeDocument } from "../../components/plain_document.js";

/** What a text's way back says: its readings, its verdict, and the causes. @param {any} more */
function said(more) {
  makeDocument();
  const way = new WayBack();
  const back = {
    ...{ ids: [1, 2, 300], decoded: "a b", is_equal: false, before: "a" },
    ...{ given_bytes: 1200, decoded_bytes: 3, given_there: "  b", decoded_there: "" },
    ...{ causes: ["unknown"], unknown: ["哈", "é"], unknown_total: 5, ...more },
  };
  way.update(/** @type {any} */ ({ back }), (n) => n.toLocaleString("en"));
  return ["dd", ".check", "li"].map((each) =>
    [...way.node.querySelectorAll(each)].map(({ textContent }) => textContent)
  );
}

Deno.test("a text that comes back says so, and how many bytes it has", () => {
  const bytes = "✓ Identical, byte for byte. Bytes in: 1,200, bytes out: 1,200.";
  equal(said({ is_equal: true, causes: [] }), [["1 2 300", "a␣b"], [bytes], []]);
});

Deno.test("a text that does not come back says where it parts, and each cause", () => {
  const [, verdict, [unknown]] = said({});
  equal(verdict, [
    "✗ Not identical. Bytes in: 1,200, bytes out: 3. They agree up to a; then the text " +
    "continues with ␣␣b, and the decoded text with nothing.",
  ]);
  equal(unknown?.startsWith("Not in the vocabulary: 哈 é and 3 more. Each became"), true);
  equal(said({ unknown_total: 2 })[2][0]?.includes("哈 é. Each became"), true);
  const causes = said({ causes: ["normalization", "white-space", "other"] })[2];
  equal(causes.map((cause) => cause?.split(" ")[0]), ["Normalization", "Whitespace:", "The"]);
});
