import { deepStrictEqual as equal, ok } from "node:assert/strict";

import {
  amountIn,
  amountOfLogarithmIn,
  raised,
} from "../../../../pages/components/drawing/amounts.js";
import {
  hueOfStep,
  takeColours,
  toneOf,
} from "../../../../pages/components/drawing/place_to_draw.js";
import { Bars } from "../../../../pages/components/drawing/bars.js";
import { Movement } from "../../../../pages/components/drawing/movement.js";
import { button, el } from "../../../../pages/components/drawing/elements.js";
import { keepFocus, LongList } from "../../../../pages/components/drawing/panel.js";
import { layOut, makeDocument } from "../plain_document.js";

Deno.test("amounts of any size have three digits or so", () => {
  const cases = /** @type {[number, string][]} */ ([
    [0, "0"],
    [1234.56, "1,234.6"],
    [100, "100"],
    [3.14159, "3.14"],
    [0.0123456, "0.0123"],
    [0.001, "0.001"],
    [0.0000123, "1.23 × 10⁻⁵"],
    [1e-10, "1 × 10⁻¹⁰"],
  ]);
  for (const [n, written] of cases) equal(amountIn("en")(n), written);
});

Deno.test("an amount that is too small for a number is written by its logarithm", () => {
  const amount = amountOfLogarithmIn("en");
  equal(amount(Math.log(0.5)), "0.5");
  equal(amount(-Infinity), "0");
  equal(amount(-1000), "5.08 × 10⁻⁴³⁵"); // e⁻¹⁰⁰⁰ by bc: 5.0759… × 10⁻⁴³⁵
  equal(raised(1234567890), "¹²³⁴⁵⁶⁷⁸⁹⁰");
});

/** The part of a chip's ground that is its token's colour, as in stepper.css. */
const TINT = 0.32;
const GROUNDS = { light: "#FFFFFF", dark: "#14171C" };
/** Colours that differ by less look alike side by side (in Oklab). */
const JUST_NOTICEABLE = 0.02;

/** @param {number} hue @param {string} tone as "90%, 40%" */
function rgbOf(hue, tone) {
  const [saturation, lightness] = tone.split(",").map((part) => parseFloat(part) / 100);
  const reach = saturation * Math.min(lightness, 1 - lightness);
  return [0, 8, 4].map((n) => {
    const k = (n + hue / 30) % 12;
    return lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1));
  });
}

/** Björn Ottosson, "A perceptual color space for image processing", 2020. @param {number[]} rgb */
function oklab(rgb) {
  const [r, g, b] = rgb.map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  const [l, m, s] = [
    0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b,
    0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b,
    0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b,
  ].map(Math.cbrt);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

Deno.test("the tokens of ten merges look different from each other, light and dark", () => {
  for (const ground of Object.values(GROUNDS)) {
    const below = [1, 3, 5].map((i) => parseInt(ground.slice(i, i + 2), 16) / 255);
    const seen = Array.from({ length: 10 }, (_, i) => {
      const above = rgbOf(Number(hueOfStep(i + 1)), toneOf(ground));
      return oklab(above.map((c, k) => TINT * c + (1 - TINT) * below[k]));
    });
    seen.forEach((one, i) =>
      seen.slice(0, i).forEach((other, j) => {
        const apart = Math.hypot(...one.map((c, k) => c - other[k]));
        ok(apart > JUST_NOTICEABLE, `steps ${j + 1} and ${i + 1} on ${ground}: ${apart}`);
      })
    );
  }
});

Deno.test("a place takes the theme's colours, and whether it is dark", () => {
  makeDocument();
  const theme = new Map([["--st-chart-categorical-colors", "red, blue"]]);
  const getPropertyValue = (/** @type {string} */ name) => theme.get(name);
  Object.assign(globalThis, { getComputedStyle: () => ({ getPropertyValue }) });
  const taken = [" #0e1117", "#ffffff"].map((background) => {
    theme.set("--st-background-color", background);
    const { style } = /** @type {any} */ (el("div"));
    takeColours(/** @type {any} */ ({ style }));
    return [style.colorScheme, style.getPropertyValue("--token-1")];
  });
  equal(taken, [["dark", "blue"], ["light", "blue"]]);
});

Deno.test("no two merges have one hue, and what was not merged has none", () => {
  const hues = Array.from({ length: 2000 }, (_, i) => hueOfStep(i + 1));
  equal(new Set(hues).size, hues.length);
  equal(hueOfStep(0), undefined);
});

Deno.test("a list that is drawn again shows the row that is wanted, and keeps the focus", async () => {
  const document = makeDocument();
  const list = new LongList("Merges", (i) => button(`row ${i}`, () => {}));
  document.body.append(list.node);
  const drawn = async (/** @type {number} */ length, /** @type {number} */ wanted) => {
    list.update(length, wanted);
    await new Promise((done) => setTimeout(done));
    return /** @type {any[]} */ ([...list.node.querySelectorAll("button")])
      .map(({ textContent }) => textContent);
  };
  equal(await drawn(3, 2), ["row 0", "row 1", "row 2"]);
  list.node.querySelectorAll("button")[1].focus();
  await drawn(3, 2);
  equal(document.activeElement?.textContent, "row 1");
  const far = await drawn(1_000, 500);
  equal([far.includes("row 500"), far.length < 30], [true, true]);
  // Who has scrolled away from it stays there, also if the list becomes higher.
  list.node.scrollTop = 0;
  list.node.dispatchEvent(new Event("scroll"));
  list.resize(4000);
  await new Promise((done) => setTimeout(done));
  equal([list.node.scrollTop, list.node.querySelectorAll("button").length > 99], [0, true]);
});

Deno.test("what is drawn again keeps the focus on what says the same, or on its place", () => {
  const document = makeDocument();
  const cases = /** @type {[string, number, string, string][]} */ ([
    ["abc", 1, "bxc", "b 0"],
    ["abb", 2, "bab", "b 2"],
    ["abc", 1, "xyz", "y 1"],
    ["abc", 2, "xy", "y 1"],
    ["abc", 2, "", "instead"],
  ]);
  for (const [before, focused, after, expected] of cases) {
    const [node, instead] = [el("div"), button("", () => {}, "instead")];
    const draw = (/** @type {string} */ names) =>
      node.replaceChildren(...[...names].map((name, i) => button(name, () => {}, `${name} ${i}`)));
    document.body.replaceChildren(node, instead);
    draw(before);
    node.querySelectorAll("button")[focused].focus();
    keepFocus(node, () => draw(after), instead);
    equal(document.activeElement?.className, expected);
  }
});

Deno.test("a row that leaves lights up if it has won, which none has on the way back", () => {
  const document = makeDocument();
  layOut();
  const lights = [true, false].map((forwards) => {
    const [bars, movement] = [new Bars("Pairs", "pairs", null), new Movement()];
    document.body.append(bars.node);
    for (const key of ["the pair of one step", "that of the next"]) {
      bars.show([{ item: key, key, share: 1, value: "5", mark: "next", label: "" }]);
      bars.measure();
    }
    bars.move(movement, forwards);
    const { length } = bars.node.querySelectorAll(".light");
    movement.begin(1);
    return length;
  });
  equal(lights, [1, 0]);
});

Deno.test("of two steps within one frame, only the second moves", () => {
  makeDocument();
  /** @type {(() => void)[]} */
  const frames = [];
  Object.assign(globalThis, {
    requestAnimationFrame: (/** @type {() => void} */ draw) => frames.push(draw),
    cancelAnimationFrame: (/** @type {number} */ number) => delete frames[number - 1],
  });
  const [movement, moved] = [new Movement(), /** @type {string[]} */ ([])];
  for (const step of ["first", "second"]) {
    movement.begin(1);
    movement.soon(() => moved.push(step));
  }
  frames.forEach((draw) => draw());
  equal(moved, ["second"]);
});
