// The arguments with which Streamlit calls a component's default export.

/** One drawing of a component: what Python sent, where it goes, and how to report to Python. */
export interface Drawing<Data> {
  data: Data & Translated;
  parentElement: HTMLElement;
  /** Reports a value that Python keeps until it gets another. */
  setStateValue: Tell;
  /** Reports a value to Python once. */
  setTriggerValue: Tell;
}

export type Tell = (name: string, value: unknown) => void;

/** The component's sentences in the learner's language, by the English ones; none in English. */
export type Translations = Record<string, string>;

/** The data of every component besides its own. */
export interface Translated {
  translations?: Translations;
}

/**
 * Sentences of Python's records by name, in the learner's language, with {names} for the browser to
 * fill in.
 */
export type Texts = Record<string, string>;
