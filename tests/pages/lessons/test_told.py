"""A press in a lesson is reported to Python at once."""

import json
from typing import Any

import pytest

from tests.pages.conftest import Draw
from tests.pages.test_drawn import CUTS, ENCODER, NEXT, PROGRAM, QUIZ, SUBMIT, THREE, sent_to

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
