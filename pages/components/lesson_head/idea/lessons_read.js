// The lessons that a visitor has read, in a cookie: their addresses, with dots between them.

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
