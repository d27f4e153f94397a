"""A press in a lesson is reported to Python at once, and Python does what it says."""

import json
from typing import Any

import pytest

from tests.pages.whole_app.visitor import Visitor, wait_for


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
