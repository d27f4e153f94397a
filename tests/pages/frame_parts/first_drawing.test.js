import { deepEqual as equal } from "node:assert/strict";

import mount from "../../../pages/frame_parts/first_drawing/first_drawing.js";
import { componentOnPage } from "../components/plain_document.js";

Deno.test("a page is shown once all of it is drawn, and not before", () => {
  const { document, draw } = componentOnPage(mount);
  const make = (/** @type {string} */ tag, /** @type {string} */ name) => {
    const node = document.createElement(tag);
    node.setAttribute("data-testid", name);
    return node;
  };
  const [app, main] = [make("div", "stApp"), make("div", "stMain")];
  app.dataset.testScriptState = "notRunning";
  app.append(main);
  document.body.append(app);
  const [skeleton, chart] = [make("div", "stSkeleton"), make("div", "stVegaLiteChart")];
  main.append(skeleton);
  /** @type {(() => void)[]} */
  const frames = [];
  Object.assign(globalThis, { requestAnimationFrame: (/** @type {any} */ f) => frames.push(f) });
  const value = { getEntriesByType: () => [{ name: "http://app/" }], now: () => 0 };
  Object.defineProperty(globalThis, "performance", { value, configurable: true });
  Object.assign(document, { fonts: { status: "loaded", load() {} } });
  draw({});
  const isShown = () => {
    for (let i = 0; i < 9; i++) frames.shift()?.();
    return "drawn" in document.documentElement.dataset;
  };
  equal(isShown(), false);
  skeleton.remove();
  main.append(chart);
  equal(isShown(), false); // a chart without its picture
  chart.append(document.createElement("svg"));
  document.documentElement.dataset.awaited = "file";
  equal(isShown(), false);
  delete document.documentElement.dataset.awaited;
  equal(isShown(), true);
});
