"""The lessons, one folder each: every folder declares its record as `LESSON`."""

from importlib import import_module

from pages.session.lesson import Lesson

#: The folders of the lessons, in the order of the course.
FOLDERS = (
    "course",
    "word_character_subword",
    "merge_by_merge",
    "encode_decode",
    "the_code",
    "your_own_bpe",
    "before_merges",
    "bytes",
    "two_languages",
    "in_the_wild",
    "inside_vocabulary",
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
    """The next step of the course; after the last one, the quiz. None outside the course.

    >>> lesson_after(LESSONS["train"]).address, lesson_after(LESSONS["terms"])
    ('encode', None)
    """
    if lesson.step is None:
        return None
    following = list(LESSONS.values())
    following = following[following.index(lesson) + 1 :]
    return next((one for one in following if one.step), LESSONS["quiz"])
