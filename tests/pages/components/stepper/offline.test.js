// The stepper in a file of its own: what its script does with the page around it.

import { deepEqual as equal } from "node:assert/strict";

import { el } from "../../../../pages/components/drawing/elements.js";
import { training } from "../../../../pages/static_edition/trainer/walk.js";
import { componentOnPage } from "../plain_document.js";

const NAMES = "piece words units compared pairs sum changes running bytes".split(" ");
const steps = training(
  /** @type {any} */ ({
    ...{ text: "low lower lowest low lower", unit: "char", marker: "", cut: "whitespace" },
    ...{ numMerges: 200, minFrequency: 1, tie: "first-seen", specials: [], choices: [] },
    limits: Object.fromEntries(NAMES.map((name) => [name, 99])),
  }),
);
let trained = steps.next();
while (!trained.done) trained = steps.next();
const { walk } = trained.value;

Deno.test("a file has its step from the address, speaks both languages, and prints each step", async () => {
  const { document, parentElement, found } = componentOnPage(() => {});
  const texts = { en: {}, zh: {} };
  const translations = { en: {}, zh: { "Print, or save as PDF": "打印" } };
  const sent = { walk: { ...walk, key: "offline", step: 1 }, texts, translations, lang: "en" };
  const select = /** @type {any} */ (el("select"));
  document.body.append(
    el("header", el("h1"), el("span.print"), select),
    el("div", { id: "pages" }),
    el("script", { id: "data" }, JSON.stringify(sent)),
  );
  parentElement.id = "place";
  history.replaceState(null, "", new URL("http://app/?step=2"));
  await import("../../../../pages/components/stepper/offline/offline.js");
  const [step] = found(".number");
  const print = () => document.querySelector(".print").textContent;
  equal([step.value, print()], ["2", "Print, or save as PDFone step a page"]);
  found("button.next")[0].click();
  select.value = "zh";
  select.dispatchEvent({ type: "change" });
  equal([found(".number")[0].value, print()], ["3", "打印one step a page"]);
  equal([document.documentElement.lang, found(".predict input")[0].checked], ["zh-Hans", false]);
  dispatchEvent(new Event("beforeprint"));
  const pages = document.querySelectorAll("#pages .headline");
  const steps = pages.map((/** @type {any} */ each) => each.textContent.match(/\d+ of \d+/)[0]);
  const last = walk.left.length;
  equal(steps, Array.from({ length: last + 1 }, (_, at) => `${at} of ${last}`));
  equal(found(".number")[0].value, "3");
  dispatchEvent(new Event("afterprint"));
  equal(document.querySelectorAll("#pages .headline").length, 0);
});
