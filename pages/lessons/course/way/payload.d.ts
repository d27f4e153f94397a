// What __init__.py sends to way.js.

export interface Lesson {
  address: string;
  /** Where it is, seen from this page. */
  path: string;
  name: string;
  minutes: string;
  goal: string;
}

export interface Data {
  chapters: { heading: string; lessons: Lesson[] }[];
  lang: string;
}
