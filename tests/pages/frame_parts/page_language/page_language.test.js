import { deepEqual as equal } from "node:assert/strict";

import { componentOnPage, makeDocument } from "../../components/plain_document.js";

makeDocument();
const { default: mount } = await import(
  "../../../../pages/frame_parts/page_language/page_language.js"
);

Deno.test("Streamlit's own buttons are named in the learner's language, and so is the page", () => {
  const { document, draw } = componentOnPage(mount);
  Object.assign(history, { pushState() {} });
  const names = ["Close", "Help for Tie rule", "Mine"].map((name) => {
    const button = document.createElement("button");
    button.ariaLabel = name;
    document.body.append(button);
    return button;
  });
  draw({ lang: "zh-CN", names: { "Close": "关闭", "Help for {}": "{}：说明" } });
  equal(names.map((node) => node.ariaLabel), ["关闭", "Tie rule：说明", "Mine"]);
  equal(document.documentElement.lang, "zh-CN");
});
