// What Python sends who makes slides, and the libraries of others that are used.

import type { Texts } from "../../component/component.d.ts";

/** A theme's colours. */
export interface Colours {
  background: string;
  text: string;
  border: string;
  primary: string;
  tokens: string[];
}

export type Format = "png" | "svg" | "gif";

/** A walk, what is to be seen at some of its steps, and how these are to be drawn. */
export interface Sent {
  // deno-lint-ignore no-explicit-any -- of merges or of rounds: each model knows its own
  walk: any;
  views: Record<string, unknown>;
  first: number;
  last: number;
  format: Format;
  colours: Colours;
  /** The library that packs the format, as the text of a module. */
  library: string;
  text: Texts;
}

/** What is used of client-zip. */
export interface ZipLibrary {
  downloadZip(files: { name: string; input: Blob }[]): Response;
}

/** What is used of gifenc. */
export interface GifLibrary {
  GIFEncoder(): {
    writeFrame(
      index: Uint8Array,
      width: number,
      height: number,
      options: { palette: number[][]; delay: number },
    ): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  };
  quantize(pixels: Uint8ClampedArray, most: number): number[][];
  applyPalette(pixels: Uint8ClampedArray, palette: number[][]): Uint8Array;
}
