// Tokens as the browser knows them.

/** A byte's place: the `nth` of the `of` bytes of a character, "" where they spell none. */
export interface BytePlace {
  char: string;
  nth: number;
  of: number;
}

/** A token's text, or its bytes. */
export type Spelled = string | number[];

/** A token's bytes, from `start` to `end`, among those of its word. */
export interface PlaceInWord {
  characters?: BytePlace[];
  start?: number;
  end?: number;
}

/** The source of chips: ids with their tokens. */
export interface TokenSource {
  walk?: { specials?: string[] };
  /** The hue of a merged token, in degrees: each has its own. */
  hueOf?(id: number): number | undefined;
  spell(id: number): Spelled;
  /** The end-of-word marker at a token's end; "" where there is none. */
  markerOf?(id: number): string;
  /** Where a run of bytes occurs in the corpus, and whether its characters are always the same. */
  home?(bytes: number[]): { places: BytePlace[]; alike: boolean } | undefined;
}
