"""A lesson is a folder and one record: nothing else has to know that it exists."""

import ast
import sys
from pathlib import Path

import pytest

from pages.components.component import sentences_in
from pages.components.lesson_end import written_questions
from pages.components.sidebar import DRAW
from pages.lessons import FIRST_LESSON, FOLDERS, LESSONS, MOVED, lesson_after
from pages.session.lesson import Chapter, Lesson
from pages.session.link import SHARED, Link
from sample_corpora import CATALOGUE
from tests.pages.messages import translated

PAGES = Path(__file__).resolve().parents[3] / "pages"

each_lesson = pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)


def test_every_folder_is_a_lesson_that_is_listed() -> None:
    """Each is found at its own address."""
    folders = {path.name for path in (PAGES / "lessons").iterdir() if (path / "page.py").exists()}
    assert folders == set(FOLDERS)
    assert len(LESSONS) == len(FOLDERS)
    assert FIRST_LESSON.address == "train"  # kept links without an address open it


def test_the_addresses_that_people_kept_still_open() -> None:
    """New lessons may come; none of these may go."""
    assert {
        *("train", "compare", "encode", "wild", "bytes", "before_merges", "languages"),
        *("wordpiece", "unigram", "side_by_side", "quiz", "worksheet", "sees", "inside"),
        *("code", "your_bpe"),
    } <= LESSONS.keys() | MOVED.keys()


def test_what_people_kept_of_a_lessons_choices_still_counts() -> None:
    """The names in the address, with each value as an older link wrote it."""
    kept = {
        "train": {"fork": "3.2.9", "card": "2", "arrival": "2"},
        "compare": {"rules": "7", "width": "12288"},
        "encode": {"rules": "7", "as": "tokens", "at": "2", "drop": "50", "seed": "3"},
        "languages": {"second": "news-de"},
        "sees": {"part": "cut_off", "letter": "哈", "by": "cl100k", "cut": "9", "price": "250"},
        "side_by_side": {"to": "60"},
        "unigram": {"heat": "25", "seed": "3"},
        "quiz": {"about": "sees", "seed": "5", "answers": "01--"},
        "worksheet": {"seed": "5", "hand": "4"},
        "wild": {"with": "GPT-2 Qwen%203.6", "two": "GPT-2 Qwen%203.6", "parallel": "own"},
        "code": {"part": "encode", "by": "line", "at": "12"},
        "your_bpe": {"hand_in": "ids"},
        "inside": {
            "look": "BERT",
            "token": "7592",
            "find": "hug",
            "only": "half",
            "from": "50",
            "shortest": "2",
            "highest": "999",
        },
    }
    for address, params in kept.items():
        now, _ = MOVED.get(address, (address, {}))
        parameters = LESSONS[now].parameters
        opened, notices = Link.from_params(params, own=parameters)
        assert (opened.to_params(parameters), notices) == (params, []), address


@each_lesson
def test_a_record_is_complete(lesson: Lesson) -> None:
    """It names its own folder, and everything that it mentions exists."""
    assert lesson.folder == PAGES / "lessons" / lesson.folder.name
    assert lesson.page.is_file()
    assert len(lesson.prose("idea").strip().split("\n\n")) == 2, "a first sentence, and the rest"
    assert not lesson.step or (lesson.prose("goal") and lesson.prose("earned"))
    assert set(lesson.settings) <= DRAW.keys()
    assert {*lesson.first_corpora.values(), lesson.unnamed_corpus} <= CATALOGUE.keys()
    assert len(set(lesson.settings)) == len(lesson.settings)
    assert not lesson.parameters.keys() & SHARED.keys()
    assert lesson.can_be_presented or not lesson.can_be_predicted
    assert all(option.startswith("no-") for option in lesson.hidable_panels)


@each_lesson
def test_what_a_record_says_to_learners_is_translated(lesson: Lesson) -> None:
    """Names of algorithms stay as they are."""
    chapter = lesson.chapter
    said = [lesson.title, chapter.message, chapter.part.value, *lesson.hidable_panels.values()]
    said += [parameter.title for parameter in lesson.parameters.values()]
    assert not set(said) - translated() - {"", "WordPiece", "Unigram"}


def test_the_course_leads_through_every_lesson_that_is_a_step_of_it() -> None:
    """The main way comes first, each chapter follows, and both end at the quiz."""
    steps = [lesson for lesson in LESSONS.values() if lesson.step]
    main = [lesson for lesson in steps if lesson.chapter is Chapter.WAY]
    for way in (main, steps[len(main) :]):
        assert [lesson_after(lesson) for lesson in way] == [*way[1:], LESSONS["quiz"]]
    chapters = [list(Chapter).index(lesson.chapter) for lesson in LESSONS.values()]
    assert chapters == sorted(chapters)


def test_the_main_way_takes_an_hour_and_a_quarter_at_most() -> None:
    main = [lesson.step for lesson in LESSONS.values() if lesson.chapter is Chapter.WAY]
    assert sum(step.minutes for step in main if step) <= 75


def test_every_lesson_ends_with_three_questions_that_there_are() -> None:
    names = {question.name for question in written_questions("en")}
    for lesson in LESSONS.values():
        asked = lesson.step.questions if lesson.step else ()
        assert set(asked) <= names
        assert len(set(asked)) == len(asked)


@each_lesson
def test_a_record_can_be_read_without_its_page(lesson: Lesson) -> None:
    """A page draws as soon as it is imported, so the record is separate and does not draw."""
    tree = ast.parse((lesson.folder / "__init__.py").read_text(encoding="utf-8"))
    imported = {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    others = {name for name in imported if name.split(".")[0] not in sys.stdlib_module_names}
    assert all(name.startswith("pages.session") for name in others)


@pytest.mark.parametrize("address", ["train", "wordpiece", "unigram", "encode"])
def test_a_hidable_panel_is_called_what_the_stage_calls_it(address: str) -> None:
    of_its_own = address == "encode"
    entry = "lessons/encode_decode/encoder.js" if of_its_own else "components/stepper/in_the_app.js"
    panels = dict(LESSONS[address].hidable_panels)
    for below in ("no-charts", "no-dropout"):  # below the stage
        panels.pop(below, None)
    assert {*panels.values()} <= {*sentences_in(PAGES / entry)}


def test_no_other_table_goes_by_a_lessons_name() -> None:
    """Outside its folder, nothing in the pages lists lessons by their addresses."""
    addresses = LESSONS.keys() - {"bytes", "unigram", "wordpiece"}  # words of the core, too
    tables = []
    for path in sorted(PAGES.rglob("*.py")):
        if PAGES / "lessons" in path.parents:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            members = getattr(node, "keys", getattr(node, "elts", ()))
            named = {getattr(member, "value", None) for member in members} & addresses
            if len(named) > 1:
                tables.append(f"{path.relative_to(PAGES)}:{node.lineno}: {sorted(named)}")
    assert not tables
