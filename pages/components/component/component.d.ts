// What Streamlit calls a component's default export with.

/** One drawing of a component: what Python sent, where it goes, and how to report to Python. */
export interface Drawing<Data> {
  data: Data;
  parentElement: HTMLElement;
  /** Reports a value that Python keeps until it gets another. */
  setStateValue: Tell;
  /** Reports a value to Python once. */
  setTriggerValue: Tell;
}

export type Tell = (name: string, value: unknown) => void;

/** Sentences by name, in the learner's language, with {names} for the browser to fill in. */
export type Texts = Record<string, string>;
