import assert from "node:assert/strict";

import {
  amountIn,
  amountOfLogarithmIn,
  raised,
} from "../../../../pages/components/drawing/amounts.js";
import {
  decimalsIn,
  localeOf,
  preciseIn,
  wholeIn,
} from "../../../../pages/components/drawing/numbers.js";

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
  for (const [n, written] of cases) assert.equal(amountIn("en")(n), written);
});

Deno.test("an amount that is too small for a number is written by its logarithm", () => {
  const amount = amountOfLogarithmIn("en");
  assert.equal(amount(Math.log(0.5)), "0.5");
  assert.equal(amount(-Infinity), "0");
  assert.equal(amount(-1000), "5.08 × 10⁻⁴³⁵"); // e⁻¹⁰⁰⁰ by bc: 5.0759… × 10⁻⁴³⁵
});

Deno.test("numbers are written as the language does", () => {
  assert.equal(localeOf("zh"), "zh-Hans");
  assert.equal(localeOf("en"), "en");
  for (const lang of ["en", "zh"]) {
    assert.equal(wholeIn(lang)(1234567), "1,234,567");
    assert.equal(preciseIn(lang)(0.01234), "0.0123");
    assert.equal(decimalsIn(lang)(2.345), "2.35");
  }
});

Deno.test("a raised number has all its digits", () => {
  assert.equal(raised(1234567890), "¹²³⁴⁵⁶⁷⁸⁹⁰");
});
