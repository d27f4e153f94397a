"""A press in a lesson is reported to Python at once, and Python does what it says."""

import json
from typing import Any

import pytest

from tests.pages.conftest import Draw
from tests.pages.test_drawn import CUTS, ENCODER, NEXT, PROGRAM, QUIZ, SUBMIT, THREE, sent_to
from tests.pages.whole_app.visitor import Visitor, wait_for

LINKS = "course lessons/course/way.js"


@pytest.mark.parametrize(
    ("component", "link", "acts", "told"),
    [
        (CUTS, "before_merges", [("write", "form input", "\\d"), SUBMIT], ["pattern", "\\d"]),
        (ENCODER, "encode", [("press", ".word", 1)], ["word", "waiting"]),
        (THREE, "side_by_side?corpus=low", [("press", ".choice", 2)], ["word", "lower"]),
        (THREE, "side_by_side", [("write", ".word-field", "哈"), SUBMIT], ["word", "哈"]),
        (LINKS, "course", [("press", ".way a", 1)], ["lesson", "encode"]),
        (PROGRAM, "code", [NEXT, ("press", ".strides button", 1)], ["place", ["k", 1, "line"]]),
    ],
)
def test_a_press_is_told_at_once(
    draw: Draw, component: str, link: str, acts: list[Any], told: list[Any]
) -> None:
    name, module = component.split()
    sent = sent_to(name, link)
    data = json.loads(sent.bytes or sent.json) | {"key": "k"}
    shown = draw(module, json.dumps(data).encode() if sent.bytes else data, *acts, ("told",))
    assert shown == [[told]]


def test_new_questions_are_asked_for(draw: Draw) -> None:
    name, module = QUIZ.split()
    data = json.loads(sent_to(name, "quiz").json) | {"answers": "0123012301"}
    (told,) = draw(module, data, ("press", ".moves .main"), ("told",))
    assert [name for name, _ in told] == ["again"]


@pytest.mark.parametrize(
    ("lesson", "key", "told", "address"),
    [
        ("encode", "encoder", {"word": "waiting"}, {"word": "waiting"}),
        ("side_by_side", "three_walks", {"word": "lower"}, {"word": "lower"}),
        ("quiz", "quiz", {"present": True}, {"view": "present"}),
        ("model", "bigram_stepper", {"seed": 4}, {"seed": "4"}),
    ],
)
def test_what_is_told_is_in_the_address(
    lesson: str, key: str, told: dict[str, Any], address: dict[str, str]
) -> None:
    visitor = Visitor(lesson)
    visitor.tell(key, **told)
    assert address.items() <= visitor.address.items()


def test_a_pattern_cuts_the_text() -> None:
    visitor = Visitor("before_merges")
    visitor.tell("cuts", pattern="[0-9]+")
    wait_for(visitor, lambda: len(json.loads(visitor.component("cuts").json)["cuts"]) == 12)
    (own,) = (c for c in json.loads(visitor.component("cuts").json)["cuts"] if c["name"] == "own")
    assert [part[0] for part in own["parts"] if len(part) == 3] == ["7", "481"]


def test_a_lesson_of_the_course_opens() -> None:
    visitor = Visitor("course")
    visitor.tell("course", lesson="bytes")
    assert [title.value for title in visitor.app.title] == ["Bytes"]
