"""The lessons, one folder each: every folder declares its record as `LESSON`."""

from importlib import import_module

from pages.session.lesson import Lesson

#: The folders of the lessons, in navigation order. The first one has the shortest address.
FOLDERS = (
    "merge_by_merge",
    "word_character_subword",
    "encode_decode",
    "in_the_wild",
    "inside_vocabulary",
    "what_the_model_sees",
    "bytes",
    "before_merges",
    "two_languages",
    "wordpiece",
    "unigram",
    "side_by_side",
    "the_code",
    "your_own_bpe",
    "quiz",
    "worksheet",
    "terms",
)


def _record(folder: str) -> Lesson:
    record: Lesson = import_module(f"pages.lessons.{folder}").LESSON
    return record


#: The records of the lessons, by address.
LESSONS = {lesson.address: lesson for lesson in map(_record, FOLDERS)}
FIRST_LESSON = next(iter(LESSONS.values()))


def path_to(lesson: Lesson) -> str:
    """Where a lesson is, seen from any other.

    >>> path_to(LESSONS["bytes"]), path_to(FIRST_LESSON)
    ('./bytes', './')
    """
    return "./" if lesson is FIRST_LESSON else f"./{lesson.address}"
