// The lessons that a visitor has read, in a cookie: their addresses, with dots between them.

/** The cookie's name, as in `__init__.py`, which reads it before anything is drawn. */
const COOKIE = "lessons_read";
const SECONDS_KEPT = 180 * 24 * 3600;

/** Notes, for the next visit, that a lesson has been read. @param {string} lesson its address */
export function noteLessonRead(lesson) {
  const lessons = withLesson(document.cookie, COOKIE, lesson);
  if (!lessons) return;
  document.cookie = `${COOKIE}=${lessons}; path=/; max-age=${SECONDS_KEPT}; SameSite=Lax`;
}

/** Whether a lesson has been read at an earlier visit. @param {string} lesson its address */
export const isLessonRead = (lesson) => !withLesson(document.cookie, COOKIE, lesson);

/**
 * The cookie's value with one more lesson; empty if it is in there.
 * @param {string} cookies all of the page's cookies, as in `document.cookie`
 * @param {string} name
 * @param {string} lesson
 */
export function withLesson(cookies, name, lesson) {
  const found = cookies.split("; ").find((cookie) => cookie.startsWith(`${name}=`));
  const lessons = found?.slice(name.length + 1).split(".") ?? [];
  return lessons.includes(lesson) ? "" : [...lessons, lesson].join(".");
}
