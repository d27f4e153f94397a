import assert from "node:assert/strict";

import { onceGone } from "../../../../pages/components/browser/end_of_component.js";

Deno.test("a drawing that another has overtaken does not end what is on the page", () => {
  const place = { isConnected: true };
  let ends = 0;
  const end = onceGone(/** @type {Node} */ (place), () => ends++);
  end();
  assert.equal(ends, 0);
  place.isConnected = false;
  end();
  assert.equal(ends, 1);
});
