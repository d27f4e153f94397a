// The message from Python to the maker of slides, and the third-party libraries that are used.

/** A theme's colours. */
export interface Colours {
  background: string;
  text: string;
  border: string;
  primary: string;
  /** Of the algorithm, of whole words, and of characters. */
  compared: string[];
}

export type Format = "png" | "svg" | "gif";

/** A walk, what is shown at some of its steps, and how these are drawn. */
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
}

/** The part of client-zip that is used. */
export interface ZipLibrary {
  downloadZip(files: { name: string; input: Blob }[]): Response;
}

/** The part of gifenc that is used. */
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
