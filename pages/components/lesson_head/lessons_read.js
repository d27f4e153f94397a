// The lessons that a visitor has read, in a cookie: their addresses, with dots between them.

/** The cookie's name, as in `__init__.py`, which reads it before anything is drawn. */
const COOKIE = "lessons_read";
const SECONDS_KEPT = 180 * 24 * 3600;

/** Notes, for the next visit, that a lesson has been read. @param {string} lesson its address */
export function noteLessonRead(lesson) {
  if (isLessonRead(lesson)) return;
  const lessons = [...lessonsRead(), lesson].join(".");
  document.cookie = `${COOKIE}=${lessons}; path=/; max-age=${SECONDS_KEPT}; SameSite=Lax`;
}

/** Whether a lesson has been read at an earlier visit. @param {string} lesson its address */
export const isLessonRead = (lesson) => lessonsRead().includes(lesson);

function lessonsRead() {
  const found = document.cookie.split("; ").find((cookie) => cookie.startsWith(`${COOKIE}=`));
  return found?.slice(COOKIE.length + 1).split(".") ?? [];
}
