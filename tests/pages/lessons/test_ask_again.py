"""The course asks questions of earlier lessons again, as the browser wants them."""

import json
from typing import Any

from pages.components.lesson_end import written_questions
from tests.pages.whole_app.visitor import Visitor


def asked(visitor: Visitor) -> list[dict[str, Any]]:
    questions: list[dict[str, Any]] = json.loads(visitor.component("ask_again").json)["questions"]
    return questions


def test_the_questions_that_a_browser_names_are_asked_in_its_language() -> None:
    visitor = Visitor("course", lang="zh")
    assert asked(visitor) == []
    visitor.tell("ask_again", names=["ties", "word_counts"])
    by_name = {each.name: each for each in written_questions("zh")}
    assert [(each["name"], each["lesson"]) for each in asked(visitor)] == [
        ("ties", "train"),
        ("word_counts", "train"),
    ]
    for each in asked(visitor):
        question = by_name[each["name"]]
        assert each["ask"] == question.ask
        assert each["choices"][each["right"]] == list(question.choices[0])


def test_names_that_are_no_questions_are_not_asked() -> None:
    visitor = Visitor("course")
    for names in ("ties", None, ["no such", 3, {}], ["ties"] * 9):
        visitor.tell("ask_again", names=names)
        assert len(asked(visitor)) <= 3
        assert all(each["name"] == "ties" for each in asked(visitor))
