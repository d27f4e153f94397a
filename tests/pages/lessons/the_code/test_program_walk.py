"""The explanations cover the program, and nothing else."""

import ast
import json
from pathlib import Path

import pytest

from bpe_core import TrainingSpecification
from bpe_core.teaching_materials.exercise import CHECKS, SAYINGS
from bpe_core.teaching_materials.notebook import PARTS as NOTEBOOK_PARTS
from bpe_core.teaching_materials.recording import MOST_EVENTS as MOST_RECORDED
from bpe_core.teaching_materials.recording import PARTS, recorded
from pages.lessons.the_code import LESSON, MOST_EVENTS
from pages.lessons.the_code import PARTS as OFFERED_PARTS
from pages.lessons.the_code.downloads import notebook_words
from pages.lessons.the_code.program_walk import (
    SOURCE,
    explained_lines,
    running_lines,
)
from tests.pages.components.browser_code import Script
from tests.pages.whole_app.visitor import Visitor, wait_for

HUGS = "hug 10\npug 5\npun 12\nbun 4\nhugs 5\naaab 2"
ASKED = TrainingSpecification(num_merges=3)


def test_every_line_of_the_program_is_explained_and_no_other() -> None:
    lines = SOURCE.splitlines()
    assert {lines[n - 1].strip() for n in running_lines(SOURCE)} == {
        line for line, _ in LESSON.table("lines")[1:]
    }


def test_every_line_that_runs_is_explained() -> None:
    """This holds for every part that runs."""
    explained = explained_lines(SOURCE)
    for part in PARTS:
        run, _ = recorded(part, ASKED, HUGS, "hugs")
        assert {event.line for event in run.events} <= explained.keys()


def test_every_name_of_the_program_is_explained_and_no_other() -> None:
    names = {
        node.arg if isinstance(node, ast.arg) else node.id
        for function in ast.parse(SOURCE).body
        for node in ast.walk(function)
        if isinstance(node, ast.arg)
        or (isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))
    }
    assert names == {name for name, _ in LESSON.table("names")[1:]}


@pytest.mark.parametrize("part", PARTS)
def test_the_browser_reads_a_run_as_it_was_recorded(part: str) -> None:
    """Each event has the calls with their variables; a phase is an event of the outermost call."""
    run, _ = recorded(part, ASKED, HUGS, "hugs")  # type: ignore[arg-type]
    with Script(Path(__file__).parent / "read_run.js") as browser:
        read = browser.ask(json.loads(json.dumps(run.to_plain())))
    calls: list[list] = []
    expected = []
    for event in run.events:
        before = {} if event.is_new else calls[event.depth][1]
        calls = [*calls[: event.depth], [event.function, {**before, **event.changed}]]
        expected.append([event.line, event.is_return, calls])
    assert read["lines"] == expected
    outermost = [i for i, event in enumerate(run.events) if event.depth == 0]
    assert read["phases"] == [expected[i] for i in outermost]
    assert read["back"] == [max(p for p in outermost if p <= i) for i in range(len(expected))]


def test_the_merge_that_is_named_is_the_one_whose_turn_it_is() -> None:
    """From the line that counts its pairs to the one that merges it in every word."""
    run, _ = recorded("train", ASKED, HUGS, "hugs")
    with Script(Path(__file__).parent / "read_run.js") as browser:
        turns = browser.ask(json.loads(json.dumps(run.to_plain())))["turns"]
    lines_of_a_merge = [k for k in (1, 2, 3) for _ in range(5)]
    assert turns == [1, *lines_of_a_merge, None, None, None]


def test_a_link_can_say_every_place_of_a_run() -> None:
    assert MOST_EVENTS == MOST_RECORDED
    assert OFFERED_PARTS == PARTS


def test_words_that_no_program_can_hold_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """The exercises, which have none of these words, are there."""
    monkeypatch.setattr("bpe_core.files.program.MOST_BYTES", 9)
    visitor = Visitor("code", corpus="hug")
    wait_for(visitor, lambda: visitor.app.get("download_button"))
    assert "a short program can hold 9" in visitor.text
    assert visitor.app.get("download_button")[0].proto.label.startswith("Exercise 1")


def test_the_files_have_all_their_words() -> None:
    assert notebook_words().keys() == {"title", *NOTEBOOK_PARTS}
    assert LESSON.words("exercise").keys() == {*SAYINGS, *(name for name, _, _ in CHECKS)}


def test_each_hint_is_about_its_check() -> None:
    said = LESSON.words("exercise")
    about = {
        "count": "two adjacent",
        "frequency": "as often as its word",
        "overlap": "overlap",
        "borders": "into the next",
        "choose": "highest count",
        "tie": "without a rule",
        "prefer": "with a rule",
        "left-to-right": "left to right",
        "last-token": "last token",
        "renewed": "count again",
        "nothing-left": "no pair is left",
        "decode-bytes": "bytes",
    }
    for name, words in about.items():
        assert [each for each in about if words in said[each].lower()] == [name]
