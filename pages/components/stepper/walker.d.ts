// The interface between the stepper and its parts.

import type { Movement } from "../drawing/movement.js";
import type { Chips } from "../tokens/chips.js";
import type { MergeModel } from "./merges/merge_model.js";
import type { MergeWords } from "./merges/merge_words.js";
import type { Tree } from "./merges/vocabulary.js";
import type { Why } from "./merges/why.js";
import type { RoundModel } from "./rounds/round_model.js";
import type { WhyCheap } from "./rounds/round_panels.js";
import type { SegmentedWords } from "./rounds/segmented_words.js";
import type { RoundView } from "./payload.d.ts";
import type { Stepper } from "./stepper.js";
import type { Player } from "./walking/player.js";

/** A part of a walk, which is drawn again at each step. A step moves only from its neighbour. */
export interface Part {
  /** Called before a step that moves is drawn, with the step that is left. */
  prepare?(from: number): void;
  update?(): void;
  /** Called once it is laid out, with the step from which it moves, if it does. */
  measure?(from?: number): void;
  move?(movement: Movement, forwards: boolean): void;
}

/** Something that walks and shows a training: the stepper, or the second training beside it. */
export interface Walker<Model extends { views: Map<number, unknown> }, View = ViewOf<Model>> {
  model: Model;
  chips: Chips;
  step: number;
  /** The view of this step; not there yet while it is fetched. */
  view: View;
  /** A whole number as the learner's language writes it. */
  number(n: number): string;
  /** The same for the number that decides: a count, a score or a cost. */
  amount(n: number): string;
  /** "Your turn", which exists once the parts that it covers exist. */
  prediction: { on: boolean; asking: boolean; isAnswered: boolean; pick(chip: HTMLElement): void };
  words: { ring(...ids: number[]): void };
  tree: Tree;
  question?: { sentence(): Node | undefined };
  line?: { follow(counts?: [number, number, number][]): void };
  /** Asks for a training with these merges chosen: step, left, right. */
  choose?(choices: number[][]): void;
  /** Asks for a corpus of many words. */
  readProse?(): void;
  /** Asks for a word's lattice. */
  openWord?(word: number): void;
}

type ViewOf<Model> = Model extends { views: Map<number, infer V> } ? V | undefined : never;

export type MergeWalker = Walker<MergeModel> & { node?: HTMLElement };
/** All rounds were sent at once. */
export type RoundWalker = Walker<RoundModel, RoundView>;

/** A walk that asks about its next step. */
// deno-lint-ignore no-explicit-any -- whatever is walked
export type Asked = Player<any> & { node: HTMLElement };

/** A walk whose next step the learner predicts by picking tokens. */
export type Questioned = Asked & {
  chips: { chip(id: number): HTMLElement };
  words: { list: HTMLElement };
};

/** The stepper over merges. */
export type MergeStepper = Omit<Stepper, "model" | "words" | "why"> & {
  model: MergeModel;
  words: MergeWords;
  why: Why;
};

/** The stepper over rounds. */
export type RoundStepper = Omit<Stepper, "model" | "words" | "why" | "view"> & {
  model: RoundModel;
  view: RoundView;
  words: SegmentedWords;
  why: WhyCheap;
};
