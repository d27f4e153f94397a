// Slides in one file: pictures in an archive, or frames of an animation.

/**
 * @import { GifLibrary } from "./slides.d.ts"
 */

/** How long a slide of an animation is shown, and how long the last one is, in milliseconds. */
const SHOWN_MS = 1_200;
const LAST_MS = 3_000;

/**
 * A slide's name in an archive. Sorted by name, the slides are in the order of their steps.
 * @param {number} step
 * @param {number} last
 * @param {string} format
 */
export function slideName(step, last, format) {
  return `step-${String(step).padStart(String(last).length, "0")}.${format}`;
}

/** An animated GIF that repeats, in which each picture has its own palette. */
export class Animation {
  /** @param {GifLibrary} library */
  constructor(library) {
    this.library = library;
    this.encoder = library.GIFEncoder();
  }

  /**
   * @param {Uint8ClampedArray} pixels red, green, blue, opacity, red, …
   * @param {number} width
   * @param {number} height
   * @param {boolean} isLast
   */
  add(pixels, width, height, isLast) {
    const palette = this.library.quantize(pixels, 256);
    const index = this.library.applyPalette(pixels, palette);
    const delay = isLast ? LAST_MS : SHOWN_MS;
    this.encoder.writeFrame(index, width, height, { palette, delay });
  }

  bytes() {
    this.encoder.finish();
    return this.encoder.bytes();
  }
}
