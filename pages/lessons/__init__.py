"""The lessons, one folder each: every folder declares its record as `LESSON`."""

from importlib import import_module

from pages.session.lesson import Chapter, Lesson

#: The folders of the lessons, in the order of the course.
FOLDERS = (
    "course",
    "merge_by_merge",
    "encode_decode",
    "bytes",
    "tokenizer_file",
    "what_tokens_are_for",
    "word_character_subword",
    "the_code",
    "your_own_bpe",
    "before_merges",
    "two_languages",
    "what_the_model_sees",
    "wordpiece",
    "unigram",
    "side_by_side",
    "across_spaces",
    "tokens_that_leave",
    "fair_to_languages",
    "without_a_tokenizer",
    "room",
    "quiz",
    "worksheet",
    "terms",
)
#: Lessons that became part of another one: by the address that people kept, where they are now and
#: what a link says in addition.
MOVED = {"inside": ("wild", {"part": "inside"})}


def _record(folder: str) -> Lesson:
    record: Lesson = import_module(f"pages.lessons.{folder}").LESSON
    return record


#: The records of the lessons, by address.
LESSONS = {lesson.address: lesson for lesson in map(_record, FOLDERS)}
#: The lesson with the shortest address, where a visitor without a link begins.
FIRST_LESSON = LESSONS["train"]


def path_to(lesson: Lesson) -> str:
    """Where a lesson is, seen from any other.

    >>> path_to(LESSONS["bytes"]), path_to(FIRST_LESSON)
    ('./bytes', './')
    """
    return "./" if lesson is FIRST_LESSON else f"./{lesson.address}"


def lesson_after(lesson: Lesson) -> Lesson | None:
    """The next step of the course; after the main way, and at the end, the quiz.

    None for a lesson that is no step of the course.

    >>> lesson_after(LESSONS["train"]).address, lesson_after(LESSONS["terms"])
    ('encode', None)
    """
    if lesson.step is None:
        return None
    steps = [one for one in LESSONS.values() if one.step]
    following = steps[steps.index(lesson) + 1 :]
    is_last_of_way = lesson.chapter is Chapter.WAY and following[0].chapter is not Chapter.WAY
    return LESSONS["quiz"] if is_last_of_way or not following else following[0]
