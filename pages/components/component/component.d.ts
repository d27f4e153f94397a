// What Streamlit calls a component's default export with.

/** One drawing of a component: what Python sent, where it goes, and how Python is told. */
export interface Drawing<Data> {
  data: Data;
  parentElement: HTMLElement;
  /** A value that Python keeps until it is told another. */
  setStateValue: Tell;
  /** A value that Python is told once. */
  setTriggerValue: Tell;
}

export type Tell = (name: string, value: unknown) => void;

/** Sentences by name, in the learner's language, with {names} for the browser to fill in. */
export type Texts = Record<string, string>;
