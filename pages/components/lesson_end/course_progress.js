// Which lessons of the course were finished, kept in this browser alone.

const KEY = "merge-by-merge-course";

/**
 * The addresses of the finished lessons. Whatever else is stored, such as another version's data,
 * counts as nothing.
 * @param {Pick<Storage, "getItem">} [storage]
 * @returns {string[]}
 */
export function finishedLessons(storage = localStorage) {
  try {
    const kept = JSON.parse(storage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one) => typeof one === "string") : [];
  } catch {
    return []; // not JSON, or the browser keeps nothing for this site
  }
}

/**
 * Remembers that a lesson was finished.
 * @param {string} lesson
 * @param {Pick<Storage, "getItem" | "setItem">} [storage]
 */
export function finish(lesson, storage = localStorage) {
  const finished = new Set(finishedLessons(storage)).add(lesson);
  try {
    storage.setItem(KEY, JSON.stringify([...finished]));
  } catch {
    // A private window may refuse to keep anything: the course works without.
  }
}
