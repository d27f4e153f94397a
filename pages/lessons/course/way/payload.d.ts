// What __init__.py sends to way.js.

import type { Texts } from "../../../components/component/component.d.ts";

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
  text: Texts;
  lang: string;
}
