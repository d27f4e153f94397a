import assert from "node:assert/strict";

import { expired } from "../../../../pages/components/vocabularies/tokenizer_upload/saved_files.js";

const HOUR = 60 * 60 * 1000;
const there = { now: 30 * HOUR, tab: "mine", digests: ["used"], tabs: new Set(["mine", "other"]) };

Deno.test("a file is kept while its tab is there and uses it, for a day", () => {
  assert(!expired(["mine", "used", 29 * HOUR], there));
  assert(!expired(["other", "whatever", 29 * HOUR], there));
  assert(expired(["mine", "no longer used", 29 * HOUR], there));
  assert(expired(["ended", "used", 29 * HOUR], there));
  assert(expired(["mine", "used", 6 * HOUR], there));
});

Deno.test("where nobody tells which tabs are there, a day decides", () => {
  assert(!expired(["ended", "used", 29 * HOUR], { ...there, tabs: undefined }));
  assert(expired(["ended", "used", 6 * HOUR], { ...there, tabs: undefined }));
});
