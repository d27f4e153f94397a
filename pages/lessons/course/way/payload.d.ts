// The message from __init__.py to way.js.

export interface Lesson {
  address: string;
  /** Where it is, seen from this page. */
  path: string;
  name: string;
  duration: string;
  goal: string;
}

export interface Part {
  heading: string;
  duration: string;
  chapters: { heading: string; lessons: Lesson[] }[];
}

export interface Data {
  /** The main way comes first. */
  parts: Part[];
  lang: string;
}
