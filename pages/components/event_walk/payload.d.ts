// The message from Python for a walk over events: the counterpart of __init__.py.

import type { Texts } from "../component/newest_drawing.js";
import type { ClassroomOptions, Walked } from "../stepper/payload.d.ts";
import type { Spelled } from "../tokens/tokens.d.ts";

/** The value of a name in a sentence: a token, several tokens, or a text. */
export type Named = number | number[] | string;

/**
 * Its name, its share of the track (from 0 to 1), its value, what is said, whether it stands out,
 * and the share where it begins.
 */
export type Bar = [Named, number, string | number, string, boolean, number];

/** A sentence by its name in the texts, and what stands in it. */
export interface Sentence {
  says: string;
  named: Record<string, Named>;
}

/** A question before the next step; `bars` are shown meanwhile. */
export interface Question extends Sentence {
  choices: Named[];
  right: number[];
  bars: Bar[][];
}

/** The sentence about a step, the bars of each panel, and what can be asked about the next. */
export interface Event extends Sentence {
  bars: Bar[][];
  question: Question | null;
  /** The token that the step has made; -1 for none. */
  made: number;
}

/** A word or a sentence: its name, what follows it, and its tokens from a step on. */
export interface Row {
  name: string;
  remark: string;
  history: [number, number[]][];
  /** Whether it goes on after what is shown, and whether it is hidden while something is asked. */
  is_cut: boolean;
  gives_answer: boolean;
}

/** A panel with bars. `limit` is a share that is marked on their track; -1 for none. */
export interface BarPanel {
  name: string;
  title: string;
  legend: string;
  limit: number;
}

/** A figure by its name in the walk, with its value at each step. */
export interface Figure {
  name: string;
  title: string;
  values: number[];
}

export interface EventWalk extends Walked {
  text: Texts;
  classroom: ClassroomOptions;
  /** Every token by id, and the step that first made it (0 for base tokens), if merges do. */
  tokens: Spelled[];
  made: number[];
  marker: string;
  /** The tokens that end with the marker. */
  marked: number[];
  rows: Row[];
  /** One for each step, and before them one for the start. */
  events: Event[];
  panels: BarPanel[];
  figures: Figure[];
  /** A text in which the characters of bytes are looked up that no row shows. */
  context: string;
  /** Why there is no step after the last one; empty if that is plain. */
  end: string;
}
