/** The lessons in parts and chapters; finished ones are marked, and the next one leads on. */

import { t } from "../../components/browser/sentences.js";
import { el, isBrowsers } from "../../components/drawing/elements.js";
import { drawOnce } from "../../components/drawing/place_to_draw.js";
import { finishedLessons } from "../../components/lesson_end/course_progress.js";

/**
 * @import { Drawing } from "../../components/component/newest_drawing.js"
 */

/**
 * A lesson, with its path from this page, and the parts of the course, the main way first.
 * @typedef {{address: string, path: string, name: string, duration: string, goal: string}} Lesson
 * @typedef {{heading: string, lessons: Lesson[]}} Chapter
 * @typedef {{
 *   parts: {heading: string, duration: string, chapters: Chapter[]}[], lang: string
 * }} Data
 */

/** @param {Drawing<Data>} drawing */
export default function mount(drawing) {
  drawOnce(drawing, ({ parts }, tell) => {
    const finished = new Set(finishedLessons());
    const lessons = parts.flatMap(({ chapters }) => chapters).flatMap(({ lessons }) => lessons);
    const next = lessons.find((lesson) => !finished.has(lesson.address));
    const listed = (/** @type {Chapter} */ { lessons }) => {
      const rows = lessons.map((lesson) => {
        const onward = lesson === next ? (finished.size ? "go_on" : "begin") : "";
        const mark = finished.has(lesson.address) ? "finished" : onward;
        return row(lesson, mark, () => tell("lesson", lesson.address));
      });
      return el("ol", ...rows);
    };
    const named = (/** @type {Chapter} */ chapter) =>
      el("section", el("h3", chapter.heading), listed(chapter));
    const sections = parts.map(({ heading, duration, chapters }) => {
      const inside = chapters.length === 1
        ? listed(chapters[0])
        : el("div.chapters", ...chapters.map(named));
      return el("section", el("h2", heading, el("span.duration", duration)), inside);
    });
    return [el("div.way", ...sections)];
  });
}

/**
 * A lesson as a link: it opens in another tab where one asks for that.
 * @param {Lesson} lesson
 * @param {"go_on"|"begin"|"finished"|""} mark
 * @param {() => void} go
 */
function row(lesson, mark, go) {
  const link = el("a", { href: lesson.path, target: "_self" }, lesson.name);
  link.onclick = (event) => {
    if (isBrowsers(event) || event.shiftKey) return;
    event.preventDefault();
    go();
  };
  return el(
    "li",
    { className: mark },
    link,
    el("span.duration", lesson.duration),
    mark ? el("span.mark", marked(mark)) : null,
    el("p", t("After this you can {goal}.", { goal: lesson.goal })),
  );
}

/** A mark in words. @param {"go_on"|"begin"|"finished"} mark */
function marked(mark) {
  if (mark === "finished") return t("finished");
  return mark === "begin" ? t("Start here") : t("Go on here");
}
