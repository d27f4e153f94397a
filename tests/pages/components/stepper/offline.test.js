// The stepper in a file of its own: what its script does with the page around it.

import { deepStrictEqual as equal } from "node:assert/strict";

import { el } from "../../../../pages/components/drawing/elements.js";
import { training } from "../../../../pages/static_edition/trainer/walk.js";
import { componentOnPage } from "../plain_document.js";

const NAMES = "piece words units compared pairs sum changes running bytes".split(" ");

/** A training in the browser, as a walk. @param {string} text @returns {any} */
function walkOver(text) {
  const steps = training(
    /** @type {any} */ ({
      ...{ text, unit: "char", marker: "", cut: "whitespace" },
      ...{ numMerges: 200, minFrequency: 1, tie: "first-seen", specials: [], choices: [] },
      limits: Object.fromEntries(NAMES.map((name) => [name, 99])),
    }),
  );
  let trained = steps.next();
  while (!trained.done) trained = steps.next();
  return { ...trained.value.walk, key: "offline" };
}

/**
 * The file with a walk, and the steps on the pages that it prints.
 * @param {any} walk @param {number} step of the address @param {() => unknown} run its script
 */
async function opened(walk, step, run) {
  const page = componentOnPage(() => {});
  const texts = { en: {}, zh: {} };
  const translations = { en: {}, zh: { "Print, or save as PDF": "打印" } };
  const select = /** @type {any} */ (el("select"));
  const sent = JSON.stringify({ walk, texts, translations, lang: "en" });
  page.document.body.append(
    el("header", el("h1"), el("span.print"), select),
    el("div", { id: "pages" }),
    el("script", { id: "data" }, sent),
  );
  page.parentElement.id = "place";
  history.replaceState(null, "", new URL(`http://app/?step=${step}`));
  await run();
  const printed = () =>
    page.document.querySelectorAll("#pages .headline")
      .map((/** @type {any} */ each) => Number(each.textContent.match(/(\d+) of/)[1]));
  return { ...page, select, printed };
}

Deno.test("a file has its step from the address, speaks both languages, and prints each step", async () => {
  const walk = walkOver("low lower lowest low lower");
  const { document, found, select, printed } = await opened(
    walk,
    2,
    () => import("../../../../pages/components/stepper/offline/offline.js"),
  );
  const [step] = found(".number");
  const print = () => document.querySelector(".print").textContent;
  equal([step.value, print()], ["2", "Print, or save as PDFone step a page"]);
  found("button.next")[0].click();
  select.value = "zh";
  select.dispatchEvent({ type: "change" });
  equal([found(".number")[0].value, print()], ["3", "打印one step a page"]);
  equal([document.documentElement.lang, found(".predict input")[0].checked], ["zh-Hans", false]);
  dispatchEvent(new Event("beforeprint"));
  equal(printed(), [...Array(walk.left.length + 1).keys()]);
  equal(found(".number")[0].value, "3");
  dispatchEvent(new Event("afterprint"));
  equal(printed(), []);
});

Deno.test("of a long walk, a hundred steps are printed, from the one that is shown", async () => {
  // 40 letters each, all different: 117 merges.
  const words = [0x400, 0x500, 0x600].map((first) =>
    String.fromCodePoint(...Array.from({ length: 40 }, (_, i) => first + i))
  );
  const { document, printed } = await opened(
    walkOver(words.join(" ")),
    4,
    () => import("../../../../pages/components/stepper/offline/offline.js?again"),
  );
  equal(
    document.querySelector(".print").textContent,
    "Print, or save as PDFone step a page, up to 100 from this one on",
  );
  dispatchEvent(new Event("beforeprint"));
  equal(printed(), Array.from({ length: 100 }, (_, i) => 4 + i));
});
