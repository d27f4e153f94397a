// Two tokens in sight never share a colour unless they are equal, in either theme.

import assert from "node:assert/strict";

import { hueOfStep, toneOf } from "../../../../pages/components/drawing/colours.js";

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
        assert.ok(apart > JUST_NOTICEABLE, `steps ${j + 1} and ${i + 1} on ${ground}: ${apart}`);
      })
    );
  }
});

Deno.test("no two merges have one hue, and what was not merged has none", () => {
  const hues = Array.from({ length: 2000 }, (_, i) => hueOfStep(i + 1));
  assert.equal(new Set(hues).size, hues.length);
  assert.equal(hueOfStep(0), undefined);
});
